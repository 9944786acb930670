import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { camel } from '../../tests/paths/registry.ts';
import { calledOf, elementsOf, fieldsOf, named, nameOf, type Node, nodesOf, ownerOf, textOf } from './syntax.ts';

/** One change of the program, by which its tests are tested. `machine`: whose it is, a machine's or a layer's. */
export type Fault = { machine: string; kind: string; file: string; line: number; what: string; text: string };

type Place = { start: number; end: number; into: string };

/** A change of one place. */
export type Change = Place & { kind: string; what: string };

/** A change of a file that several machines share, with the machine whose it is. */
type Owned = Change & { machine: string };

/** @param node whose text gives way to another */
export const replace = ({ start, end }: Node, into: string): Place => ({ start, end, into });

export const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 70);

/** A property without what stands before and after it: its comma goes along. */
function without(source: string, { start, end }: Node): Place {
  const [comma = ''] = /^\s*,/.exec(source.slice(end)) ?? [];
  if (comma !== '') return { start, end: end + comma.length, into: '' };
  const [before = ''] = /,\s*$/.exec(source.slice(0, start)) ?? [];
  return { start: start - before.length, end, into: '' };
}

/** Another state where this one could be: the next one among its sisters. */
function otherTarget(target: string, around: readonly Node[]): string | null {
  const isInner = target.startsWith('.');
  const name = target.replace(/^\.|^#\w+\./, '');
  for (const node of around) {
    const states = fieldsOf(node).find((field) => field.name === 'states');
    const names = fieldsOf(states?.value).map((field) => field.name);
    const at = names.indexOf(name);
    if (at < 0 || names.length < 2) continue;
    const next = names[(at + 1) % names.length] ?? name;
    return isInner ? `.${next}` : target.startsWith('#') ? target.replace(/[^.]+$/, next) : next;
  }
  return null;
}

type Found = { node: Node; around: readonly Node[] };

/** What can be wrong in a chart: guards, targets, actions, tags, and which call runs with what and what follows it. */
function chartChanges(source: string, { node, around }: Found, actors: readonly string[]): Change[] {
  const field = named(node);
  if (!field) return [];
  const { name, value, start, end } = field;
  const parent = around[0];
  const text = textOf(value);
  const cut = (kind: string): Change => ({
    kind,
    what: `without ${short(source.slice(start, end))}`,
    ...without(source, node),
  });
  const isInvoke = fieldsOf(parent).some((other) => other.name === 'src');
  switch (name) {
    case 'target': {
      const other = text === null ? null : otherTarget(text, around);
      if (other === null || other === text) return [];
      return [{ kind: 'target', what: `${text} → ${other}`, ...replace(value, `'${other}'`) }];
    }
    case 'guard':
      return [cut('guard')];
    case 'actions':
    case 'entry':
    case 'exit':
    case 'clear':
    case 'tell':
      return [cut('action')];
    case 'tags':
      return (value.type === 'ObjectExpression' ? fieldsOf(value) : elementsOf(value)).map((tag) => {
        const what = `without the tag ${short(source.slice(tag.start, tag.end))}`;
        return { kind: 'tag', what, ...without(source, tag === value ? node : tag) };
      });
    case 'src': {
      const other = text === null ? undefined : actors[(actors.indexOf(text) + 1) % actors.length];
      if (!isInvoke || other === undefined || other === text) return [];
      return [{ kind: 'wiring', what: `calls ${other} for ${text}`, ...replace(value, `'${other}'`) }];
    }
    case 'input':
      return isInvoke ? [cut('wiring')] : [];
    case 'onError': {
      const done = fieldsOf(parent).find((other) => other.name === 'onDone');
      if (!done || !isInvoke) return [];
      const [first, last] = done.start < field.start ? [done, field] : [field, done];
      const of = (one: Node): string => source.slice(one.start, one.end);
      const into = of(last.value) + source.slice(first.value.end, last.value.start) + of(first.value);
      const id = textOf(fieldsOf(parent).find((other) => other.name === 'src')?.value) ?? '';
      const what = `onDone and onError of ${id} swapped`;
      return [{ kind: 'wiring', what, start: first.value.start, end: last.value.end, into }];
    }
    default:
      return [];
  }
}

/** What can be wrong in a chart's vocabulary: conditions and delays. */
function setupChanges(source: string, { node, around }: Found): Change[] {
  const field = named(node);
  const part = named(around[1]);
  if (!field || !part) return [];
  const { name, value } = field;
  if (part.name === 'delays') {
    const into = `(${source.slice(value.start, value.end)}) + 1`;
    return [{ kind: 'delay', what: `${name} 1 ms longer`, ...replace(value, into) }];
  }
  if (part.name !== 'guards' || value.type !== 'ArrowFunctionExpression') return [];
  const body = value['body'] as Node;
  const last = body.type === 'BlockStatement' ? (body['body'] as Node[]).at(-1) : null;
  const answer = last?.type === 'ReturnStatement' ? (last['argument'] as Node) : body;
  if (answer.type === 'BlockStatement') return [];
  const into = `!(${source.slice(answer.start, answer.end)})`;
  return [{ kind: 'guard', what: `${name} the other way round`, ...replace(answer, into) }];
}

/** Whether a node is in what a call is given; `setup(…)` stands before the dot of `setup(…).createMachine(…)` and not in it. */
const isIn = ({ node, around }: Found, called: string): boolean =>
  around.some(
    (one, index) =>
      calledOf(one) === called &&
      (one['arguments'] as Node[]).includes(index === 0 ? node : (around[index - 1] ?? node)),
  );

/** Every fault of a chart's file. */
function ofChart(path: string, source: string, actors: readonly string[]): Change[] {
  return nodesOf(path, source).flatMap((found) => {
    if (isIn(found, 'createMachine')) return chartChanges(source, found, actors);
    return isIn(found, 'setup') ? setupChanges(source, found) : [];
  });
}

/** Files with states that several charts have, at the chart that uses all that they offer. */
const SHARED_STATES: Readonly<Record<string, readonly string[]>> = {
  templatePicker: ['src/machines/loading.ts'],
  wipList: ['src/machines/deleting.ts'],
};

/** Every fault of such a file. */
const ofStates = (path: string, source: string): Change[] =>
  nodesOf(path, source).flatMap((found) => chartChanges(source, found, []));

const actorsOf = (path: string, source: string): string[] =>
  nodesOf(path, source).flatMap(({ node, around }) => {
    const field = named(node);
    return field?.name === 'actors' && around[1] && calledOf(around[1]) === 'setup'
      ? fieldsOf(field.value).map(({ name }) => name)
      : [];
  });

/** Whose the texts are. */
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

/** What the composition root gives to the machines. */
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

/** The constants of the specification that a machine is written with. */
function ofConstants(path: string, source: string, used: ReadonlySet<string>): Change[] {
  return nodesOf(path, source).flatMap(({ node }): Change[] => {
    const name = node.type === 'VariableDeclarator' ? nameOf(node['id']) : null;
    const value = node['init'] as Node | null;
    if (name === null || !used.has(name) || typeof value?.['value'] !== 'number') return [];
    const into = `${source.slice(value.start, value.end)} + 1`;
    return [{ kind: 'constant', what: `${name} one more`, ...replace(value, into) }];
  });
}

/** The faults that come of some changes of one file. */
export function planted(file: string, source: string, machine: string, changes: readonly Change[]): Fault[] {
  return changes.map(({ kind, what, start, end, into }) => ({
    machine,
    kind,
    file,
    what,
    line: source.slice(0, start).split('\n').length,
    text: source.slice(0, start) + into + source.slice(end),
  }));
}

/** A machine has so many at least, whatever their kinds, where there are so many. */
const LEAST = 6;

/** At most so many, spread evenly over the file. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most
    ? [...all]
    : all.filter(
        (_, index) => Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length),
      );

/** At most so many of each kind. */
export const spreadKinds = (all: readonly Fault[], most: number): Fault[] =>
  [...Map.groupBy(all, ({ kind }) => kind).values()].flatMap((own) => spread(own, most));

/**
 * The faults of the whole, the same every time.
 * @param root the project's folder
 * @param stems the machines' file names
 * @param most of one kind in one machine; more where a machine would have fewer than six
 */
export async function faultsOf(root: string, stems: readonly string[], most: number): Promise<Fault[]> {
  const load = async (file: string): Promise<{ file: string; source: string }> => ({
    file,
    source: await readFile(join(root, file), 'utf8').catch(() => ''),
  });
  const loadAll = (files: readonly string[]) => Promise.all(files.map(load));
  const texts = await loadAll(['src/machines/messages.ts', 'src/machines/login-messages.ts']);
  const routes = ['src/app.ts', 'src/routes/live-archive.ts', ...globSync('src/routes/*.route.ts', { cwd: root })];
  const wiring = await loadAll(routes.toSorted());
  const constants = await load('src/config/constants.ts');
  const shared = [
    ...texts.map(({ file, source }) => ({ file, source, changes: ofTexts(file, source) })),
    ...wiring.map(({ file, source }) => ({ file, source, changes: ofWiring(file, source) })),
  ];
  const perMachine = await Promise.all(
    stems.map(async (stem) => {
      const machine = camel(stem);
      const charts = await loadAll([`src/machines/${stem}.machine.ts`, `src/machines/${stem}.setup.ts`]);
      const actors = charts.flatMap(({ file, source }) => actorsOf(file, source));
      const own = charts.flatMap(({ file, source }) => planted(file, source, machine, ofChart(file, source, actors)));
      const states = (await loadAll(SHARED_STATES[machine] ?? [])).flatMap(({ file, source }) =>
        planted(file, source, machine, ofStates(file, source)),
      );
      const others = shared.flatMap(({ file, source, changes }) =>
        planted(
          file,
          source,
          machine,
          changes.filter((change) => change.machine === machine),
        ),
      );
      const used = new Set(charts.flatMap(({ source }) => source.match(/\b[A-Z][A-Z_]{3,}\b/g) ?? []));
      const { file, source } = constants;
      const numbers = planted(file, source, machine, ofConstants(file, source, used));
      const all = [...own, ...states, ...others, ...numbers];
      let count = most;
      while (spreadKinds(all, count).length < Math.min(LEAST, all.length)) count += 1;
      return spreadKinds(all, count);
    }),
  );
  return perMachine.flat();
}
