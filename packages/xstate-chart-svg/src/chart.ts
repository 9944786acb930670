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

/** Name of logic that is written on the chart itself and has no name of its own. */
export const INLINE = '(inline)';

/** A function's own name; `INLINE` for one that has none, or only that of the field it is written in. */
const functionName = (name: string): string => (/^(guard|actions|entry|exit|cond|src|)$/.test(name) ? INLINE : name);

/** Returns the name of a guard, null for none. @param guard the guard as the chart writes it */
export function guardName(guard: unknown): string | null {
  if (guard === undefined) return null;
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return guardName(guard.type);
  if (typeof guard !== 'function') return INLINE;
  const { guards, stateValue } = guard as { guards?: unknown[]; stateValue?: unknown };
  if (stateValue !== undefined) return `in ${typeof stateValue === 'string' ? stateValue : JSON.stringify(stateValue)}`;
  if (!guards) return functionName(guard.name);
  const names = guards.map((one) => {
    const name = guardName(one) ?? INLINE;
    return guards.length > 1 && / (and|or) /.test(name) ? `(${name})` : name;
  });
  return guard.name === 'not'
    ? `not ${/ /.test(names[0] ?? '') ? `(${names[0]})` : names[0]}`
    : names.join(` ${guard.name} `);
}

/** The text of a guard, with its own parameters. @param guard as the chart writes it */
const conditionOf = (guard: unknown): string | null =>
  typeof guard === 'object' && guard !== null && 'params' in guard
    ? `${guardName(guard)}${fixedParams(guard.params)}`
    : guardName(guard);

/** Fields of XState's own actions, which are functions with their arguments on them. */
type BuiltIn = {
  type?: string;
  event?: unknown;
  to?: unknown;
  delay?: unknown;
  id?: unknown;
  src?: unknown;
  sendId?: unknown;
  actorRef?: unknown;
};

const eventName = (event: unknown): string =>
  typeof event === 'object' && event !== null && 'type' in event
    ? String(event.type)
    : typeof event === 'string'
      ? event
      : 'an event';
const targetName = (to: unknown): string =>
  typeof to === 'string' ? to.replace(/^#_/, '') : typeof to === 'function' ? 'an actor' : 'no actor';

/** Effect of one of XState's own actions, in words. */
function builtInName(kind: string, { event, to, delay, src, id, sendId, actorRef }: BuiltIn): string {
  const later =
    typeof delay === 'number'
      ? ` after ${delay} ms`
      : typeof delay === 'string'
        ? ` after ${delay}`
        : delay
          ? ' later'
          : '';
  if (kind === 'raise' || kind === 'emit') return `${kind} ${eventName(event)}${later}`;
  if (kind === 'sendTo') return `send ${eventName(event)} to ${targetName(to)}${later}`;
  if (kind === 'spawnChild') return `spawn ${typeof src === 'string' ? src : typeof id === 'string' ? id : INLINE}`;
  if (kind === 'stopChild') return `stop ${typeof actorRef === 'string' ? actorRef : 'an actor'}`;
  if (kind === 'cancel') return `cancel ${typeof sendId === 'string' ? sendId : 'an event'}`;
  return kind;
}

/** Name of an action, with the parameters that are written on the chart: `askFor(role)`. */
export function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  if (typeof action === 'function') {
    const [, kind] = /^xstate\.(\w+)$/.exec((action as BuiltIn).type ?? '') ?? [];
    return kind ? builtInName(kind, action as BuiltIn) : functionName(action.name);
  }
  const { type, params } = action as { type: unknown; params?: unknown };
  return `${String(type)}${fixedParams(params)}`;
}

/** True for what XState adds itself to the entry and exit of a state with `after`. */
export const isTimers = (action: unknown): boolean => {
  if (typeof action !== 'function') return false;
  const { event, sendId } = action as BuiltIn;
  return eventName(event).startsWith('xstate.after.') || String(sendId).startsWith('xstate.after.');
};

/** Names of a list of actions, without the timers that XState itself sets and cancels for `after`. */
export function actionNames(actions: readonly unknown[]): string[] {
  return actions.filter((action) => !isTimers(action)).map(actionName);
}

/** A call of a state as a reader names it. */
export type Call = {
  id: string;
  /** Its id on the chart; where the chart gives none, its source. */
  name: string;
  src: string;
  systemId: string | null;
};

/** Returns what a state calls, in the chart's order. @param node a state */
export function callsOf(node: AnyStateNode): Call[] {
  const written = [node.config.invoke ?? []].flat() as { src?: unknown }[];
  const found: Call[] = [];
  for (const [at, { id, src: name, systemId }] of node.invoke.entries()) {
    const logic = written[at]?.src;
    const own = typeof logic === 'object' && logic !== null && 'id' in logic ? String(logic.id) : '(machine)';
    const src = String(name).startsWith('xstate.invoke.') ? (own === '(machine)' ? INLINE : own) : String(name);
    const given = id === `${at}.${node.id}` ? src : id;
    const twins = found.filter((other) => other.src === src && other.name.startsWith(given)).length;
    const isTwin = given === src && twins > 0;
    found.push({ id, name: isTwin ? `${given} #${twins + 1}` : given, src, systemId: systemId ?? null });
  }
  return found;
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
  node: AnyStateNode,
  event: string,
  definition: AnyTransitionDefinition,
): Pick<ChartTransition, 'trigger' | 'kind'> {
  if (event === '') return { trigger: 'always', kind: 'always' };
  const [, end, id] = /^xstate\.(done|error|snapshot)\.(?:actor\.)?(.+)$/.exec(event) ?? [];
  if (end && id && !event.startsWith('xstate.done.state.')) {
    const name = callsOf(node).find((call) => call.id === id)?.name ?? (id === '*' ? 'any call' : id);
    if (end === 'snapshot') return { trigger: `${name} changes`, kind: 'event' };
    return { trigger: `${name} ${end === 'done' ? '✓' : '✗'}`, kind: 'outcome' };
  }
  if (event.startsWith('xstate.done.state.')) return { trigger: 'done', kind: 'done' };
  if (event.startsWith('xstate.after.')) {
    const delay = delayOf(machine, (definition as { delay?: unknown }).delay);
    return { trigger: typeof delay === 'number' ? `after ${delay} ms` : `after ${delay}`, kind: 'time' };
  }
  return { trigger: event === '*' ? 'any other event' : event, kind: 'event' };
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
        const { trigger, kind } = triggerOf(machine, node, event, definition);
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
