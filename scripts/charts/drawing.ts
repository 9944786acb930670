import type { AnyStateMachine, AnyStateNode } from 'xstate';

import { actionNames, type ChartTransition, transitionsOf } from '../../tests/paths/engine/chart.ts';

/** How a label came about: what a person or another source does, what an answer says, what time does, what happens by itself. */
export type Tone = 'event' | 'done' | 'failed' | 'time' | 'always' | 'quiet';

/** One line of text on an arrow or in a box, and what it stands for: transitions by `keyOf`, or a state of a folded box. */
export type Label = { text: string; tone: Tone; keys?: readonly string[]; state?: string };

export type BoxKind = 'state' | 'compound' | 'region' | 'final' | 'initial' | 'history' | 'anywhere' | 'elsewhere';

/** A box of a drawing. */
export type Box = { id: string; title: string; kind: BoxKind; rows: Label[]; children: Box[] };

/** An arrow of a drawing, with everything that leads the same way. */
export type Arrow = { id: string; from: string; to: string; labels: Label[] };

/** What is drawn: boxes within boxes, and arrows. */
export type Drawing = { name: string; title: string; boxes: Box[]; arrows: Arrow[] };

/** More states than this on one drawing, and its parallel regions get drawings of their own. */
const MOST_STATES = 30;

const childrenOf = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states);
const countOf = (node: AnyStateNode): number => 1 + childrenOf(node).reduce((sum, child) => sum + countOf(child), 0);
const isWithin = (id: string, ancestor: string): boolean => id === ancestor || id.startsWith(`${ancestor}.`);

function toneOf({ kind, trigger }: ChartTransition): Tone {
  if (kind === 'outcome') return trigger.endsWith('✗') ? 'failed' : 'done';
  if (kind === 'time') return 'time';
  return kind === 'event' ? 'event' : 'always';
}

/**
 * How a transition is named to a page that follows the running application: its state, its event, its place among that event's alternatives there.
 * @param transition one of a chart
 * @param all every one of that chart, in the chart's order
 */
export function keyOf(transition: ChartTransition, all: readonly ChartTransition[]): string {
  const { source, event } = transition;
  const rivals = all.filter((other) => other.source === source && other.event === event);
  return `${source} ${event} ${rivals.indexOf(transition)}`;
}

/** What stands on an arrow. The last of several alternatives, which has no guard, is taken otherwise. */
function labelOf(transition: ChartTransition, all: readonly ChartTransition[]): Label {
  const { trigger, guard, source, event } = transition;
  const rivals = all.filter((other) => other.source === source && other.event === event);
  const condition = guard ?? (rivals.length > 1 && rivals.at(-1) === transition ? 'else' : null);
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
    const at = found.findIndex(({ text }) => label.text.endsWith('✗') && text === label.text.replace(/✗$/, '✓'));
    const same = found[at];
    const twin = found.findIndex(({ text }) => text === label.text);
    const known = found[twin];
    if (same) found[at] = { text: same.text.replace(/✓$/, '✓/✗'), tone: 'always', keys: keysOf(same, label) };
    else if (known) found[twin] = { ...known, keys: keysOf(known, label) };
    else found.push(label);
  }
  return found;
}

/** The drawing of a machine, or of one region of it. */
class Sketch {
  readonly #machine: AnyStateMachine;
  readonly #all: readonly ChartTransition[];
  readonly #root: AnyStateNode;
  readonly #isFolded: (node: AnyStateNode) => boolean;
  readonly #arrows = new Map<string, Arrow>();
  readonly #extra = new Map<string, Box[]>();
  readonly #elsewhere = new Map<string, Box>();

  constructor(machine: AnyStateMachine, root: AnyStateNode, isFolded: (node: AnyStateNode) => boolean) {
    this.#machine = machine;
    this.#all = transitionsOf(machine);
    this.#root = root;
    this.#isFolded = isFolded;
  }

  draw(name: string, title: string): Drawing {
    for (const transition of this.#all) this.#add(transition);
    const root = this.#box(this.#root);
    return { name, title, boxes: [root, ...this.#elsewhere.values()], arrows: [...this.#arrows.values()] };
  }

  /** The box that stands for a state on this drawing: the state's own, or the folded one around it, or null outside. */
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
      const label = labelOf(transition, this.#all);
      if (from === null) this.#join(this.#outside(source), to ?? '', label);
      else if (to === null) this.#join(from, this.#outside(target), label);
      else if (this.#hasChildren(from) && isWithin(to, from)) this.#join(this.#anywhere(from), to, label);
      else this.#join(from, to, label);
    }
  }

  /** Whether a state is drawn with all that is in it: what happens within a folded one is on that one's own drawing. */
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

  /** What leads from a state with states inside to one of these happens wherever one is in it: it starts at a mark within. */
  #anywhere(id: string): string {
    const mark = `${id}::anywhere`;
    const boxes = this.#extra.get(id) ?? [];
    if (!boxes.some((box) => box.id === mark)) {
      const { key } = this.#machine.getStateNodeById(id);
      boxes.push({
        id: mark,
        title: `wherever in ${id === this.#machine.id ? this.#machine.id : key}`,
        kind: 'anywhere',
        rows: [],
        children: [],
      });
      this.#extra.set(id, boxes);
    }
    return mark;
  }

  #outside(id: string): string {
    const mark = `${id}::elsewhere`;
    const short = id.slice(this.#machine.id.length + 1) || this.#machine.id;
    this.#elsewhere.set(mark, { id: mark, title: short, kind: 'elsewhere', rows: [], children: [] });
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
    return [...entry, ...calls, ...stays, ...exit];
  }

  #box(node: AnyStateNode): Box {
    const children = childrenOf(node);
    const isRegion = node.parent?.type === 'parallel';
    if (node.type === 'history')
      return { id: node.id, title: node.history === 'deep' ? 'H*' : 'H', kind: 'history', rows: [], children: [] };
    if (children.length === 0) {
      return {
        id: node.id,
        title: node.key,
        kind: node.type === 'final' ? 'final' : 'state',
        rows: this.#rows(node),
        children: [],
      };
    }
    if (this.#isFolded(node)) {
      const names = children.map((child): Label => ({ text: child.key, tone: 'quiet', state: child.id }));
      return { id: node.id, title: node.key, kind: isRegion ? 'region' : 'compound', rows: names, children: [] };
    }
    const start: Box[] = [];
    for (const target of node.type === 'parallel' ? [] : (node.initial?.target ?? [])) {
      const id = `${node.id}::start`;
      start.push({ id, title: '', kind: 'initial', rows: [], children: [] });
      const to = this.#standsFor(target.id) ?? target.id;
      this.#arrows.set(`${id} → ${to}`, { id: `${id} → ${to}`, from: id, to, labels: [] });
    }
    const inner = children.map((child) => this.#box(child));
    return {
      id: node.id,
      title: node.key,
      kind: isRegion ? 'region' : 'compound',
      rows: this.#rows(node),
      children: [...start, ...(this.#extra.get(node.id) ?? []), ...inner],
    };
  }
}

/**
 * The drawings of a machine: one, or an overview and one for each parallel region when one would be too large to read.
 * @param machine what to draw
 * @param stem the name of its files
 */
export function drawingsOf(machine: AnyStateMachine, stem: string): Drawing[] {
  const { root } = machine;
  if (countOf(root) <= MOST_STATES) return [new Sketch(machine, root, () => false).draw(stem, machine.id)];
  const all = (node: AnyStateNode): AnyStateNode[] => [node, ...childrenOf(node).flatMap(all)];
  const regions = all(root).filter(
    (node) => node.parent?.type === 'parallel' && childrenOf(node).length > 1 && !isNested(node),
  );
  const overview = new Sketch(machine, root, (node) => regions.includes(node)).draw(stem, `${machine.id}, the whole`);
  return [
    overview,
    ...regions.map((region) =>
      new Sketch(machine, region, () => false).draw(`${stem}.${region.key}`, `${machine.id}: ${region.key}`),
    ),
  ];
}

/** Whether a region lies within another region: then that one's drawing shows it. */
function isNested(node: AnyStateNode): boolean {
  for (let above = node.parent; above; above = above.parent) if (above.parent?.type === 'parallel') return true;
  return false;
}
