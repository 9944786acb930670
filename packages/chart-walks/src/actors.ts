import type { AnyActorRef, AnyStateMachine } from 'xstate';
import { stateNodes } from 'xstate-chart-svg/chart';

/** True for the id that XState makes for an `invoke` without one: `0.form.sending`. */
const isMade = (id: string): boolean => /^\d+\./.test(id);

/** Sources of the calls that a chart makes, by the ids of their invokes. */
export type Calls = ReadonlyMap<string, string>;

/** Returns the calls of a chart that name their source. @param machine the chart's machine */
export const callsOf = (machine: AnyStateMachine): Calls =>
  new Map(
    stateNodes(machine).flatMap(({ invoke }) =>
      invoke.flatMap(({ id, src }): [string, string][] => (typeof src === 'string' ? [[id, src]] : [])),
    ),
  );

/**
 * Returns the name by which a model writes a call: the id of its invoke; its source where the chart gives no id.
 * @param calls of the chart
 * @param id of the invoke
 * @param others ids of the calls that are under way at the same time: of two with one source, each keeps its id
 */
export function callName(calls: Calls, id: string, others: readonly string[] = []): string {
  const src = isMade(id) ? calls.get(id) : undefined;
  return src === undefined || others.some((other) => other !== id && calls.get(other) === src) ? id : src;
}

/** True if a request of this id and source has the name. @param name as a model writes it */
export const isRequestOf = ({ id, src }: { id: string; src: string }, name: string): boolean =>
  isMade(id) ? name === src || name === id : name === (id === src ? id : `${id} ${src}`);

/** True for an actor, as a context or the children of a snapshot have it. */
export const isActor = (value: unknown): value is AnyActorRef =>
  typeof value === 'object' && value !== null && 'sessionId' in value && 'getSnapshot' in value;

/** Returns the name of an actor: its id; its source where the id is a number that XState counts on. */
export const actorName = ({ id, src }: Pick<AnyActorRef, 'id' | 'src'>): string =>
  /^x:\d+$/.test(id) && typeof src === 'string' ? src : id;

/** Returns data with the names of actors in place of the actors, which are never equal to those of another run. */
export function withNames(value: unknown): unknown {
  if (isActor(value)) return { actor: actorName(value) };
  if (Array.isArray(value)) return value.map(withNames);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNames(inner)]));
}

/** Reads of a clock or of chance. */
const CLOCK = /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bMath\.random\(|\brandomUUID\(/;

/** Returns the names of the guards or actions of a machine that read a clock or chance. @param kind which of them */
export const clocksIn = ({ implementations }: AnyStateMachine, kind: 'guards' | 'actions'): string[] =>
  Object.entries(implementations[kind]).flatMap(([name, part]) => (CLOCK.test(codeOf(part)) ? [name] : []));

/** Describes the guards of a machine that read a clock or chance, with what to do; null if there are none. */
export function clockGuards(machine: AnyStateMachine): string | null {
  const clocks = clocksIn(machine, 'guards');
  return clocks.length === 0
    ? null
    : `the guard '${clocks.join("', '")}' reads a clock or chance: let the event or the result of a call bring the value`;
}

/** Returns the code of an action or a guard: its own, and that of the functions which it was made from. */
function codeOf(part: unknown): string {
  const own = typeof part === 'function' ? [String(part)] : [];
  const isPlain = typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype;
  const parts = typeof part === 'function' || isPlain ? Object.values(part) : [];
  return [...own, ...parts.map(codeOf)].join('\n');
}

/**
 * Returns the text in which an action names others: the code of an `enqueueActions` and of an `assign` that spawns, a delay, the source of a `spawnChild`.
 * @param action as the chart or its implementations have it
 */
export function namesIn(action: unknown): string {
  const { type, collect, assignment, src, delay } = Object(action) as Record<string, unknown>;
  const named = [src, delay].map((one) => (typeof one === 'string' ? `'${one}'` : codeOf(one)));
  if (type === 'xstate.enqueueActions') return codeOf(collect);
  if (type !== 'xstate.assign') return named.join('\n');
  const code = codeOf(assignment);
  return /\bspawn\b/.test(code) ? code : '';
}
