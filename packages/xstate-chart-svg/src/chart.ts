import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** A transition of a chart, with an id that stays the same as long as the chart is written the same way. */
export type ChartTransition = {
  /** `source · trigger`, with `[guard]` where it has one and `#2` for an alternative that has no guard of its own. */
  id: string;
  source: string;
  /** Ids of the targets; empty for a transition that only acts. */
  targets: string[];
  /** Event in the reader's words: `after 1000 ms`, `signIn ✓`, `always`. */
  trigger: string;
  guard: string | null;
  /** The guard's name with the parameters that the chart writes, by which two uses of one guard differ; null without a guard. */
  condition: string | null;
  actions: string[];
  reenter: boolean;
  /** Cause of the transition: an event, an outcome of a call, time, nothing (`always`), or the end of a state (`done`). */
  kind: 'event' | 'outcome' | 'time' | 'always' | 'done';
  event: string;
  definition: AnyTransitionDefinition;
};

/** Returns the state nodes of a chart in the order in which they are written, the root first. @param machine the chart's machine */
export function stateNodes(machine: AnyStateMachine): AnyStateNode[] {
  const all = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(all)];
  return all(machine.root);
}

/** Parameters that are written on the chart, in brackets; empty for those that a function returns. */
function fixedParams(params: unknown): string {
  const values = typeof params === 'object' && params !== null ? Object.values(params) : [];
  return values.length === 0 ? '' : `(${values.map((value) => String(value)).join(', ')})`;
}

/** Returns the name of a guard, null for none. @param guard the guard as the chart writes it */
export function guardName(guard: unknown): string | null {
  if (guard === undefined) return null;
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type);
  if (typeof guard === 'function') return guard.name || 'a condition';
  return 'a condition';
}

/** The text of a guard, with its own parameters. @param guard as the chart writes it */
const conditionOf = (guard: unknown): string | null =>
  typeof guard === 'object' && guard !== null && 'params' in guard
    ? `${guardName(guard)}${fixedParams(guard.params)}`
    : guardName(guard);

/** Name of an action, with the parameters that are written on the chart: `askFor(role)`. */
function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  if (typeof action === 'function') return (action as { type?: string }).type ?? action.name;
  const { type, params } = action as { type: unknown; params?: unknown };
  return `${String(type)}${fixedParams(params)}`;
}

/** Names of a list of actions, without XState's own `raise` and `cancel`. */
export function actionNames(actions: readonly unknown[]): string[] {
  return actions
    .map(actionName)
    .filter((name) => name !== 'xstate.raise' && name !== 'xstate.cancel' && name !== 'raise' && name !== 'cancel');
}

/**
 * @param machine the machine of the delay
 * @param delay a name or a number of milliseconds
 * @returns milliseconds, or the name if the time depends on the context
 */
export function delayOf(machine: AnyStateMachine, delay: unknown): number | string {
  if (typeof delay === 'number') return delay;
  const named: unknown = machine.implementations.delays[String(delay)];
  return typeof named === 'number' ? named : String(delay);
}

function triggerOf(
  machine: AnyStateMachine,
  event: string,
  definition: AnyTransitionDefinition,
): Pick<ChartTransition, 'trigger' | 'kind'> {
  if (event === '') return { trigger: 'always', kind: 'always' };
  const [, end, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event) ?? [];
  if (end && id) return { trigger: `${id} ${end === 'done' ? '✓' : '✗'}`, kind: 'outcome' };
  if (event.startsWith('xstate.done.state.')) return { trigger: 'done', kind: 'done' };
  if (event.startsWith('xstate.after.')) {
    const delay = delayOf(machine, (definition as { delay?: unknown }).delay);
    return { trigger: typeof delay === 'number' ? `after ${delay} ms` : `after ${delay}`, kind: 'time' };
  }
  return { trigger: event, kind: 'event' };
}

/** Returns every transition of a chart, in the order in which they are written. @param machine the chart's machine */
export function transitionsOf(machine: AnyStateMachine): ChartTransition[] {
  const found: ChartTransition[] = [];
  const seen = new Map<string, number>();
  for (const node of stateNodes(machine)) {
    const lists: [string, readonly AnyTransitionDefinition[]][] = [...node.transitions.entries()];
    if (node.always) lists.push(['', node.always]);
    for (const [event, definitions] of lists) {
      for (const definition of definitions) {
        const { trigger, kind } = triggerOf(machine, event, definition);
        const guard = guardName(definition.guard);
        const base = `${node.id} · ${trigger}${guard ? ` [${guard}]` : ''}`;
        const count = (seen.get(base) ?? 0) + 1;
        seen.set(base, count);
        found.push({
          id: count === 1 ? base : `${base} #${count}`,
          source: node.id,
          targets: (definition.target ?? []).map((target) => target.id),
          trigger,
          guard,
          condition: conditionOf(definition.guard),
          actions: actionNames(definition.actions),
          reenter: definition.reenter,
          kind,
          event,
          definition,
        });
      }
    }
  }
  return found;
}

/** Name of a state within its machine: `command.saving`, or the machine's own id for the root. */
export function shortName(machine: AnyStateMachine, id: string): string {
  return id.startsWith(`${machine.id}.`) ? id.slice(machine.id.length + 1) : id;
}

/** Returns the active states, from the root inwards (XState stores them in a field that is not quite public). @param snapshot of a machine */
export function activeNodes(snapshot: AnyMachineSnapshot): readonly AnyStateNode[] {
  return snapshot['_nodes'] as readonly AnyStateNode[];
}

/** Returns the active states without an active child: the place that a reader names. */
export function leavesOf(snapshot: AnyMachineSnapshot): AnyStateNode[] {
  return activeNodes(snapshot).filter((node) => Object.keys(node.states).length === 0);
}
