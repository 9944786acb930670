import type { AnyStateMachine, AnyStateNode } from 'xstate';

import { actionNames, callsOf, type ChartTransition, shortName, stateNodes, transitionsOf } from './chart.ts';

/** A label's cause: an event from the user or another source, a call's result, time, or nothing (`always`). */
export type Tone = 'event' | 'done' | 'failed' | 'time' | 'always' | 'quiet';

/** How something is painted: with a sign in its text as well, so that it is read without the colour. */
export type Look = 'good' | 'partly' | 'bad' | 'active';

/** A painted subject: `sign` goes before its text, `count` behind it, `was` below it. */
export type Mark = { look: Look; sign?: string; count?: string; was?: string };

/** Marks of a drawing, beyond the chart itself. */
export type Paint = {
  /** @param key a transition, by `keyOf` */
  transition?: (key: string) => Mark | undefined;
  /** @param id a state */
  state?: (id: string) => Mark | undefined;
  /** @param text a line in the box of a state, as it is drawn without paint */
  row?: (id: string, text: string) => Mark | undefined;
  /** One line below the title: what the signs mean. */
  note?: string;
};

/** One line of text on an arrow or in a box, and its subject: transitions by `keyOf`, or a state of a folded box. */
export type Label = {
  text: string;
  tone: Tone;
  keys?: readonly string[];
  state?: string;
  looks?: readonly (Look | null)[];
  /** Its last line. */
  was?: string;
};

export type BoxKind = 'state' | 'compound' | 'region' | 'final' | 'initial' | 'history' | 'anywhere' | 'elsewhere';

/** A box of a drawing. */
export type Box = {
  id: string;
  title: string;
  kind: BoxKind;
  rows: Label[];
  children: Box[];
  look?: Look;
  /** True for a state whose inside has a drawing of its own. */
  isFolded?: boolean;
};

/** An arrow of a drawing, for all transitions between the same two boxes. */
export type Arrow = {
  id: string;
  from: string;
  to: string;
  labels: Label[];
  /** The arrow's title, a line for each transition. */
  about: string[];
};

/** A drawing: boxes within boxes, and arrows. `key`: lists of actions, to which the arrows refer by number, from 1. */
export type Drawing = {
  id: string;
  title: string;
  note: string;
  boxes: Box[];
  arrows: Arrow[];
  key: string[];
  /** True if it would be too wide otherwise. */
  isNarrow: boolean;
};

/** @param node a state; gives those directly in it */
export const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states);

const emptyBox = (id: string, title: string, kind: BoxKind): Box => ({ id, title, kind, rows: [], children: [] });

/** The alternatives of a state for the same event. */
const rivalsOf = ({ source, event }: ChartTransition, all: readonly ChartTransition[]): ChartTransition[] =>
  all.filter((other) => other.source === source && other.event === event);

/** The mark that `compare` puts on a transition of the older chart only. */
export const REMOVED = 'removed';
const isRemoved = ({ definition }: ChartTransition): boolean =>
  (definition.meta as { compared?: string } | undefined)?.compared === REMOVED;

function toneOf({ kind, trigger }: ChartTransition): Tone {
  if (kind === 'outcome') return trigger.endsWith('✗') ? 'failed' : 'done';
  if (kind === 'time') return 'time';
  return kind === 'event' ? 'event' : 'always';
}

/**
 * A transition's key for the living charts: its state, its event, and its index among that event's alternatives.
 * @param transition one of a chart
 * @param all every one of that chart, in the chart's order
 */
export function keyOf(transition: ChartTransition, all: readonly ChartTransition[]): string {
  return `${transition.source} ${transition.event} ${rivalsOf(transition, all).indexOf(transition)}`;
}

/**
 * The text of a transition. The last of several alternatives, which has no guard, is marked `[else]`; where several have one, numbers give the order in
 * which they are tried.
 */
function labelOf(transition: ChartTransition, all: readonly ChartTransition[]): Label {
  const { trigger, condition: own } = transition;
  // In a comparison, what the newer chart no longer has is no alternative of what it has.
  const rivals = isRemoved(transition) ? [] : rivalsOf(transition, all).filter((rival) => !isRemoved(rival));
  const isOrdered = rivals.filter((rival) => rival.guard !== null).length > 1;
  const order = isOrdered ? `${rivals.indexOf(transition) + 1}: ` : '';
  const condition = own === null ? (rivals.length > 1 && rivals.at(-1) === transition ? 'else' : null) : order + own;
  const words = trigger === 'always' ? '' : trigger === 'done' ? 'all done' : trigger;
  return {
    text: [words, condition === null ? '' : `[${condition}]`].filter(Boolean).join(' ') || 'at once',
    tone: toneOf(transition),
    keys: [keyOf(transition, all)],
  };
}

const keysOf = (...labels: readonly Label[]): string[] => labels.flatMap(({ keys = [] }) => keys);

/** `save ✓` and `save ✗` that lead the same way are one line: `save ✓/✗`. */
function joined(labels: readonly Label[]): Label[] {
  const found: Label[] = [];
  for (const label of labels) {
    const at = found.findIndex(({ text }) => label.text.includes('✗') && text === label.text.replace('✗', '✓'));
    const same = found[at];
    const twin = found.findIndex(({ text }) => text === label.text);
    const known = found[twin];
    const looks = [...(same?.looks ?? known?.looks ?? []), ...(label.looks ?? [])];
    if (same) found[at] = { text: same.text.replace('✓', '✓/✗'), tone: 'always', keys: keysOf(same, label), looks };
    else if (known) found[twin] = { ...known, keys: keysOf(known, label), looks };
    else found.push(label);
  }
  return found;
}

/** Columns from which on a label's condition takes a line of its own. */
const WIDE_LABEL = 20;
/** Columns up to which a list of actions is on its arrow; a longer one is in the key. */
const SHORT_LIST = 24;
/** Before the actions in a label's text. */
const DOES = ' / ';

/** A label on several lines, the condition below the trigger where one would be wide, the actions on the last. */
function wrapped({ was, ...label }: Label): Label[] {
  if (was) return [...wrapped(label), ...was.split(/ (?=\/ )/).map((text) => ({ ...label, text }))];
  const [words = '', ...actions] = label.text.split(DOES);
  const does = actions.length === 0 ? [] : [{ ...label, text: `/ ${actions.join(DOES)}` }];
  const at = words.indexOf(' [');
  if (label.text.length <= WIDE_LABEL) return [label];
  if (at < 0 || words.length <= WIDE_LABEL) return [{ ...label, text: words }, ...does];
  return [{ ...label, text: words.slice(0, at) }, { ...label, text: words.slice(at + 1) }, ...does];
}

/** The lines in the box of a state, but for the events that it handles without leaving. @param node a state */
export function ownRows(node: AnyStateNode): Label[] {
  const tags: Label[] = node.tags.length === 0 ? [] : [{ text: `# ${node.tags.join(', ')}`, tone: 'quiet' }];
  const entry = actionNames(node.entry).map((name): Label => ({ text: `on entry: ${name}`, tone: 'quiet' }));
  const calls = callsOf(node).map(({ name, src, systemId }): Label => {
    const as = name === src ? '' : ` as ${name}`;
    return { text: `calls ${src}${as}${systemId === null ? '' : `, in the system as ${systemId}`}`, tone: 'done' };
  });
  const exit = actionNames(node.exit).map((name): Label => ({ text: `on leaving: ${name}`, tone: 'quiet' }));
  return [...tags, ...entry, ...calls, ...exit];
}

const painted = (text: string, mark: Mark | undefined): string =>
  [mark?.sign, text, mark?.count].filter(Boolean).join(' ');

/** The drawing of a machine, or of one region of it. */
export class Sketch {
  readonly #machine: AnyStateMachine;
  readonly #all: readonly ChartTransition[];
  readonly #nodes: ReadonlyMap<string, AnyStateNode>;
  readonly #root: AnyStateNode;
  readonly #isFolded: (node: AnyStateNode) => boolean;
  readonly #paint: Paint;
  readonly #isNarrow: boolean;
  readonly #arrows = new Map<string, Arrow>();
  readonly #extra = new Map<string, Box[]>();
  readonly #elsewhere = new Map<string, Box>();
  readonly #key: string[] = [];

  constructor(
    machine: AnyStateMachine,
    root: AnyStateNode,
    isFolded: (node: AnyStateNode) => boolean,
    paint: Paint = {},
    isNarrow = false,
  ) {
    this.#machine = machine;
    this.#all = transitionsOf(machine);
    this.#nodes = new Map(stateNodes(machine).map((node) => [node.id, node]));
    this.#root = root;
    this.#isFolded = isFolded;
    this.#paint = paint;
    this.#isNarrow = isNarrow;
  }

  /** @param title above the drawing */
  draw(title: string): Drawing {
    for (const transition of this.#all) this.#add(transition);
    const root = this.#box(this.#root);
    const arrows = [...this.#arrows.values()].map((arrow) => ({ ...arrow, labels: arrow.labels.flatMap(wrapped) }));
    const { note = '' } = this.#paint;
    const boxes = [root, ...this.#elsewhere.values()];
    return { id: this.#root.id, title, note, boxes, arrows, key: this.#key, isNarrow: this.#isNarrow };
  }

  #node(id: string): AnyStateNode {
    return this.#nodes.get(id) ?? this.#root;
  }

  /** True for a state and those inside of it; ids do not say it, since a chart can give its states any. */
  #isWithin(id: string, ancestor: string): boolean {
    for (let node: AnyStateNode | undefined = this.#node(id); node; node = node.parent) {
      if (node.id === ancestor) return true;
    }
    return false;
  }

  /** The box of a state in this drawing: the state's own, or the folded one around it, or null outside. */
  #standsFor(id: string): string | null {
    if (!this.#isWithin(id, this.#root.id)) return null;
    let node: AnyStateNode = this.#root;
    while (node.id !== id && !this.#isFolded(node)) {
      const next = childrenOf(node).find((child) => this.#isWithin(id, child.id));
      if (!next) break;
      node = next;
    }
    return node.id;
  }

  #add(transition: ChartTransition): void {
    const { source, targets } = transition;
    const from = this.#standsFor(source);
    if (targets.length === 0) return;
    for (const target of targets) {
      const to = this.#standsFor(target);
      if (from === null && to === null) continue;
      if (from !== null && from === to && !this.#isWhole(from)) continue;
      const label = this.#numbered(this.#label(transition), transition);
      const about = this.#about(transition, target);
      if (from === null) this.#join(this.#outside(source), to ?? '', label, about);
      else if (to === null) this.#join(from, this.#outside(target), label, about);
      else if (this.#hasChildren(from) && this.#isWithin(to, from)) this.#join(this.#anywhere(from), to, label, about);
      else this.#join(from, to, label, about);
    }
  }

  /** A transition's label, painted. */
  #label(transition: ChartTransition): Label {
    const label = labelOf(transition, this.#all);
    const mark = this.#paint.transition?.(keyOf(transition, this.#all));
    if (!this.#paint.transition) return label;
    // Green and red are the marks' here.
    const tone = mark ? label.tone : 'event';
    return {
      ...label,
      tone,
      text: painted(label.text, mark),
      looks: [mark?.look ?? null],
      ...(mark?.was && { was: mark.was }),
    };
  }

  /** A transition in one line of words. */
  #about(transition: ChartTransition, target: string): string {
    const { source, actions, reenter } = transition;
    const does = actions.length > 0 ? ` / ${actions.join(', ')}` : '';
    const [from, to] = [source, target].map((id) => shortName(this.#machine, id));
    return `${from} → ${to}${reenter ? ' (again)' : ''}: ${this.#label(transition).text}${does}`;
  }

  /** A transition's label with its actions, where they are many with the number that they have in the key. */
  #numbered(label: Label, { actions }: Pick<ChartTransition, 'actions'>): Label {
    if (actions.length === 0) return label;
    const list = actions.join(', ');
    if (!this.#isNarrow && list.length <= SHORT_LIST) return { ...label, text: `${label.text}${DOES}${list}` };
    if (!this.#key.includes(list)) this.#key.push(list);
    return { ...label, text: `${label.text} ▸${this.#key.indexOf(list) + 1}` };
  }

  /** True if a state is drawn with its inner states; those of a folded one are in its own drawing. */
  #isWhole(id: string): boolean {
    return !this.#isFolded(this.#node(id));
  }

  #hasChildren(id: string): boolean {
    const node = this.#node(id);
    return childrenOf(node).length > 0 && !this.#isFolded(node);
  }

  #join(from: string, to: string, label: Label | null, about: string): void {
    const id = `${from} → ${to}`;
    const arrow = this.#arrows.get(id) ?? { id, from, to, labels: [], about: [] };
    if (label) arrow.labels = joined([...arrow.labels, label]);
    arrow.about.push(about);
    this.#arrows.set(id, arrow);
  }

  /** A transition from a state to one inside it applies to all its inner states: it starts at a mark within. */
  #anywhere(id: string): string {
    const mark = `${id}::anywhere`;
    const boxes = this.#extra.get(id) ?? [];
    if (!boxes.some((box) => box.id === mark)) {
      boxes.push(emptyBox(mark, `wherever in ${this.#node(id).key}`, 'anywhere'));
      this.#extra.set(id, boxes);
    }
    return mark;
  }

  #outside(id: string): string {
    const mark = `${id}::elsewhere`;
    this.#elsewhere.set(mark, emptyBox(mark, shortName(this.#machine, id), 'elsewhere'));
    return mark;
  }

  #rows(node: AnyStateNode): Label[] {
    const stays = this.#all
      .filter(({ source, targets }) => source === node.id && targets.length === 0)
      .map((transition): Label => {
        const label = this.#label(transition);
        const actions = transition.actions.length > 0 ? `: ${transition.actions.join(', ')}` : '';
        return { ...label, text: `↻ ${label.text}${actions}` };
      });
    const own = ownRows(node).map((row): Label => {
      const mark = this.#paint.row?.(node.id, row.text);
      if (mark) return { ...row, text: painted(row.text, mark), looks: [mark.look] };
      return this.#paint.row ? { ...row, tone: 'quiet' } : row;
    });
    const before = own.length - actionNames(node.exit).length;
    return [...own.slice(0, before), ...stays, ...own.slice(before)];
  }

  #box(node: AnyStateNode): Box {
    const children = childrenOf(node);
    const mark = this.#paint.state?.(node.id);
    const look = mark && { look: mark.look };
    const title = painted(node.parent ? node.key : shortName(this.#machine, node.id), mark);
    if (node.type === 'history') {
      const target = node.config.target === undefined ? [] : [node.config.target].flat();
      for (const one of target) {
        const key = typeof one === 'string' ? one.replace(/^\./, '') : '';
        const known = node.parent?.states[key]?.id ?? (key.startsWith('#') ? key.slice(1) : null);
        const to = known !== null && this.#nodes.has(known) ? this.#standsFor(known) : null;
        const label: Label = { text: 'at first', tone: 'quiet' };
        if (to !== null)
          this.#join(node.id, to, label, `${shortName(this.#machine, node.id)}: before there is a history`);
      }
      return { ...emptyBox(node.id, node.history === 'deep' ? 'H*' : 'H', 'history'), ...look };
    }
    if (children.length === 0) {
      const box = emptyBox(node.id, title, node.type === 'final' ? 'final' : 'state');
      return { ...box, rows: this.#rows(node), ...look };
    }
    const box = { ...emptyBox(node.id, title, node.parent?.type === 'parallel' ? 'region' : 'compound'), ...look };
    if (this.#isFolded(node)) {
      const names = children.map((child): Label => {
        const of = this.#paint.state?.(child.id);
        return { text: painted(child.key, of), tone: 'quiet', state: child.id, ...(of && { looks: [of.look] }) };
      });
      return { ...box, rows: names, isFolded: true };
    }
    const start: Box[] = [];
    const { target = [], actions = [] } = node.type === 'parallel' ? {} : (node.initial ?? {});
    for (const one of target) {
      const id = `${node.id}::start`;
      start.push(emptyBox(id, '', 'initial'));
      const names = actionNames(actions);
      const label = names.length === 0 ? null : this.#numbered({ text: 'at first', tone: 'quiet' }, { actions: names });
      this.#join(id, this.#standsFor(one.id) ?? one.id, label, `${shortName(this.#machine, one.id)} is the first`);
    }
    const inner = children.map((child) => this.#box(child));
    return {
      ...box,
      rows: this.#rows(node),
      children: [...start, ...(this.#extra.get(node.id) ?? []), ...inner],
    };
  }
}
