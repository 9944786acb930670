import { activeNodes } from 'xstate-chart-svg/chart';
import type { Edge, Explored, Start } from './explore.ts';
import { clockGuards } from './actors.ts';
import { PathError } from './model.ts';
import { tour } from './tour.ts';

/** Kind of thing that a set of paths takes completely. */
export type Cover = 'edges' | 'pairs' | 'transitions' | 'states';
/** `pairs`: every two transitions that can follow one another, once, in situations chosen by a seed. */
export const covers: readonly Cover[] = ['transitions', 'states', 'pairs', 'edges'];

/** One walk from a start, short enough to read. */
export type Path = {
  /** Hash of the labels: the same walk has the same id wherever it is generated. */
  id: string;
  machine: string;
  start: string;
  steps: readonly Edge[];
};

/** Returns the start of a path. */
export function startOf({ starts }: Explored, { start }: Pick<Path, 'start'>): Start {
  const found = starts.find(({ label }) => label === start);
  if (!found) throw new Error(`The model has no start '${start}'.`);
  return found;
}

/** Coverage goals that need only some of the edges. */
type Rare = Exclude<Cover, 'edges' | 'pairs'>;
type Draft = { start: string; steps: Edge[] };

/** Maximum steps of a walk: a person reads it when it fails. For edges and pairs most of a walk only leads to the next new one: it may be longer. */
const MOST_STEPS: Readonly<Record<Cover, number>> = { edges: 80, pairs: 80, transitions: 40, states: 40 };
/** Cost of beginning a walk, in steps: on a screen, the application is mounted and unmounted. */
const BEGINNING = 4;

/** FNV-1a, 64 bits, as hexadecimal digits. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  return value.toString(16).padStart(16, '0');
}

const idOf = (machine: string, start: string, steps: readonly Edge[], digits: number): string =>
  hash([machine, start, ...steps.map(({ choice }) => choice.label)].join('\n')).slice(0, digits);

const itemsOf = (edge: Edge, cover: Rare): readonly string[] =>
  cover === 'transitions' ? edge.transitions : activeNodes(edge.moment.snapshot).map((node) => node.id);

/** Items that no walk has taken yet: which edges bring something new, counted by the situation where they begin. */
class Remaining {
  readonly #edges: Explored['edges'];
  readonly #items = new Map<Edge, readonly string[]>();
  readonly #edgesOf = new Map<string, Edge[]>();
  readonly #missing = new Map<Edge, number>();
  readonly #newAt = new Map<string, number>();

  constructor(edges: Explored['edges'], cover: Rare) {
    this.#edges = edges;
    for (const edge of [...edges.values()].flat()) {
      const items = [...new Set(itemsOf(edge, cover))];
      this.#items.set(edge, items);
      this.#missing.set(edge, items.length);
      if (items.length > 0) this.#newAt.set(edge.from, (this.#newAt.get(edge.from) ?? 0) + 1);
      for (const item of items) {
        const holders = this.#edgesOf.get(item);
        if (holders) holders.push(edge);
        else this.#edgesOf.set(item, [edge]);
      }
    }
  }

  strike(item: string): void {
    for (const edge of this.#edgesOf.get(item) ?? []) {
      const missing = (this.#missing.get(edge) ?? 0) - 1;
      this.#missing.set(edge, missing);
      if (missing === 0) this.#newAt.set(edge.from, (this.#newAt.get(edge.from) ?? 0) - 1);
    }
    this.#edgesOf.delete(item);
  }

  take(edge: Edge): void {
    for (const item of this.#items.get(edge) ?? []) this.strike(item);
  }

  /** Returns the shortest way from a situation to an edge that brings something new, that edge included, in at most so many steps. */
  way(from: string, most: number): readonly Edge[] | null {
    const cameBy = new Map<string, Edge | null>([[from, null]]);
    let front = [from];
    for (let depth = 0; depth < most && front.length > 0; depth += 1) {
      const next: string[] = [];
      for (const key of front) {
        const edges = this.#edges.get(key) ?? [];
        if ((this.#newAt.get(key) ?? 0) > 0) {
          const edge = edges.find((candidate) => (this.#missing.get(candidate) ?? 0) > 0);
          if (edge) return trail(cameBy, key, edge);
        }
        for (const edge of edges) {
          if (cameBy.has(edge.to)) continue;
          cameBy.set(edge.to, edge);
          next.push(edge.to);
        }
      }
      front = next;
    }
    return null;
  }
}

function trail(cameBy: ReadonlyMap<string, Edge | null>, key: string, last: Edge): Edge[] {
  const way = [last];
  for (let back = cameBy.get(key); back; back = cameBy.get(back.from)) way.unshift(back);
  return way;
}

/** Returns the last edge of a shortest way to each situation that can be reached; null where the ways begin. */
function soonest(edges: Explored['edges'], from: readonly string[], to?: string): Map<string, Edge | null> {
  const cameBy = new Map<string, Edge | null>(from.map((key) => [key, null]));
  for (const key of cameBy.keys()) {
    if (key === to) break;
    for (const edge of edges.get(key) ?? []) if (!cameBy.has(edge.to)) cameBy.set(edge.to, edge);
  }
  return cameBy;
}

/** Returns the shortest way from a start that ends with this edge. */
export function wayTo({ edges, starts }: Explored, edge: Edge): { start: string; labels: string[] } {
  const way = trail(
    soonest(
      edges,
      starts.map(({ key }) => key),
    ),
    edge.from,
    edge,
  );
  const start = starts.find(({ key }) => key === way[0]?.from)?.label ?? '';
  return { start, labels: way.map(({ choice }) => choice.label) };
}

/** Walks that together take every edge that the starts lead to, with as few repeated steps as possible. */
function everyEdge({ edges, starts }: Explored): Draft[] {
  const labels = new Map(starts.toReversed().map(({ key, label }) => [key, label]));
  const fromStart = soonest(edges, [...labels.keys()]);
  const all = [...fromStart.keys()].flatMap((key) => edges.get(key) ?? []);
  const left = new Set(all);
  const drafts: Draft[] = [];
  let steps: Edge[] = [];
  for (const edge of tour(all, [...labels.keys()], BEGINNING)) {
    if (!left.has(edge)) continue;
    const fresh = trail(fromStart, edge.from, edge);
    const at = steps.at(-1)?.to;
    const known = at === undefined ? null : soonest(edges, [at], edge.from);
    const on = known?.has(edge.from) ? trail(known, edge.from, edge) : null;
    const way = on && steps.length + on.length <= MOST_STEPS.edges && on.length < fresh.length + BEGINNING ? on : fresh;
    if (way === fresh) drafts.push({ start: labels.get(fresh[0]?.from ?? '') ?? '', steps: (steps = []) });
    steps.push(...way);
    for (const one of way) left.delete(one);
  }
  return drafts;
}

/** Walks that together take everything once: each goes on to the nearest item that is not taken yet, until it would be too long to read. */
function nearestFirst({ edges, starts }: Explored, cover: Rare): Draft[] {
  const remaining = new Remaining(edges, cover);
  const drafts: Draft[] = [];
  for (const start of starts) {
    if (cover === 'transitions') for (const id of start.transitions) remaining.strike(id);
    if (cover === 'states') for (const node of activeNodes(start.moment.snapshot)) remaining.strike(node.id);
    for (;;) {
      const steps: Edge[] = [];
      let at = start.key;
      for (;;) {
        const way = remaining.way(at, steps.length === 0 ? Infinity : MOST_STEPS[cover] - steps.length);
        if (!way) break;
        for (const edge of way) {
          steps.push(edge);
          remaining.take(edge);
        }
        at = steps.at(-1)?.to ?? at;
      }
      if (steps.length === 0) break;
      drafts.push({ start: start.label, steps });
    }
  }
  return drafts;
}

/** Random numbers from 0 to 1, the same for the same seed (Mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/**
 * Walks on which each pair of transitions that can follow one another is taken once: each goes on to the nearest missing pair.
 * @param seed chooses among the situations in which a pair can be taken
 */
function everyPair({ edges, starts, transitions }: Explored, seed: number): Draft[] {
  const random = randomOf(seed);
  const onwards = new Map([...edges].map(([key, list]) => [key, shuffled(list, random)]));
  const numbers = new Map(transitions.map(({ id }, at) => [id, at + 1]));
  // Number 0 is the beginning of a walk, so that each transition that can come first does so in some walk.
  const numbersOf = new Map<Edge, readonly number[]>(
    [...edges.values()].flat().map((edge) => [edge, edge.transitions.flatMap((id) => numbers.get(id) ?? [])]),
  );
  const size = transitions.length + 1;
  const taken = new Uint8Array(size * size);
  const before = (edge: Edge | null): readonly number[] => (edge ? (numbersOf.get(edge) ?? []) : [0]);
  const isNew = (last: Edge | null, next: Edge): boolean =>
    before(last).some((one) => before(next).some((other) => taken[one * size + other] === 0));
  const take = (last: Edge | null, next: Edge): void => {
    for (const one of before(last)) for (const other of before(next)) taken[one * size + other] = 1;
  };
  const nearest = (key: string, last: Edge | null, most: number): Edge[] | null => {
    const cameBy = new Map<Edge, Edge | null>();
    let front: { key: string; last: Edge | null }[] = [{ key, last }];
    for (let depth = 0; depth < most && front.length > 0; depth += 1) {
      const next: typeof front = [];
      for (const at of front) {
        for (const edge of onwards.get(at.key) ?? []) {
          if (isNew(at.last, edge)) {
            const way = [edge];
            for (let back = at.last; back && back !== last; back = cameBy.get(back) ?? null) way.unshift(back);
            return way;
          }
          if (cameBy.has(edge)) continue;
          cameBy.set(edge, at.last);
          next.push({ key: edge.to, last: edge });
        }
      }
      front = next;
    }
    return null;
  };
  return starts.flatMap((start) => {
    const drafts: Draft[] = [];
    for (;;) {
      const steps: Edge[] = [];
      let last: Edge | null = null;
      for (;;) {
        const way: Edge[] | null = nearest(
          last?.to ?? start.key,
          last,
          steps.length === 0 ? Infinity : MOST_STEPS.pairs - steps.length,
        );
        if (!way) break;
        for (const edge of way) {
          take(last, edge);
          steps.push(edge);
          last = edge;
        }
      }
      if (steps.length === 0) return drafts;
      drafts.push({ start: start.label, steps });
    }
  });
}

/** Edges that begin at a situation which these paths reach, and that none of the paths takes. */
export function leftOut({ starts, edges }: Explored, paths: readonly Path[]): string[] {
  const steps = paths.flatMap((path) => path.steps);
  const name = ({ from, choice }: Edge): string => `${choice.label} at ${from}`;
  const taken = new Set(steps.map(name));
  const met = new Set([...starts.map(({ key }) => key), ...steps.map(({ to }) => to)]);
  return [...met].flatMap((key) => (edges.get(key) ?? []).map(name)).filter((edge) => !taken.has(edge));
}

/** Finds a path by its id, whatever it covers, first among those of `cover`. */
export const pathOf = (explored: Explored, id: string, cover: Cover, seed = 1): Path | undefined => {
  for (const one of new Set([cover, ...covers])) {
    const found = walks(explored, one, seed).find((path) => path.id === id);
    if (found) return found;
  }
  return undefined;
};

/**
 * Walks that together take everything once, with few steps, and none too long to read. A start from which nothing new can be done still has one walk.
 * @param explored the explored chart
 * @param cover what must be complete
 * @param seed of `pairs`: the situations in which a pair is taken
 * @returns paths in a fixed order
 */
export function walks(explored: Explored, cover: Cover, seed = 1): Path[] {
  const machine = explored.model.machine.id;
  const found =
    cover === 'edges'
      ? everyEdge(explored)
      : cover === 'pairs'
        ? everyPair(explored, seed)
        : nearestFirst(explored, cover);
  const drafts = explored.starts.flatMap(({ label }) => {
    const own = found.filter(({ start }) => start === label);
    return own.length > 0 ? own : [{ start: label, steps: [] }];
  });
  for (let digits = 6; ; digits += 2) {
    const paths = drafts.map(({ start, steps }) => ({
      id: idOf(machine, start, steps, digits),
      machine,
      start,
      steps: replayed(explored, start, steps),
    }));
    if (new Set(paths.map(({ id }) => id)).size === paths.length) return paths;
  }
}

/**
 * Takes the steps of a walk again from its start: its edges were found on different walks, and what a key leaves out differs between them.
 * @throws PathError when the key hides something that matters
 */
function replayed(explored: Explored, start: string, steps: readonly Edge[]): Edge[] {
  const { stepper, model } = explored;
  let moment = stepper.start(start);
  const idsOf = new Map(explored.transitions.map(({ definition, id }) => [definition, id]));
  return steps.map((edge) => {
    const choice = stepper.choices(moment).find(({ label }) => label === edge.choice.label);
    const next = choice ? stepper.take(moment, choice) : null;
    if (!choice || !next || next.key !== edge.to) {
      const rule = (next?.broken ?? null) === null ? '' : `, where a rule is broken (${next?.broken})`;
      throw new PathError(
        `The key of the model '${model.machine.id}' hides something: after '${edge.choice.label}' the same key ${edge.from} led elsewhere${rule}; ` +
          `${clockGuards(model.machine) ?? 'add to the key what the guards read; if one reads a clock or chance, let the event or the result of a call bring the value'}.`,
      );
    }
    const taken = next.taken.flatMap((definition) => idsOf.get(definition) ?? []);
    const step: Edge = { from: edge.from, to: next.key, choice, moment: next, transitions: taken };
    moment = next;
    return step;
  });
}
