import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { activeNodes } from './chart.ts';
import type { Effect, Happening, Labels, Model, Where } from './model.ts';

type Now = Happening<AnyStateMachine, unknown>;

const known = new Map<Labels, readonly string[]>();

/** The labels that a line of a table names. */
export function labelsOf(labels: Labels): readonly string[] {
  const found =
    known.get(labels) ??
    [typeof labels === 'object' && 'by' in labels ? labels.by : labels].flat().flatMap((text) => text.split(' | '));
  known.set(labels, found);
  return found;
}

const applies = (labels: Labels, now: Now): boolean =>
  typeof labels === 'string' || !('when' in labels) || labels.when(now);

/** True if a step is among those that a table of the model names. */
export const isMeant = (labels: Labels, now: Now): boolean =>
  labelsOf(labels).some((start) => now.label.startsWith(start)) && applies(labels, now);

/** The longest of these beginnings of a label; null if none is one. */
const longestOf = (starts: readonly string[], label: string): string | null =>
  starts
    .filter((start) => label.startsWith(start))
    .toSorted((one, other) => other.length - one.length)
    .at(0) ?? null;

/** True if a state is active. @param name the end of its name, as `command.idle`, or the whole of it */
const isActive = (snapshot: AnyMachineSnapshot, name: string): boolean =>
  activeNodes(snapshot).some(({ id }) => id === name || id.endsWith(`.${name}`));

/** True if one of these states is active, or if the condition is true. */
const isWhere = (where: Where, now: { snapshot: AnyMachineSnapshot; world: unknown }): boolean =>
  typeof where === 'function' ? where(now) : where.split(' | ').some((name) => isActive(now.snapshot, name));

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
  if (effect.kind === 'request') return name === (effect.id === effect.src ? effect.id : `${effect.id} ${effect.src}`);
  if (effect.kind === 'called') return effect.action === name;
  const { type } = effect.event;
  return type === name || (effect.kind === 'sent' && `${effect.to} ${type}` === name);
};

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
    if (start === null || !labelsOf(labels).includes(start) || !applies(labels, now)) continue;
    if (!isActive(snapshot, state)) return `'${label}' does not lead to '${state}'`;
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
  const old = before.context as Record<string, unknown>;
  const context = snapshot.context as Record<string, unknown>;
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
  ...(['leads', 'does', 'keeps', 'says', 'restarts'] as const).flatMap((table) =>
    Object.values(options[table] ?? {}).flatMap((labels) =>
      labelsOf(labels).map((label): [string, string] => [table, label]),
    ),
  ),
];
