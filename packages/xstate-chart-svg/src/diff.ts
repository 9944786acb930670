import { type AnyStateMachine, type AnyStateNode, createMachine } from 'xstate';

import { delayOf, shortName, stateNodes, transitionsOf } from './chart.ts';
import { keyOf, type Look, type Mark, ownRows, type Paint, REMOVED } from './drawing.ts';
import { plainState } from './source.ts';

type Kind = 'added' | 'removed' | 'changed';

/** A change of a chart in words. */
export type Change = { kind: Kind; what: string };

type Plain = Record<string, unknown>;

const LOOKS: Readonly<Record<Kind, Look>> = { added: 'good', removed: 'bad', changed: 'partly' };
const SIGNS: Readonly<Record<Kind, string>> = { added: '+', removed: '−', changed: '~' };
const markOf = (kind: unknown): Mark | undefined =>
  kind === 'added' || kind === 'removed' || kind === 'changed' ? { look: LOOKS[kind], sign: SIGNS[kind] } : undefined;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());
const transition = (value: unknown): Plain => (isPlain(value) ? value : { target: value });
const marked = (value: Plain, kind: Kind, was?: string): Plain => ({ ...value, meta: { compared: kind, was } });

const namesIn = (value: unknown): string =>
  listOf(value)
    .map((one) => (isPlain(one) ? one['type'] : one))
    .join(', ');

/** The parts of a changed transition that were others: condition, actions, target. */
function wasOf(old: Plain, now: Plain): string {
  const differs = (part: string): boolean => !same(old[part], now[part]);
  const target = namesIn(old['target']).replace(/^.*[.#]/, '');
  return [
    'was',
    differs('guard') && `[${namesIn(old['guard']) || 'always'}]`,
    differs('actions') && `/ ${namesIn(old['actions']) || 'nothing'}`,
    differs('target') && `→ ${target || 'stays'}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Alternatives for one event: those of the newer chart in their order, then what only the older one had. */
function alternatives(before: unknown, after: unknown): Plain[] | undefined {
  const gone = listOf(before).map(transition);
  const come = listOf(after).map(transition);
  if (gone.length + come.length === 0) return undefined;
  const take = (isIt: (old: Plain) => boolean): Plain | undefined => {
    const at = gone.findIndex(isIt);
    return at >= 0 ? gone.splice(at, 1)[0] : undefined;
  };
  const kept = come.map((one): Plain | null => (take((old) => same(old, one)) ? one : null));
  const all = come.map((one, at): Plain => {
    const known = kept[at];
    if (known) return known;
    const old = take(
      (other) =>
        same(other['target'], one['target']) || (other['guard'] !== undefined && same(other['guard'], one['guard'])),
    );
    return old ? marked(one, 'changed', wasOf(old, one)) : marked(one, 'added');
  });
  const last = listOf(before).length > 1 ? transition(listOf(before).at(-1)) : null;
  const isElse = (one: Plain): boolean => one['guard'] === undefined && same(one, last);
  return [...all, ...gone.map((one) => marked(one, REMOVED, isElse(one) ? '[else]' : undefined))];
}

const keysOf = (...values: unknown[]): string[] => [
  ...new Set(values.flatMap((value) => (isPlain(value) ? Object.keys(value) : []))),
];

const byEvent = (before: unknown, after: unknown): Plain =>
  Object.fromEntries(
    keysOf(after, before).map((key) => [
      key,
      alternatives(isPlain(before) ? before[key] : undefined, isPlain(after) ? after[key] : undefined),
    ]),
  );

const nameOf = (call: unknown): unknown => (isPlain(call) ? (call['id'] ?? call['src']) : call);

function calls(before: unknown, after: unknown): unknown[] {
  const [olds, news] = [listOf(before) as Plain[], listOf(after) as Plain[]];
  const ends = ['onDone', 'onError', 'onSnapshot'] as const;
  const join = (old: Plain | undefined, now: Plain | undefined): Plain => ({
    ...(now ?? old),
    ...Object.fromEntries(ends.map((end) => [end, alternatives(old?.[end], now?.[end])])),
  });
  return [
    ...news.map((now) =>
      join(
        olds.find((old) => same(nameOf(old), nameOf(now))),
        now,
      ),
    ),
    ...olds.filter((old) => !news.some((now) => same(nameOf(old), nameOf(now)))).map((old) => join(old, undefined)),
  ];
}

const union = (before: unknown, after: unknown): unknown[] => {
  const now = listOf(after);
  return [...now, ...listOf(before).filter((old) => !now.some((one) => same(one, old)))];
};

/** The lines in a state's own box, as the drawing writes them. */
const OWN = ['type', 'tags', 'entry', 'exit', 'initial'] as const;

/** Both versions of a state as one: marks are in `meta`. A version that lacks the state is undefined. */
function merged(before: Plain | undefined, after: Plain | undefined): Plain {
  const now = after ?? before ?? {};
  const [olds, news] = [before?.['states'], after?.['states']] as [Record<string, Plain>?, Record<string, Plain>?];
  const names = keysOf(news, olds);
  const callNames = (one: Plain | undefined): unknown[] =>
    listOf(one?.['invoke']).map((call) => [nameOf(call), (call as Plain)['src']]);
  const isChanged = OWN.some((key) => !same(before?.[key], after?.[key])) || !same(callNames(before), callNames(after));
  const kind: Kind | null = !before ? 'added' : !after ? 'removed' : isChanged ? 'changed' : null;
  const fields: Plain = {
    ...now,
    tags: union(before?.['tags'], after?.['tags']),
    entry: union(before?.['entry'], after?.['entry']),
    exit: union(before?.['exit'], after?.['exit']),
    invoke: calls(before?.['invoke'], after?.['invoke']),
    on: byEvent(before?.['on'], after?.['on']),
    after: byEvent(before?.['after'], after?.['after']),
    always: alternatives(before?.['always'], after?.['always']),
    onDone: alternatives(before?.['onDone'], after?.['onDone']),
    initial: now['initial'] ?? before?.['initial'],
    ...(names.length > 0 && {
      states: Object.fromEntries(names.map((name) => [name, merged(olds?.[name], news?.[name])])),
    }),
    meta: { compared: kind },
  };
  if (now['type'] === 'final' && names.length > 0) delete fields['type'];
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Plain data with the delays' milliseconds in place of their names, so that another time is a change. */
function plainOf(machine: AnyStateMachine, id: string): Plain {
  const ownId = `#${machine.id}`;
  const visit = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') {
      return value === ownId || value.startsWith(`${ownId}.`) ? `#${id}${value.slice(ownId.length)}` : value;
    }
    if (Array.isArray(value)) return value.map((one) => visit(one));
    if (!isPlain(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        key === 'after' ? String(delayOf(machine, name)) : name,
        visit(one, name),
      ]),
    );
  };
  return { ...(visit(plainState(machine.root)) as Plain), id };
}

const kindOf = ({ meta }: { meta?: unknown }): Kind | null =>
  isPlain(meta) ? ((meta['compared'] as Kind | undefined) ?? null) : null;
const wasIn = ({ meta }: { meta?: unknown }): string =>
  isPlain(meta) ? ((meta['was'] as string | undefined) ?? '') : '';

/** Marks of the lines in the box of a state that both versions have. */
function rowMark(text: string, before: readonly string[], after: readonly string[]): Mark | undefined {
  // The tags of both versions are one line.
  if (text.startsWith('# ')) return before.includes(text) && after.includes(text) ? undefined : markOf('changed');
  if (!before.includes(text)) return markOf('added');
  return after.includes(text) ? undefined : markOf('removed');
}

/** The lines of a state's own box, to compare. */
function rowsOf(node: AnyStateNode | undefined): string[] {
  if (!node) return [];
  return ownRows(node).map(({ text }) => text);
}

/**
 * Joins two versions of a chart.
 * @returns a machine with all states and transitions of both, the paint that shows which is which, and the changes in words
 */
export function compare(
  before: AnyStateMachine,
  after: AnyStateMachine,
): { machine: AnyStateMachine; paint: Paint; changes: Change[] } {
  const { id } = after;
  const machine: AnyStateMachine = createMachine(merged(plainOf(before, id), plainOf(after, id)) as object);
  const nodes = new Map(stateNodes(machine).map((node) => [node.id, node]));
  const all = transitionsOf(machine);
  const kinds = new Map(all.map((one) => [keyOf(one, all), kindOf(one.definition)]));
  const olds = new Map(all.map((one) => [keyOf(one, all), wasIn(one.definition)]));
  const nodeIn = (of: AnyStateMachine, node: AnyStateNode): AnyStateNode | undefined =>
    node.path.reduce<AnyStateNode | undefined>((found, key) => found?.states[key], of.root);
  const changes: Change[] = [];
  for (const node of nodes.values()) {
    const kind = kindOf(node);
    if (kind) changes.push({ kind, what: `state ${shortName(machine, node.id)}` });
  }
  for (const one of all) {
    const kind = kinds.get(keyOf(one, all));
    const targets = one.targets.map((target) => shortName(machine, target)).join(', ');
    const name = `${one.trigger}${one.condition === null ? '' : ` [${one.condition}]`}`;
    const was = wasIn(one.definition);
    const what = `${shortName(machine, one.source)} · ${name} → ${targets || 'stays'}${was && ` (${was})`}`;
    if (kind) changes.push({ kind, what });
  }
  const count = (kind: Kind): string =>
    `${SIGNS[kind]} ${changes.filter((change) => change.kind === kind).length} ${kind}`;
  return {
    machine,
    changes,
    paint: {
      transition: (key) => {
        const mark = markOf(kinds.get(key));
        return mark && { ...mark, was: olds.get(key) ?? '' };
      },
      state: (stateId) => markOf(kindOf(nodes.get(stateId) ?? {})),
      row: (stateId, text) => {
        const node = nodes.get(stateId);
        if (!node || kindOf(node) !== 'changed') return undefined;
        return rowMark(text, rowsOf(nodeIn(before, node)), rowsOf(nodeIn(after, node)));
      },
      note: `${count('added')} (green), ${count('removed')} (red, dotted), ${count('changed')} (amber, dashed).`,
    },
  };
}
