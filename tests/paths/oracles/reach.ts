import type { Edge, Explored, Moment } from 'chart-walks';

/** Returns the reason why no user can take an edge, given the moment that it begins at; null for all others. */
export type OutOfReach = (edge: Edge, from: Moment) => string | null;

/**
 * Leaves out edges that no person and no host can make a screen take. The machine's own walks take them (`tests/paths/machines.test.ts`).
 * @param explored the explored chart
 * @param outOfReach why an edge is left out; undefined leaves none out
 */
export function withinReach(explored: Explored, outOfReach: OutOfReach | undefined): Explored {
  if (!outOfReach) return explored;
  const all = [...explored.edges.values()].flat();
  const moments = new Map(
    [...explored.starts, ...all.map(({ to: key, moment }) => ({ key, moment }))].map((one) => [one.key, one.moment]),
  );
  const edges = [...explored.edges].map(([key, leading]): [string, readonly Edge[]] => {
    const from = moments.get(key);
    return [key, from ? leading.filter((edge) => outOfReach(edge, from) === null) : leading];
  });
  const reached = new Map(edges);
  // A start that no screen has is not walked; a start after which nothing can happen is still shown.
  const isLost = (key: string): boolean => explored.edges.get(key)?.length !== 0 && reached.get(key)?.length === 0;
  const starts = explored.starts.filter(({ key }) => !isLost(key));
  return { ...explored, starts, edges: reached };
}
