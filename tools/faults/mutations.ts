import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import type { Entry } from '../../tests/paths/registry.ts';
import { chartFaultsOf } from './chart.ts';
import { calledOf, named, nameOf, type Node, nodesOf, ownerOf, textOf } from './syntax.ts';

/**
 * One change of the program, by which its tests are tested. `machine`: the machine or the layer. `place`: a state and
 * its event, or a file and its line. `chart`: the id of a fault of the machine's chart. `text`: the file with the fault
 * in it.
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

/** A change of a file that several machines share, with its machine. */
type Owned = Change & { machine: string };

/** @param node whose text is replaced with another */
export const replace = ({ start, end }: Node, into: string): Place => ({ start, end, into });

export const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 70);

/** Removes a property with its comma. */
function without(source: string, { start, end }: Node): Place {
  const [comma = ''] = /^\s*,/.exec(source.slice(end)) ?? [];
  if (comma !== '') return { start, end: end + comma.length, into: '' };
  const [before = ''] = /,\s*$/.exec(source.slice(0, start)) ?? [];
  return { start: start - before.length, end, into: '' };
}

/** The machine of each text. */
const TEXTS: Readonly<Record<string, string>> = {
  signup: 'signup',
  signupMessage: 'signup',
  document: 'editor',
  permissionDenied: 'editor',
  loadDocumentMessage: 'editor',
  saveMessage: 'editor',
  submitMessage: 'editor',
  deleteMessage: 'wipList',
  archives: 'liveArchive',
  archiveMessage: 'liveArchive',
  lists: 'templatePicker',
  serverMessage: 'templatePicker',
  listMessage: 'dashboard',
  admin: 'userAdmin',
  adminMessage: 'userAdmin',
  refusedMessage: 'userAdmin',
  adminListMessage: 'userAdmin',
  loginMessages: 'login',
  loginMessage: 'login',
};

const ownerOfText = (around: readonly Node[]): string | null => {
  const names = around.map((node) => named(node)?.name ?? nameOf(node['id'])).filter((name) => name !== null);
  return names.map((name) => TEXTS[name]).find((machine) => machine !== undefined) ?? null;
};

/** Texts and the conditions that choose them. */
function ofTexts(path: string, source: string): Owned[] {
  return nodesOf(path, source).flatMap(({ node, around }): Owned[] => {
    const machine = ownerOfText(around);
    if (machine === null || around.some(({ type }) => /^TS(?!As|Satisfies)/.test(type))) return [];
    const said = source.slice(node.start, node.end);
    const change = (kind: string, what: string, at: Node, into: string): Owned[] => [
      { machine, kind, what, ...replace(at, into) },
    ];
    if (textOf(node) !== null && named(around[0]) && / /.test(said) && named(around[0])?.value === node) {
      return change('text', `another text for ${short(said)}`, node, `'Something else.'`);
    }
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
      const test = node['test'] as Node;
      const words = source.slice(test.start, test.end);
      return change('message', `if not ${short(words)}`, test, `!(${words})`);
    }
    if (node.type === 'SwitchCase' && node['test']) {
      const test = node['test'] as Node;
      return change('message', `case ${source.slice(test.start, test.end)} never`, test, '999');
    }
    if (node.type === 'LogicalExpression' && node['operator'] === '??') {
      const right = node['right'] as Node;
      return change('message', `always the default: ${short(said)}`, node, source.slice(right.start, right.end));
    }
    return [];
  });
}

/** Parts that the composition root provides to the machines. */
function ofWiring(path: string, source: string): Owned[] {
  const nodes = nodesOf(path, source);
  const calls = new Map<string, Set<string>>();
  for (const { node } of nodes) {
    const owner = ownerOf(node);
    if (owner === null) continue;
    calls.set(owner, (calls.get(owner) ?? new Set()).add(calledOf(node) ?? ''));
  }
  return nodes.flatMap(({ node, around }): Owned[] => {
    const provide = around.find((one) => calledOf(one) === 'provide');
    const machine = provide && /^(\w+)Machine$/.exec(ownerOf(provide) ?? '')?.[1];
    if (!machine) return [];
    const field = named(node);
    const part = named(around[1])?.name;
    const kind = 'wiring';
    if (field && part === 'actors')
      return [{ machine, kind, what: `${field.name} not given`, ...without(source, node) }];
    if (field && part === 'actions')
      return [{ machine, kind, what: `${field.name} does nothing`, ...replace(field.value, '() => void 0') }];
    const owner = ownerOf(node);
    const called = calledOf(node);
    if (owner === null || called === null || !/^(\w+Api|templates|wips|archives|users)$/.test(owner)) return [];
    const names = [...(calls.get(owner) ?? [])];
    const other = names[(names.indexOf(called) + 1) % names.length];
    const property = (node['callee'] as Node)['property'] as Node;
    if (other === undefined || other === called) return [];
    return [{ machine, kind, what: `${owner}.${other} for ${called}`, ...replace(property, other) }];
  });
}

/** The constants of the specification that a machine uses. */
function ofConstants(path: string, source: string, used: ReadonlySet<string>): Change[] {
  return nodesOf(path, source).flatMap(({ node }): Change[] => {
    const name = node.type === 'VariableDeclarator' ? nameOf(node['id']) : null;
    const value = node['init'] as Node | null;
    if (name === null || !used.has(name) || typeof value?.['value'] !== 'number') return [];
    const into = `${source.slice(value.start, value.end)} + 1`;
    return [{ kind: 'constant', what: `${name} one more`, ...replace(value, into) }];
  });
}

/** The faults from some changes of one file. */
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

/** The faults of a machine's chart: its file exports the machine with the fault, so that the whole application runs on it. */
function ofChart({ name, machine }: Entry, file: string, source: string): Fault[] {
  const original = `${name}Machine`;
  const hidden = source.replace(`export const ${original} =`, `const sound =`);
  const planter = relative(dirname(file), 'tools/faults/chart.ts');
  return chartFaultsOf(machine).map(({ id, kind, state, event, what }) => ({
    machine: name,
    kind,
    place: `${state} · ${event}`,
    what,
    file,
    text: `import { plant } from '${planter}';\n${hidden.replaceAll(`typeof ${original}`, 'typeof sound')}\nexport const ${original} = plant(sound, ${JSON.stringify(id)});\n`,
    chart: id,
  }));
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

/** Limits the number of each kind. */
export const spreadKinds = (all: readonly Fault[], most: number): Fault[] =>
  [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap((own) => spread(own, most));

/**
 * The faults of some machines, the same every time.
 * @param root the project's folder
 * @param entries the machines
 * @param most of one kind in one machine; more where a machine would have fewer than six
 */
export async function faultsOf(root: string, entries: readonly Entry[], most: number): Promise<Fault[]> {
  const load = async (file: string): Promise<{ file: string; source: string }> => ({
    file,
    source: await readFile(join(root, file), 'utf8').catch(() => ''),
  });
  const loadAll = (files: readonly string[]) => Promise.all(files.map(load));
  const texts = await loadAll(['src/machines/shared/messages.ts', 'src/machines/session/login-messages.ts']);
  const routes = [
    'src/app.ts',
    'src/routes/live/live-archive.ts',
    ...globSync('src/routes/*/*.route.ts', { cwd: root }),
  ];
  const wiring = await loadAll(routes.toSorted());
  const constants = await load('common/config/constants.ts');
  const clauses = await load('tests/spec/constants.test.ts');
  const shared = [
    ...texts.map(({ file, source }) => ({ file, source, changes: ofTexts(file, source) })),
    ...wiring.map(({ file, source }) => ({ file, source, changes: ofWiring(file, source) })),
  ];
  const perMachine = await Promise.all(
    entries.map(async (entry) => {
      const machine = entry.name;
      const charts = await loadAll([entry.file, entry.file.replace('.machine.ts', '.setup.ts')]);
      const [chart] = charts;
      const others = shared.flatMap(({ file, source, changes }) =>
        planted(
          file,
          source,
          machine,
          changes.filter((change) => change.machine === machine),
        ),
      );
      const constantsIn = (text: string): string[] => text.match(/\b[A-Z][A-Z_]{3,}\b/g) ?? [];
      // A number of our own may be another one: nothing but the specification says how much is right.
      const specified = new Set(constantsIn(clauses.source));
      const used = new Set(charts.flatMap((one) => constantsIn(one.source)).filter((name) => specified.has(name)));
      const { file, source } = constants;
      const numbers = planted(file, source, machine, ofConstants(file, source, used));
      const all = [...(chart ? ofChart(entry, chart.file, chart.source) : []), ...others, ...numbers];
      let count = most;
      while (spreadKinds(all, count).length < Math.min(LEAST, all.length)) count += 1;
      return spreadKinds(all, count);
    }),
  );
  return perMachine.flat();
}
