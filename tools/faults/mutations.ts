import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  calledOf,
  type Change,
  chartFaults,
  type Fault,
  named,
  nameOf,
  type Node,
  nodesOf,
  ownerOf,
  planted,
  replace,
  short,
  spreadMachine,
  textOf,
} from 'chart-walks/faults';
import type { Entry } from '../../tests/paths/registry.ts';

/** A change of a file that several machines share, with its machine. */
type Owned = Change & { machine: string };

/** Removes a property with its comma. */
function without(source: string, { start, end }: Node): Pick<Change, 'start' | 'end' | 'into'> {
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
      const exported = { ...entry, exported: `${machine}Machine` };
      const all = [...(chart ? chartFaults(exported, chart.file, chart.source) : []), ...others, ...numbers];
      return spreadMachine(all, most);
    }),
  );
  return perMachine.flat();
}
