import { textTable } from '../report.ts';
import type { Fault } from './fault.ts';
import type { Result } from './project.ts';

/** The reason of a change that makes no difference. By machine and change as in the report; `place` where several have the same name. */
export type Survivor = { machine: string; place?: string; what: string; why: string };

/** True if an explanation is of this fault. */
export const explains = (one: Survivor, { machine, place, what }: Fault): boolean =>
  one.machine === machine && one.what === what && (one.place ?? place) === place;

/** Returns a function that finds the reason of a fault. @param survivors all reasons */
export const explained =
  (survivors: readonly Survivor[]) =>
  (fault: Fault): string | null =>
    survivors.find((one) => explains(one, fault))?.why ?? null;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** The faults of a run that no test detected, those that are explained apart. */
export function missedOf(
  results: readonly Result[],
  whyOf: (fault: Fault) => string | null,
): { missed: Result[]; harmless: Result[] } {
  const unseen = results.filter(({ seen }) => seen.length === 0);
  return {
    missed: unseen.filter(({ fault }) => whyOf(fault) === null),
    harmless: unseen.filter(({ fault }) => whyOf(fault) !== null),
  };
}

/**
 * Returns a text table with the number of faults of each kind that each kind of tests detected, and that it alone detected.
 * @param asked kinds of tests
 */
export function layerTable(results: readonly Result[], asked: readonly string[]): string {
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

/** Returns the first sentence of a report in Markdown: how many faults there were, and how many of them were detected. */
export function summary(results: readonly Result[], whyOf: (fault: Fault) => string | null): string {
  const { missed, harmless } = missedOf(results, whyOf);
  const machines = new Set(results.map(({ fault }) => fault.machine)).size;
  const faults = results.length - harmless.length;
  const caught = faults - missed.length;
  const share = Math.floor((caught / Math.max(1, faults)) * 100);
  const where = machines === 1 ? '1 machine' : `${machines} machines and layers`;
  return `**${faults} faults in ${where}, ${caught} caught (${share} %).** ${harmless.length} further changes make no difference, for the reasons below.`;
}

/**
 * Returns two tables in Markdown, by machine and by kind: how many faults each kind of tests was the first to detect.
 * @param layers kinds of tests, with the words of their columns
 */
export function tables(results: readonly Result[], layers: Readonly<Record<string, string>>): string {
  const countOf = (own: readonly Result[]): string =>
    own.length === 0 ? '' : `${own.filter(({ seen }) => seen.length > 0).length}/${own.length}`;
  const by = (own: readonly Result[], layer: string): string =>
    String(own.filter(({ seen }) => seen[0]?.layer === layer).length || '');
  const namesOf = (part: 'machine' | 'kind'): string[] =>
    [...new Set(results.map(({ fault }) => fault[part]))].toSorted();
  const rows = (title: string, part: 'machine' | 'kind'): string =>
    [
      `| ${[title, 'caught', ...Object.values(layers)].join(' | ')} |`,
      `| ${['---', '---', ...Object.keys(layers).map(() => '---')].join(' | ')} |`,
      ...namesOf(part).map((name) => {
        const own = results.filter(({ fault }) => fault[part] === name);
        return `| ${[`\`${name}\``, countOf(own), ...Object.keys(layers).map((layer) => by(own, layer))].join(' | ')} |`;
      }),
    ].join('\n');
  return `${rows('machine or layer', 'machine')}\n\n${rows('kind', 'kind')}`;
}

/** Returns the lists of a report in Markdown: the faults that no test detected, and the changes that make no difference. */
export function missedText(results: readonly Result[], whyOf: (fault: Fault) => string | null): string {
  const { missed, harmless } = missedOf(results, whyOf);
  const lineOf = ({ fault }: Result): string =>
    [fault.machine, fault.kind, fault.place, fault.what, whyOf(fault) ?? '']
      .map((text) => `| ${cell(text)} `)
      .join('') + '|';
  const tableOf = (title: string, list: readonly Result[]): string =>
    list.length === 0
      ? ''
      : `\n## ${title}\n\n| machine | kind | where | change | why |\n| --- | --- | --- | --- | --- |\n${list.map(lineOf).join('\n')}\n`;
  return `${tableOf('Not caught', missed)}${tableOf('Make no difference', harmless)}`;
}
