import { getAdjacencyMap } from 'xstate/graph';
import type { ActorLogic, EventObject, Snapshot } from 'xstate';

/** Arrows that lead on from each state that was reached, by the state's key. */
export type Arrows<S, E> = ReadonlyMap<string, readonly { event: E; state: S }[]>;

export type Exploration<S, E> = {
  from: S;
  keyOf: (state: S) => string;
  labelOf: (event: E) => string;
  /** Events that may happen in a state. */
  eventsOf: (state: S) => readonly E[];
  next: (state: S, event: E) => S;
  /** True for a state from which the exploration does not go on. */
  isKnown: (state: S) => boolean;
};

/**
 * Explores every reachable state of a logic. The only place that uses XState's graph utilities (`xstate/graph`, formerly the package `@xstate/graph`). The
 * logic that it receives is the engine's and not the machine's own, because the package takes neither timers nor
 * calls nor facts outside of the chart into account.
 * @param exploration what to explore
 */
export function explored<S extends object, E extends EventObject>(exploration: Exploration<S, E>): Arrows<S, E> {
  const { from, keyOf, labelOf, eventsOf, next, isKnown } = exploration;
  type State = Snapshot<unknown> & { held: S };
  const hold = (held: S): State => ({ status: 'active', output: undefined, error: undefined, held });
  const logic: ActorLogic<State, E, undefined> = {
    transition: ({ held }, event) => hold(next(held, event)),
    getInitialSnapshot: () => hold(from),
    getPersistedSnapshot: (state) => state,
  };
  const found = getAdjacencyMap(logic, {
    events: ({ held }) => eventsOf(held),
    serializeState: ({ held }) => keyOf(held),
    serializeEvent: labelOf,
    fromState: hold(from),
    stopWhen: ({ held }) => isKnown(held),
  }) as Record<string, { state: State; transitions: Record<string, { event: E; state: State }> }>;
  return new Map(
    Object.entries(found).map(([key, { transitions }]) => [
      key,
      Object.values(transitions).map(({ event, state }) => ({ event, state: state.held })),
    ]),
  );
}
