import type { ChartTransition } from 'xstate-chart-svg/chart';
import type { Explored } from './explore.ts';
import { type Path, startOf } from './walks.ts';

/**
 * How often tests took each transition, by the ids of machines and the keys of their transitions: `source event index`, where the index is that among the
 * alternatives of the event in this state. `xstate-chart-svg --coverage` paints it on the charts.
 */
export type Coverage = { version: 1; machines: Record<string, { transitions: Record<string, number> }> };

/** Keys of transitions by their ids. */
function keysOf(transitions: readonly ChartTransition[]): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    transitions.map(({ id, source, event }) => {
      const place = `${source} ${event}`;
      const index = counts.get(place) ?? 0;
      counts.set(place, index + 1);
      return [id, `${place} ${index}`];
    }),
  );
}

/**
 * Counts the transitions that paths take.
 * @param explored the chart; its transitions that no path takes are counted as 0
 * @param paths those that were walked
 */
export function coverageOf(explored: Explored, paths: readonly Path[]): Coverage {
  const keys = keysOf(explored.transitions);
  const transitions = Object.fromEntries([...keys.values()].map((key) => [key, 0]));
  for (const path of paths) {
    for (const { transitions: taken } of [startOf(explored, path), ...path.steps]) {
      for (const id of taken) {
        const key = keys.get(id) ?? id;
        transitions[key] = (transitions[key] ?? 0) + 1;
      }
    }
  }
  return { version: 1, machines: { [explored.model.machine.id]: { transitions } } };
}

/** Adds up coverage, as that of several test files. */
export function joined(all: readonly Coverage[]): Coverage {
  const machines: Coverage['machines'] = {};
  for (const [id, { transitions }] of all.flatMap((one) => Object.entries(one.machines))) {
    const sums = (machines[id] ??= { transitions: {} }).transitions;
    for (const [key, times] of Object.entries(transitions)) sums[key] = (sums[key] ?? 0) + times;
  }
  return { version: 1, machines };
}
