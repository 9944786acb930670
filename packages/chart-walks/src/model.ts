import type { AnyStateMachine, EventFromLogic, EventObject, InputFrom, SnapshotFrom } from 'xstate';

/** End of a call: the value that its promise resolves to, or the error that it rejects with. */
export type Outcome = { output: unknown } | { error: unknown };

/** State at a moment of a walk: the chart's snapshot, and the facts outside of the chart that a model keeps. */
export type Situation<M extends AnyStateMachine, W> = { snapshot: SnapshotFrom<M>; world: W };

/** The event by which a machine follows the snapshots of a child (`onSnapshot`): a model offers it, since a walk holds the child. */
export type ChildSnapshot = { type: `xstate.snapshot.${string}`; snapshot: unknown };

/** A running timer. `delay`: its name on the chart, or its milliseconds where it has none. `remaining`, `whole`: in milliseconds. */
export type RunningTimer = { delay: string; remaining: number; whole: number };

/** A step as the surroundings of a machine see it. */
type Seen<M extends AnyStateMachine, W> = Situation<M, W> & {
  /** The step's label, such as `signIn: unauthorized (401)`. */
  label: string;
  before: SnapshotFrom<M>;
  /** Effects of the step: requests begun, events emitted and sent, actions called. */
  effects: readonly Effect[];
};

/** A step as the world and the rules see it. */
export type Happening<M extends AnyStateMachine, W> = Seen<M, W> & {
  /** Events that the chart received. */
  events: readonly EventObject[];
  /** Milliseconds that passed in the step. */
  passed: number;
  /** Delays that ended in the step. */
  ended: readonly string[];
  /** Timers that run after the step. */
  timers: readonly RunningTimer[];
};

/** One thing that a chart did in a step. */
export type Effect =
  | { kind: 'request'; id: string; src: string; input: unknown }
  | { kind: 'emitted'; event: { type: string } & Record<string, unknown> }
  | { kind: 'sent'; to: string; event: { type: string } & Record<string, unknown> }
  | { kind: 'called'; action: string; params: unknown };

type Labelled<T> = Readonly<Record<string, T>>;

/** True if something has happened that must never happen. With `after` it is checked only after steps whose labels begin with one of these. */
type Rule<M extends AnyStateMachine, W> =
  | ((now: Happening<M, W>) => boolean)
  | { after: readonly string[]; breaks: (now: Happening<M, W>) => boolean };

/**
 * Labels (their beginnings) of steps, in one text `opens | closes` or in several; with `from`, only those that begin in these states; with `when`, only those
 * for which it returns true.
 */
type StepOf<M extends AnyStateMachine, W> =
  | string
  | { by: string | readonly string[]; from?: string; when?: (now: Happening<M, W>) => boolean };
type LabelsOf<M extends AnyStateMachine, W> = StepOf<M, W> | readonly StepOf<M, W>[];

/** States, in one text `form | secondStep`, or a condition. */
type WhereOf<M extends AnyStateMachine, W> = string | ((now: Situation<M, W>) => boolean);

/** Description of a machine beyond its chart. */
export type ModelOptions<M extends AnyStateMachine, W> = {
  /** Starts of walks, by label. Without them there is one start, `start`, with no input. */
  starts?: Labelled<{ input?: InputFrom<M>; world?: W }>;
  /**
   * Outcomes by label for the id of each invoke (its `src` where it has no id), or a function that returns them; null while an invoked chart waits for this one
   * and cannot end. A child that never ends by itself needs none.
   */
  outcomes?: Readonly<Record<string, Labelled<Outcome> | ((now: Situation<M, W>) => Labelled<Outcome> | null)>>;
  /** Events that may happen now, by label. The engine leaves out those that the chart does not accept at the moment. */
  events?: (now: Situation<M, W>) => Labelled<EventFromLogic<M> | ChildSnapshot>;
  /** Facts outside of the chart. */
  world?: { start: W; next?: (happening: Happening<M, W>) => W };
  /** Events that the surroundings send at once in answer to a step, such as the router after a navigation: part of the same step. */
  follows?: (seen: Seen<M, W>) => readonly EventFromLogic<M>[];
  /** Part of the context that guards and outcomes read, reduced. Situations with the same value, history, timers, calls, key and world count as one. */
  key?: (now: Situation<M, W>) => Readonly<Record<string, unknown>>;
  /** Rules that must never be broken, each by a sentence that names what must not happen; checked after every step, and at each start (label `starts`). */
  never?: Labelled<Rule<M, W>>;
  /**
   * With this field, each event of `events` must be accepted wherever it is offered: a state that forgets one breaks a rule. An event with a line here, by
   * its label (its beginning; of several the longest counts), is accepted exactly in these states (`form | secondStep`), or where the condition is true.
   */
  accepts?: Labelled<WhereOf<M, W>>;
  /** States that have a tag, by which views know them; no others have it. */
  tags?: Labelled<WhereOf<M, W>>;
  /** States in which the timer of a delay runs, by the delay's name; it runs in no other. */
  waits?: Labelled<WhereOf<M, W>>;
  /** Steps that end in a state, by the end of its name: `command.idle`. Of several beginnings of a label the longest counts. */
  leads?: Labelled<LabelsOf<M, W>>;
  /**
   * Steps that do a thing, once; no other step does it. The thing is a call by its id (and its actor if that has another name: `lookAgain verifySession`), an
   * action by its name, or an event that is emitted or sent by its type, or by its receiver and its type.
   */
  does?: Labelled<LabelsOf<M, W>>;
  /** Steps after which a field of the context has what came: the result of the call, or what the result or the event has under the field's name. */
  keeps?: Labelled<LabelsOf<M, W>>;
  /**
   * Steps that change a field of the context, for each field that changes: no other step changes it, and each of these does so at
   * least once in the walks, but for those with `when` and those of time, which may.
   */
  changes?: Labelled<LabelsOf<M, W>>;
  /** Steps that leave a text in a field of the context. No other step writes one there, and any other of `events` that begins a call takes it away. */
  says?: Labelled<LabelsOf<M, W>>;
  /**
   * Labels (their beginnings) that restart a delay while it runs, for each such delay. Nothing else may restart a timer: the engine checks both on
   * every edge, and lets half of such a timer pass where one of the labels may follow.
   */
  restarts?: Labelled<LabelsOf<M, W>>;
  /** Delays that may end in a state that goes on without a timer. Any other timer must lead out of its state or start again. */
  once?: readonly string[];
  /** Calls that may be made again as soon as they have ended: text that was typed meanwhile, for instance, is written next. */
  repeats?: readonly string[];
  /** Transitions that the chart has for safety and that no walk can take: the reason of each, by id. */
  untakable?: Readonly<Record<string, string>>;
  /** Maximum number of situations: more are a mistake in `key`. */
  limit?: number;
};

/** Steps and states of a model without its machine's types. */
export type Labels = LabelsOf<AnyStateMachine, unknown>;
export type Where = WhereOf<AnyStateMachine, unknown>;

/** A model without its machine's types, as the engine uses it. */
export type Model = {
  readonly machine: AnyStateMachine;
  readonly options: ModelOptions<AnyStateMachine, unknown>;
};

/**
 * Describes what a machine's chart does not contain: its starts, the ends of its calls, the events of people. Takes two calls, so that the events
 * are checked against the machine's own types: `defineModel(lampMachine)({ … })`.
 * @param machine the machine as its file exports it
 * @returns a function that takes the rest, see `ModelOptions`, and returns the model
 */
export function defineModel<M extends AnyStateMachine>(machine: M) {
  return <W = undefined>(options: ModelOptions<M, W>): Model => ({
    machine,
    options: options as unknown as ModelOptions<AnyStateMachine, unknown>,
  });
}

/** Returns the starts of a model's walks, by label. */
export const startsOf = ({ options }: Model) => options.starts ?? { start: {} };

/** True if a step sent this event. @param to a child's id, or `#_parent`; any receiver if it is left out */
export const sends = (effects: readonly Effect[], type: string, to?: string): boolean =>
  effects.some((effect) => effect.kind === 'sent' && effect.event.type === type && (to ?? effect.to) === effect.to);

/** True if a step emitted this event. */
export const emits = (effects: readonly Effect[], type: string): boolean =>
  effects.some((effect) => effect.kind === 'emitted' && effect.event.type === type);

/** A mistake in a model or in a command: its message says in one sentence what to write. */
export class PathError extends Error {
  /** @param message one sentence */
  constructor(message: string) {
    super(message);
    this.name = 'PathError';
  }
}

export const DEFAULT_LIMIT = 5_000;
