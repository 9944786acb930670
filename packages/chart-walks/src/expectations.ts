import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { activeNodes } from 'xstate-chart-svg/chart';
import { isRequestOf } from './actors.ts';
import type { Effect, Happening, Labels, Model, Where } from './model.ts';

type Now = Happening<AnyStateMachine, unknown>;

/** One line of a table: the beginning of a label, and its conditions. */
type Step = { start: string; from?: string | undefined; when?: ((now: Now) => boolean) | undefined };

const known = new Map<Labels, readonly Step[]>();
/** No labels: one list, since each that is met is kept among the known ones. */
export const NONE: Labels = [];

/** The steps that a line of a table names. */
function stepsOf(labels: Labels): readonly Step[] {
  const found =
    known.get(labels) ??
    [labels].flat().flatMap((one): Step[] => {
      const { by, ...conditions } = typeof one === 'string' ? { by: one } : one;
      return [by].flat().flatMap((text) => text.split(' | ').map((start) => ({ start, ...conditions })));
    });
  known.set(labels, found);
  return found;
}

/** The labels that a line of a table names. */
export const labelsOf = (labels: Labels): readonly string[] => stepsOf(labels).map(({ start }) => start);

const active = new WeakMap<AnyMachineSnapshot, ReadonlySet<string>>();

/** Names of the active states: their ids, and the ends of them, as `command.idle`. */
function namesIn(snapshot: AnyMachineSnapshot): ReadonlySet<string> {
  const found =
    active.get(snapshot) ??
    new Set(activeNodes(snapshot).flatMap(({ id }) => id.split('.').map((_, at, parts) => parts.slice(at).join('.'))));
  active.set(snapshot, found);
  return found;
}

/** True if one of these states is active. */
const isIn = (snapshot: AnyMachineSnapshot, states: string): boolean =>
  states.split(' | ').some((name) => namesIn(snapshot).has(name));

/** True if one of these states is active, or if the condition is true. */
const isWhere = (where: Where, now: { snapshot: AnyMachineSnapshot; world: unknown }): boolean =>
  typeof where === 'function' ? where(now) : isIn(now.snapshot, where);

const applies = ({ from, when }: Step, now: Now): boolean =>
  (from === undefined || isIn(now.before, from)) && (when?.(now) ?? true);

/** True if a label begins so; a `$` is its end, so that `fails$` is not `fails again`. */
export const begins = (label: string, start: string): boolean => `${label}$`.startsWith(start);

const isStep = (step: Step, now: Now): boolean => begins(now.label, step.start) && applies(step, now);

/** True if a step is among those that a table of the model names. */
export const isMeant = (labels: Labels, now: Now): boolean => stepsOf(labels).some((step) => isStep(step, now));

/** The longest of these beginnings of a label; null if none is one. */
const longestOf = (starts: readonly string[], label: string): string | null =>
  starts
    .filter((start) => begins(label, start))
    .toSorted((one, other) => other.length - one.length)
    .at(0) ?? null;

/**
 * Describes an event that a state forgets, or accepts where it should not; null if there is none.
 * @param offers events of the model in this situation
 */
export function forgotten(
  { options: { accepts } }: Model,
  moment: { snapshot: AnyMachineSnapshot; world: unknown },
  offers: Readonly<Record<string, EventObject>>,
): string | null {
  if (!accepts) return null;
  for (const [label, event] of Object.entries(offers)) {
    const start = longestOf(Object.keys(accepts), label);
    const isWanted = start === null || isWhere(accepts[start] ?? '', moment);
    if (moment.snapshot.can(event) !== isWanted) return `'${label}' is ${isWanted ? 'not accepted' : 'accepted'}`;
  }
  return null;
}

const isNamed = (effect: Effect, name: string): boolean => {
  if (effect.kind === 'request') return isRequestOf(effect, name);
  if (effect.kind === 'called') return effect.action === name;
  const { type } = effect.event;
  return type === name || (effect.kind === 'sent' && `${effect.to} ${type}` === name);
};

const contextOf = ({ context }: AnyMachineSnapshot) => context as Readonly<Record<string, unknown>>;

/**
 * Sentences about what a step should change of the context or should not, each with true if it is right. Steps of time need not change what they are said
 * to, since what ends in them depends on how much has passed; nor need those with `when`.
 */
export function changesOf({ options: { changes } }: Model, now: Now): [sentence: string, isRight: boolean][] {
  if (!changes) return [];
  const { label, passed, ended } = now;
  const [old, context] = [contextOf(now.before), contextOf(now.snapshot)];
  return Object.keys(context).flatMap((field): [string, boolean][] => {
    const isChanged = old[field] !== context[field] && !isDeepStrictEqual(old[field], context[field]);
    const labels = changes[field] ?? NONE;
    if (isChanged && !isMeant(labels, now))
      return [[`'${label}' changes '${field}': if it should, add it to changes.${field}`, false]];
    const isSaid =
      passed === 0 && ended.length === 0 && stepsOf(labels).some((step) => !step.when && isStep(step, now));
    return isSaid ? [[`'${label}' never changes '${field}', but changes.${field} says so`, isChanged]] : [];
  });
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Values that a step brings for a field of the context: the result of a call, or what the result or the event has under the field's name. */
const broughtFor = (field: string, events: readonly EventObject[]): unknown[] =>
  events.flatMap((event) => {
    const { output, ...rest } = event as EventObject & { output?: unknown };
    return [output, ...[output, rest].map((one) => (one as Record<string, unknown> | null | undefined)?.[field])];
  });

/** Describes the first thing in which a step differs from the model's tables; null if there is none. */
export function unexpected({ options }: Model, now: Now): string | null {
  const { leads = {}, does = {}, keeps = {}, says = {}, tags = {}, waits = {} } = options;
  const { label, snapshot, before, effects, events, timers } = now;
  const start = longestOf(Object.values(leads).flatMap(labelsOf), label);
  for (const [state, labels] of Object.entries(leads)) {
    const isWanted = stepsOf(labels).some((step) => step.start === start && applies(step, now));
    if (isWanted && !isIn(snapshot, state)) return `'${label}' does not lead to '${state}'`;
  }
  for (const [tag, where] of Object.entries(tags)) {
    const isWanted = isWhere(where, now);
    if (snapshot.hasTag(tag) !== isWanted) return `'${tag}' is ${isWanted ? 'not ' : ''}set after '${label}'`;
  }
  for (const [name, where] of Object.entries(waits)) {
    const isWanted = snapshot.status === 'active' && isWhere(where, now);
    if (timers.some(({ delay }) => delay === name) !== isWanted)
      return `'${name}' ${isWanted ? 'does not run' : 'runs'} after '${label}'`;
  }
  for (const [name, labels] of Object.entries(does)) {
    const count = effects.filter((effect) => isNamed(effect, name)).length;
    if (count !== (isMeant(labels, now) ? 1 : 0)) return `'${label}' does '${name}' ${count} times`;
  }
  const isAct = events.some(({ type }) => !type.startsWith('xstate.'));
  const [old, context] = [contextOf(before), contextOf(snapshot)];
  for (const [field, labels] of Object.entries(keeps)) {
    const isKept = broughtFor(field, events).some((one) => one !== undefined && isDeepStrictEqual(one, context[field]));
    if (isMeant(labels, now) && !isKept) return `'${label}' does not keep '${field}'`;
  }
  for (const [field, labels] of Object.entries(says)) {
    const [was, text] = [old[field], context[field]];
    if (isMeant(labels, now)) {
      if (isEmpty(text)) return `'${label}' leaves '${field}' empty`;
    } else if (!isEmpty(text) && (text !== was || (isAct && effects.some(({ kind }) => kind === 'request'))))
      return `'${label}' leaves '${field}' with ${JSON.stringify(text)}`;
  }
  return null;
}

/** The labels that the tables of a model name, each with the table's name. */
export const namedLabels = ({ options }: Model): [table: string, label: string][] => [
  ...Object.keys(options.accepts ?? {}).map((label): [string, string] => ['accepts', label]),
  ...(['leads', 'does', 'keeps', 'says', 'changes', 'restarts'] as const).flatMap((table) =>
    Object.values(options[table] ?? {}).flatMap((labels) =>
      labelsOf(labels).map((label): [string, string] => [table, label]),
    ),
  ),
];
