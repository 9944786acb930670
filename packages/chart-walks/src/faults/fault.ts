import type { AnyStateMachine } from 'xstate';

import { chartFaultsOf } from './chart.ts';
import { nameOf, type Node, topLevelOf } from './syntax.ts';

/**
 * One change of the program, by which its tests are tested. `machine`: the machine, or the layer of the code around the charts. `place`: a state and its
 * event, or a file and its line. `file`: from the project's folder. `text`: the file with the fault in it. `chart`: the id of a fault of the machine's chart.
 */
export type Fault = {
  machine: string;
  kind: string;
  place: string;
  what: string;
  file: string;
  text: string;
  chart: string | null;
};

type Place = { start: number; end: number; into: string };

/** A change of one place. */
export type Change = Place & { kind: string; what: string };

/** @param node whose text is replaced with another */
export const replace = ({ start, end }: Pick<Node, 'start' | 'end'>, into: string): Place => ({ start, end, into });

/** @returns the text in one line, short enough for a table */
export const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 70);

/** Names a fault among all those of a project, the same in every run. */
export const nameOfFault = ({ machine, kind, place, what }: Fault): string => [machine, kind, place, what].join(' ');

/** Returns the faults from some changes of one file. @param file its path from the project's folder */
export function planted(file: string, source: string, machine: string, changes: readonly Change[]): Fault[] {
  return changes.map(({ kind, what, start, end, into }) => ({
    machine,
    kind,
    place: `${file.replace(/^src\//, '')}:${source.slice(0, start).split('\n').length}`,
    what,
    file,
    text: source.slice(0, start) + into + source.slice(end),
    chart: null,
  }));
}

/** The module that plants a fault, by the name under which the changed file imports it. */
export const PLANTER = 'chart-walks/plant';

/** A machine, and the file and the name that export it: `default` for a default export. */
export type Exported = { name: string; machine: AnyStateMachine; exported: string };

/**
 * Returns the faults of a machine's chart: its file exports the machine with the fault, so that the whole program runs on it.
 * @param owner the machine
 * @param file its path from the project's folder
 * @param source its text
 * @throws Error where the file does not declare the machine that it exports
 */
export function chartFaults({ name, machine, exported }: Exported, file: string, source: string): Fault[] {
  const withFault = planting(file, source, exported);
  return chartFaultsOf(machine).map(({ id, kind, state, event, what }) => ({
    machine: name,
    kind,
    place: `${state} · ${event}`,
    what,
    file,
    text: withFault(JSON.stringify(id)),
    chart: id,
  }));
}

/** Returns a function that writes the file with a fault in the machine that it exports. */
function planting(file: string, source: string, exported: string): (id: string) => string {
  const head = `import { plant } from '${PLANTER}';\n`;
  const cut = (start: number, end: number, into: string): string => source.slice(0, start) + into + source.slice(end);
  for (const node of topLevelOf(file, source)) {
    const declaration = node['declaration'] as Node | null | undefined;
    if (exported === 'default' && node.type === 'ExportDefaultDeclaration' && declaration?.type === 'CallExpression') {
      const sound = cut(node.start, declaration.start, 'const sound = ');
      return (id) => `${head}${sound}\nexport default plant(sound, ${id});\n`;
    }
    const holder = node.type === 'ExportNamedDeclaration' ? declaration : node;
    if (holder?.type !== 'VariableDeclaration') continue;
    const wanted = exported === 'default' ? defaultName(file, source) : exported;
    const [declarator] = holder['declarations'] as [Node];
    if (nameOf(declarator['id']) !== wanted) continue;
    const value = declarator['init'] as Node;
    const start = `${source.slice(0, node.start)}const sound = ${source.slice(value.start, node.end)}`;
    const keyword = node === holder ? 'const' : 'export const';
    return (id) => `${head}${start}\n${keyword} ${wanted} = plant(sound, ${id});${source.slice(node.end)}`;
  }
  throw new Error(
    `${file} exports '${exported}' and does not declare it: name the file that has const ${exported} = … with the chart.`,
  );
}

/** The name in `export default lampMachine`. */
function defaultName(file: string, source: string): string | null {
  const found = topLevelOf(file, source).find(({ type }) => type === 'ExportDefaultDeclaration');
  return found ? nameOf(found['declaration']) : null;
}

/** Minimum of faults of a machine, whatever their kinds, if there are so many. */
const LEAST = 6;

/** Limits the number, spread evenly over the file. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most
    ? [...all]
    : all.filter(
        (_, index) => Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length),
      );

/** Groups a list by a key, in the order of the first of each; Node 20 has no `Map.groupBy`. */
export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

/** Limits the number of each kind. @param most of one kind */
export const spreadKinds = (all: readonly Fault[], most: number): Fault[] =>
  [...grouped(all, ({ kind }) => kind).values()].flatMap((own) => spread(own, most));

/** Limits the number of each kind in one machine; more where the machine would have fewer than six faults. @param most of one kind */
export function spreadMachine(all: readonly Fault[], most: number): Fault[] {
  let count = most;
  while (spreadKinds(all, count).length < Math.min(LEAST, all.length)) count += 1;
  return spreadKinds(all, count);
}
