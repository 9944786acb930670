/** One arrow of a graph, between nodes that have names. */
export type Way = { from: string; to: string };

/** A direction in which flow may still be sent: forward along an arrow, or backward (`isBack`), which takes earlier flow back. */
type Arc<W> = { to: number; cost: number; room: number; isBack: boolean; other: Arc<W> | null; way: W | null };

/** A graph in which arrows can be used more than once, at a cost. */
class Flow<W extends Way> {
  readonly #arcs: Arc<W>[][] = [];

  node(): number {
    return this.#arcs.push([]) - 1;
  }

  add(from: number, to: number, cost: number, room: number, way: W | null = null): void {
    const there: Arc<W> = { to, cost, room, isBack: false, other: null, way };
    const back: Arc<W> = { to: from, cost: -cost, room: 0, isBack: true, other: there, way: null };
    there.other = back;
    this.#arcs[from]?.push(there);
    this.#arcs[to]?.push(back);
  }

  /** Sends as much flow as there is room for, along the cheapest ways first: Dinic's algorithm on the graph of the cheapest ways, as long as there is one. */
  send(source: number, sink: number): void {
    for (;;) {
      const far = this.#distances(source);
      if (far[sink] === Infinity) return;
      const next = this.#arcs.map(() => 0);
      const isOn = this.#arcs.map(() => false);
      const push = (node: number, most: number): number => {
        if (node === sink) return most;
        isOn[node] = true;
        const arcs = this.#arcs[node] ?? [];
        let sent = 0;
        for (let at = next[node] ?? 0; at < arcs.length && sent < most; at += 1) {
          const arc = arcs[at];
          next[node] = at;
          if (!arc?.other || arc.room === 0 || isOn[arc.to] || far[arc.to] !== (far[node] ?? 0) + arc.cost) continue;
          const part = push(arc.to, Math.min(most - sent, arc.room));
          arc.room -= part;
          arc.other.room += part;
          sent += part;
        }
        isOn[node] = false;
        return sent;
      };
      push(source, Infinity);
    }
  }

  /** Number of times that each arrow was used: a list of the arrows of each node, with the node that each leads to. */
  gone(): { to: number; way: W | null; times: number }[][] {
    return this.#arcs.map((arcs) =>
      arcs.flatMap(({ to, isBack, other, way }) => (isBack ? [] : [{ to, way, times: other?.room ?? 0 }])),
    );
  }

  /** Cost of the cheapest way to each node. An arrow that is taken back has a negative cost, so that a cheaper way to a known node can be found later. */
  #distances(source: number): number[] {
    const far = this.#arcs.map(() => Infinity);
    const waits = this.#arcs.map(() => false);
    far[source] = 0;
    const queue = [source];
    for (const node of queue) {
      waits[node] = false;
      for (const { to, cost, room } of this.#arcs[node] ?? []) {
        const price = (far[node] ?? 0) + cost;
        if (room === 0 || price >= (far[to] ?? 0)) continue;
        far[to] = price;
        if (!waits[to]) queue.push(to);
        waits[to] = true;
      }
    }
    return far;
  }
}

/**
 * Orders all arrows of a graph so that as few as possible are used twice: the directed Chinese postman, who may also begin again (Edmonds and Johnson,
 * "Matching, Euler tours and the Chinese postman", 1973). From a node with more ways in than out the postman must go on along a way that is known; a flow
 * of the least cost decides which, and an Euler tour of the result takes all arrows.
 * @param ways the arrows; all of them can be reached from a start
 * @param starts nodes at which the postman may begin, and begin again
 * @param again cost of a new beginning, in arrows
 * @returns the arrows; where one does not begin at the end of the one before, the caller adds the shortest way between them, or a new beginning
 */
export function tour<W extends Way>(ways: readonly W[], starts: readonly string[], again: number): W[] {
  const flow = new Flow<W>();
  const nodes = new Map<string, number>();
  const nodeOf = (name: string): number => {
    const node = nodes.get(name) ?? flow.node();
    nodes.set(name, node);
    return node;
  };
  const beginning = flow.node();
  const surplus = new Map<number, number>();
  for (const way of ways) {
    const [from, to] = [nodeOf(way.from), nodeOf(way.to)];
    flow.add(from, to, 1, Infinity, way);
    surplus.set(to, (surplus.get(to) ?? 0) + 1);
    surplus.set(from, (surplus.get(from) ?? 0) - 1);
  }
  for (const node of nodes.values()) flow.add(node, beginning, again, Infinity);
  for (const start of starts) flow.add(beginning, nodeOf(start), 0, Infinity);
  const [source, sink] = [flow.node(), flow.node()];
  for (const [node, more] of surplus) {
    if (more > 0) flow.add(source, node, 0, more);
    if (more < 0) flow.add(node, sink, 0, -more);
  }
  flow.send(source, sink);

  // Each node's list has first the repeats of its arrows and then each arrow itself, in reverse: `pop` takes the arrows in their order, then the repeats.
  const left = flow
    .gone()
    .map((arcs) => arcs.flatMap(({ to, way, times }) => Array.from({ length: times }, () => ({ to, way }))));
  for (const way of ways.toReversed()) left[nodeOf(way.from)]?.push({ to: nodeOf(way.to), way });
  const order = new Set<W>();
  // Hierholzer's algorithm: one round, or one for each separate part of the graph.
  for (const begin of [beginning, ...nodes.values()]) {
    const trail: { node: number; by: W | null }[] = [{ node: begin, by: null }];
    const round: (W | null)[] = [];
    for (let last = trail.at(-1); last; last = trail.at(-1)) {
      const arc = left[last.node]?.pop();
      if (arc) trail.push({ node: arc.to, by: arc.way });
      else round.push(trail.pop()?.by ?? null);
    }
    for (const way of round.toReversed()) if (way) order.add(way);
  }
  return [...order];
}
