import type { Fault } from './mutations.ts';
import { textTable } from 'chart-walks';
import type { Layer, Verdict } from './planter.ts';
import { survivors } from './survivors.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** The reason why a fault makes no difference; null if it is not known. */
export const whyOf = (fault: Fault): string | null => survivors.find((one) => explains(one, fault))?.why ?? null;

/** True if an explanation is of this fault. */
export const explains = (one: (typeof survivors)[number], { machine, place, what }: Fault): boolean =>
  one.machine === machine && one.what === what && (one.place ?? place) === place;

type Result = { fault: Fault; seen: Verdict['seen'] };

/**
 * @param asked kinds of tests
 * @returns a table with the number of faults of each kind that each of them saw, and that it alone saw
 */
export function layerTable(results: readonly Result[], asked: readonly Layer[]): string {
  const kinds = [...new Set(results.map(({ fault }) => fault.kind))].toSorted();
  const row = (name: string, own: readonly Result[]): (string | number)[] => [
    name,
    own.length,
    ...asked.map((layer) => {
      const seen = own.filter((result) => result.seen.some((one) => one.layer === layer));
      return `${seen.length} (${seen.filter((result) => result.seen.length === 1).length})`;
    }),
    own.filter(({ seen }) => seen.length === 0).length,
  ];
  const rows = kinds.map((kind) =>
    row(
      kind,
      results.filter(({ fault }) => fault.kind === kind),
    ),
  );
  return textTable([
    ['kind', 'faults', ...asked.map((layer) => `${layer} (alone)`), 'missed'],
    ...rows,
    row('all', results),
  ]);
}

/**
 * Each fault that was planted, and what saw it.
 * @param most faults of one kind in one machine
 * @returns Markdown
 */
export function report(results: readonly Result[], most: number): string {
  const machines = [...new Set(results.map(({ fault }) => fault.machine))].toSorted();
  const missed = results.filter(({ fault, seen }) => seen.length === 0 && whyOf(fault) === null);
  const harmless = results.filter(({ fault, seen }) => seen.length === 0 && whyOf(fault) !== null);
  const faults = results.length - harmless.length;
  const caught = faults - missed.length;
  const share = Math.floor((caught / Math.max(1, faults)) * 100);
  const countOf = (own: readonly Result[]): string =>
    own.length === 0 ? '' : `${own.filter(({ seen }) => seen.length > 0).length}/${own.length}`;
  const by = (own: readonly Result[], layer: Layer): string =>
    String(own.filter(({ seen }) => seen[0]?.layer === layer).length || '');
  const rows = (title: string, namesOf: readonly string[], isOf: (fault: Fault, name: string) => boolean): string =>
    [
      `| ${title} | caught | by rules | by tests written by hand | by walks on screens |`,
      '| --- | --- | --- | --- | --- |',
      ...namesOf.map((name) => {
        const own = results.filter(({ fault }) => isOf(fault, name));
        return `| \`${name}\` | ${countOf(own)} | ${by(own, 'rules')} | ${by(own, 'spec')} | ${by(own, 'screens')} |`;
      }),
    ].join('\n');
  const kinds = [...new Set(results.map(({ fault }) => fault.kind))].toSorted();
  const lineOf = ({ fault }: Result): string =>
    [fault.machine, fault.kind, fault.place, fault.what, whyOf(fault) ?? '']
      .map((text) => `| ${cell(text)} `)
      .join('') + '|';
  const tableOf = (title: string, list: readonly Result[]): string =>
    list.length === 0
      ? ''
      : `\n## ${title}\n\n| machine | kind | where | change | why |\n| --- | --- | --- | --- | --- |\n${list.map(lineOf).join('\n')}\n`;
  return `<!-- Written by npm run plant-faults. -->

# What the tests catch

**${faults} faults in ${machines.length} machines and layers, ${caught} caught (${share} %).** ${harmless.length} further changes make no difference, for the reasons below.

\`npm run plant-faults\` changes the program in one place at a time and runs the tests of the machine that it belongs to, until one fails: the rules of its model on every edge, the
tests written by hand for it, its paths on its screens in jsdom. Of each kind it planted ${most} in each machine (\`--most\`), spread over the chart, and six in a machine at least where there are so many:
\`--most 999\` plants every fault that it can think of. \`npm run plant-faults -- <machine>…\` does a part; \`--for 10\` stops after ten minutes, and \`--continue\` goes on where a run stopped, with what that one missed once more.
\`--layers rules,walks,spec\` runs these for every fault and says which of them sees what.

${rows('machine or layer', machines, (fault, name) => fault.machine === name)}

${rows('kind', kinds, (fault, name) => fault.kind === name)}

- Of charts. **event**: a transition is gone. **target**: it leads to another state. **guard**: a condition is gone, or the other way round. **action**, **tag**: one is left out. **delay**: a time is 1 ms longer.
  **rearm**: a state is not entered anew, so that its timer is not restarted. **wiring**: a state calls another actor or none, without its input, or takes its failure for success.
- Of the composition root. **wiring**: an actor gets another call of the API, or none. **constant**: a number is one more.
- Of the code around the charts (\`api\`, \`hooks\`, \`root\`, \`setup\`, \`unsaved\`, \`views\`). **condition**: the other way round. **cleanup**, **clearing**: a listener, a timer, a call or a note outlives its time. **hearing**: nothing is listened to.
  **address**: pushed for replaced, or replaced for pushed. **abort**: a signal is not passed on. **retry**: a read is not sent again, or a write is. **namesake**: something is found by its name instead of its id. **untrimmed**: blanks around a text are kept.
  **settle**: done after a success alone, and not after a failure too.
- Of texts. **text**: a sentence of the error catalogue is another one. **message**: a condition that chooses one is the other way round.
${tableOf('Not caught', missed)}${tableOf('Make no difference', harmless)}`;
}
