import type { AnyStateMachine, AnyStateNode } from 'xstate';

import { actionNames, type ChartTransition, shortName, transitionsOf } from './chart.ts';

/** A label's cause: an event from the user or another source, a call's result, time, or nothing (`always`). */
export type Tone = 'event' | 'done' | 'failed' | 'time' | 'always' | 'quiet';

/** One line of text on an arrow or in a box, and its subject: transitions by `keyOf`, or a state of a folded box. */
export type Label = { text: string; tone: Tone; keys?: readonly string[]; state?: string };

export type BoxKind = 'state' | 'compound' | 'region' | 'final' | 'initial' | 'history' | 'anywhere' | 'elsewhere';

/** A box of a drawing. */
export type Box = { id: string; title: string; kind: BoxKind; rows: Label[]; children: Box[] };

/** An arrow of a drawing, for all transitions between the same two boxes. */
export type Arrow = { id: string; from: string; to: string; labels: Label[] };

/** A drawing: boxes within boxes, and arrows. `key`: lists of actions, to which the arrows refer by number, from 1. */
export type Drawing = { name: string; title: string; boxes: Box[]; arrows: Arrow[]; key: string[] };

/** @param node a state; gives those directly in it */
export const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states);
const isWithin = (id: string, ancestor: string): boolean => id === ancestor || id.startsWith(`${ancestor}.`);

const emptyBox = (id: string, title: string, kind: BoxKind): Box => ({ id, title, kind, rows: [], children: [] });

/** The alternatives of a state for the same event. */
const rivalsOf = ({ source, event }: ChartTransition, all: readonly ChartTransition[]): ChartTransition[] =>
  all.filter((other) => other.source === source && other.event === event);

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
  const rivals = rivalsOf(transition, all);
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
    if (same) found[at] = { text: same.text.replace('✓', '✓/✗'), tone: 'always', keys: keysOf(same, label) };
    else if (known) found[twin] = { ...known, keys: keysOf(known, label) };
    else found.push(label);
  }
  return found;
}

/** Columns from which on a label's condition takes a line of its own. */
const WIDE_LABEL = 20;

/** A label on two lines, the condition below the trigger, where one would be wide. */
function wrapped(label: Label): Label[] {
  const at = label.text.indexOf(' [');
  if (at < 0 || label.text.length <= WIDE_LABEL) return [label];
  return [
    { ...label, text: label.text.slice(0, at) },
    { ...label, text: label.text.slice(at + 1) },
  ];
}

/** The drawing of a machine, or of one region of it. */
export class Sketch {
  readonly #machine: AnyStateMachine;
  readonly #all: readonly ChartTransition[];
  readonly #root: AnyStateNode;
  readonly #isFolded: (node: AnyStateNode) => boolean;
  readonly #arrows = new Map<string, Arrow>();
  readonly #extra = new Map<string, Box[]>();
  readonly #elsewhere = new Map<string, Box>();
  readonly #key: string[] = [];

  constructor(machine: AnyStateMachine, root: AnyStateNode, isFolded: (node: AnyStateNode) => boolean) {
    this.#machine = machine;
    this.#all = transitionsOf(machine);
    this.#root = root;
    this.#isFolded = isFolded;
  }

  draw(name: string, title: string): Drawing {
    for (const transition of this.#all) this.#add(transition);
    const root = this.#box(this.#root);
    const arrows = [...this.#arrows.values()].map((arrow) => ({ ...arrow, labels: arrow.labels.flatMap(wrapped) }));
    return { name, title, boxes: [root, ...this.#elsewhere.values()], arrows, key: this.#key };
  }

  /** The box of a state in this drawing: the state's own, or the folded one around it, or null outside. */
  #standsFor(id: string): string | null {
    if (!isWithin(id, this.#root.id)) return null;
    let node: AnyStateNode = this.#root;
    while (node.id !== id && !this.#isFolded(node)) {
      const next = childrenOf(node).find((child) => isWithin(id, child.id));
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
      const label = this.#numbered(labelOf(transition, this.#all), transition);
      if (from === null) this.#join(this.#outside(source), to ?? '', label);
      else if (to === null) this.#join(from, this.#outside(target), label);
      else if (this.#hasChildren(from) && isWithin(to, from)) this.#join(this.#anywhere(from), to, label);
      else this.#join(from, to, label);
    }
  }

  /** A transition's label with the number that its actions have in the key; as it is where it has none. */
  #numbered(label: Label, { actions }: ChartTransition): Label {
    if (actions.length === 0) return label;
    const list = actions.join(', ');
    if (!this.#key.includes(list)) this.#key.push(list);
    return { ...label, text: `${label.text} ▸${this.#key.indexOf(list) + 1}` };
  }

  /** True if a state is drawn with its inner states; those of a folded one are in its own drawing. */
  #isWhole(id: string): boolean {
    return !this.#isFolded(this.#machine.getStateNodeById(id));
  }

  #hasChildren(id: string): boolean {
    const node = this.#machine.getStateNodeById(id);
    return childrenOf(node).length > 0 && !this.#isFolded(node);
  }

  #join(from: string, to: string, label: Label): void {
    const id = `${from} → ${to}`;
    const arrow = this.#arrows.get(id) ?? { id, from, to, labels: [] };
    arrow.labels = joined([...arrow.labels, label]);
    this.#arrows.set(id, arrow);
  }

  /** A transition from a state to one inside it applies to all its inner states: it starts at a mark within. */
  #anywhere(id: string): string {
    const mark = `${id}::anywhere`;
    const boxes = this.#extra.get(id) ?? [];
    if (!boxes.some((box) => box.id === mark)) {
      boxes.push(emptyBox(mark, `wherever in ${this.#machine.getStateNodeById(id).key}`, 'anywhere'));
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
    const calls = node.invoke.map(({ id, src }): Label => ({
      text: `calls ${String(src)}${id === src ? '' : ` as ${id}`}`,
      tone: 'done',
    }));
    const entry = actionNames(node.entry).map((name): Label => ({ text: `on entry: ${name}`, tone: 'quiet' }));
    const exit = actionNames(node.exit).map((name): Label => ({ text: `on leaving: ${name}`, tone: 'quiet' }));
    const stays = this.#all
      .filter(({ source, targets }) => source === node.id && targets.length === 0)
      .map((transition): Label => {
        const { text, tone, keys = [] } = labelOf(transition, this.#all);
        const actions = transition.actions.length > 0 ? `: ${transition.actions.join(', ')}` : '';
        return { text: `↻ ${text}${actions}`, tone, keys };
      });
    const tags: Label[] = node.tags.length === 0 ? [] : [{ text: `# ${node.tags.join(', ')}`, tone: 'quiet' }];
    return [...tags, ...entry, ...calls, ...stays, ...exit];
  }

  #box(node: AnyStateNode): Box {
    const children = childrenOf(node);
    if (node.type === 'history') return emptyBox(node.id, node.history === 'deep' ? 'H*' : 'H', 'history');
    if (children.length === 0) {
      const box = emptyBox(node.id, node.key, node.type === 'final' ? 'final' : 'state');
      return { ...box, rows: this.#rows(node) };
    }
    const box = emptyBox(node.id, node.key, node.parent?.type === 'parallel' ? 'region' : 'compound');
    if (this.#isFolded(node)) {
      const names = children.map((child): Label => ({ text: child.key, tone: 'quiet', state: child.id }));
      return { ...box, rows: names };
    }
    const start: Box[] = [];
    for (const target of node.type === 'parallel' ? [] : (node.initial?.target ?? [])) {
      const id = `${node.id}::start`;
      start.push(emptyBox(id, '', 'initial'));
      const to = this.#standsFor(target.id) ?? target.id;
      this.#arrows.set(`${id} → ${to}`, { id: `${id} → ${to}`, from: id, to, labels: [] });
    }
    const inner = children.map((child) => this.#box(child));
    return {
      ...box,
      rows: this.#rows(node),
      children: [...start, ...(this.#extra.get(node.id) ?? []), ...inner],
    };
  }
}
