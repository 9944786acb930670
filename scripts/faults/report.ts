import type { Fault } from './mutations.ts';
import { survivors } from './survivors.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** The first line of the report's figure, as `figureOf` finds it again. */
const FIGURE = /^\*\*(\d+ faults in \d+ machines and layers, \d+ caught \(\d+ %\))\.\*\*/m;

/** @param text of `planted-faults.md`; gives its figure, or null when it was not written by the present script */
export const figureOf = (text: string): string | null => FIGURE.exec(text)?.[1] ?? null;

const whyOf = ({ machine, what }: Fault): string | null =>
  survivors.find((one) => one.machine === machine && one.what === what)?.why ?? null;

/**
 * What was planted and what was seen.
 * @param results each fault, and what saw it
 * @param minutes that it took
 * @returns Markdown
 */
export function report(results: readonly { fault: Fault; by: string | null }[], minutes: number): string {
  const machines = [...new Set(results.map(({ fault }) => fault.machine))].toSorted();
  const kinds = [...new Set(results.map(({ fault }) => fault.kind))].toSorted();
  const missed = results.filter(({ fault, by }) => by === null && whyOf(fault) === null);
  const harmless = results.filter(({ fault, by }) => by === null && whyOf(fault) !== null);
  const faults = results.length - harmless.length;
  const caught = faults - missed.length;
  const share = Math.floor((caught / Math.max(1, faults)) * 100);
  const countOf = (is: (fault: Fault) => boolean): string => {
    const own = results.filter(({ fault }) => is(fault));
    return own.length === 0 ? '' : `${own.filter(({ by }) => by !== null).length}/${own.length}`;
  };
  const rows = machines.map((machine) =>
    [
      `\`${machine}\``,
      ...kinds.map((kind) => countOf((fault) => fault.machine === machine && fault.kind === kind)),
    ].join(' | '),
  );
  const lineOf = ({ fault }: { fault: Fault }): string =>
    [fault.machine, fault.kind, `${fault.file.replace(/^src\//, '')}:${fault.line}`, fault.what, whyOf(fault) ?? '']
      .map((text) => `| ${cell(text)} `)
      .join('') + '|';
  const tableOf = (title: string, list: readonly { fault: Fault }[]): string =>
    list.length === 0
      ? ''
      : `\n## ${title}\n\n| machine | kind | where | change | why |\n| --- | --- | --- | --- | --- |\n${list.map(lineOf).join('\n')}\n`;
  return `<!-- Written by npm run plant-faults. -->

# What the tests catch

**${faults} faults in ${machines.length} machines and layers, ${caught} caught (${share} %).** ${harmless.length} further changes make no difference, for the reasons below.

\`npm run plant-faults\` changes the program in one place at a time and runs the tests of the machine that it belongs to: the paths of its model, headless and on its screens in jsdom, the rules and
clauses written by hand for it. It took ${minutes} minutes. Of each kind it plants two in each machine, spread over the file, and six in a machine at least where there are so many:
\`--most 999\` plants every fault that it can think of. \`npm run plant-faults -- <machine>…\` does a part; \`--for 10\` stops after ten minutes, and \`--continue\` goes on where a run stopped, with what that one missed once more.

| machine | ${kinds.join(' | ')} |
| --- | ${kinds.map(() => '---').join(' | ')} |
${rows.map((row) => `| ${row} |`).join('\n')}

- **target**: a transition leads to another state. **guard**: a condition is gone, or the other way round. **action**, **tag**: one is left out. **delay**, **constant**: a time or a number is one more.
- **wiring**: a state calls another actor, without its input, or takes its failure for success; or the composition root (\`src/app.ts\`, \`src/routes/\`) gives an actor another call of the API, or none.
- The layers \`api\`, \`hooks\`, \`root\` and \`vault\` are the code around the charts. **condition**: the other way round. **cleanup**, **clearing**: a listener, a timer, a call or a note outlives its time. **hearing**: nothing is listened to. **address**: pushed
  for replaced, or replaced for pushed. **abort**: a signal is not passed on. **retry**: a read is not sent again, or a write is.
- **text**: a sentence of the error catalogue is another one. **message**: a condition that chooses one is the other way round.
${tableOf('Not caught', missed)}${tableOf('Make no difference', harmless)}`;
}
