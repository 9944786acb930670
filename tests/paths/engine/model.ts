import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';

/** How a call may end: what a promise resolves to, or what it rejects with. */
export type Outcome = { output: unknown } | { error: unknown };

/** A moment of a walk: the chart's snapshot, and the facts outside of it that a model keeps. */
export type Situation<M extends AnyStateMachine, W> = { snapshot: SnapshotFrom<M>; world: W };

/** A timer that runs. `delay`: its name on the chart, or its milliseconds where it has none. `remaining`, `whole`: in milliseconds. */
export type RunningTimer = { delay: string; remaining: number; whole: number };

/** A step as the surroundings of a machine see it. */
type Seen<M extends AnyStateMachine, W> = Situation<M, W> & {
  /** The step's label, such as `signIn: unauthorized (401)`. */
  label: string;
  before: SnapshotFrom<M>;
  /** What the chart did: requests begun, events emitted, actions called. */
  effects: readonly Effect[];
};

/** A step as the world and the rules see it. */
export type Happening<M extends AnyStateMachine, W> = Seen<M, W> & {
  /** Milliseconds that passed in the step. */
  passed: number;
  /** The delays that ended in it. */
  ended: readonly string[];
  /** The timers that run after it. */
  timers: readonly RunningTimer[];
};

/** One thing that a chart did on its way. */
export type Effect =
  | { kind: 'request'; id: string; src: string; input: unknown }
  | { kind: 'emitted'; event: { type: string } & Record<string, unknown> }
  | { kind: 'sent'; to: string; event: { type: string } & Record<string, unknown> }
  | { kind: 'called'; action: string; params: unknown };

type Labelled<T> = Readonly<Record<string, T>>;

/** Whether something has happened that must never be. With `after` it is asked only after steps whose labels begin like one of these. */
type Rule<M extends AnyStateMachine, W> =
  | ((now: Happening<M, W>) => boolean)
  | { after: readonly string[]; breaks: (now: Happening<M, W>) => boolean };

/** The labels (their beginnings) that restart a timer while it runs; with `when`, only where it says so. */
type Restart<M extends AnyStateMachine, W> =
  | readonly string[]
  | { by: readonly string[]; when: (now: Happening<M, W>) => boolean };

/** What a model says about a machine, beyond what is on its chart. */
export type ModelOptions<M extends AnyStateMachine, W> = {
  /** Where walks begin, by label. Without it there is one start, `start`, with no input. */
  starts?: Labelled<{ input?: InputFrom<M>; world?: W }>;
  /**
   * For each invoke's id its outcomes by label, or a function that gives them; null while a chart that was invoked waits for this one, and cannot end. What never
   * ends by itself needs none.
   */
  outcomes?: Readonly<Record<string, Labelled<Outcome> | ((now: Situation<M, W>) => Labelled<Outcome> | null)>>;
  /** The events that may happen now, by label. Those that the chart does not accept at the moment are left out by the engine. */
  events?: (now: Situation<M, W>) => Labelled<EventFromLogic<M>>;
  /** Facts outside of the chart. */
  world?: { start: W; next?: (happening: Happening<M, W>) => W };
  /** What the surroundings send at once because of what just happened, as the router does after a navigation: part of the same step. */
  follows?: (seen: Seen<M, W>) => readonly EventFromLogic<M>[];
  /** The part of context that guards and outcomes read, made small. Two situations with the same value, history, timers, key and world count as one. */
  key?: (now: Situation<M, W>) => Readonly<Record<string, unknown>>;
  /** What must never be, by a sentence that says it; looked at after every step. */
  never?: Labelled<Rule<M, W>>;
  /**
   * For each delay that is restarted while it runs: the labels (their beginnings) that restart it. Nothing else restarts a timer; the engine checks both on
   * every edge, and lets half of such a timer pass where one of the labels may follow.
   */
  restarts?: Labelled<Restart<M, W>>;
  /** Delays that may end in a state that goes on without a timer. Any other timer either leads out of its state or starts again. */
  once?: readonly string[];
  /** Transitions that the chart has for safety and that no walk can take, by id, with the reason. */
  untakable?: Readonly<Record<string, string>>;
  /** More situations than this are a mistake in `key`. */
  limit?: number;
};

/** A model with its machine's types forgotten: what the engine works with. */
export type Model = {
  readonly machine: AnyStateMachine;
  readonly options: ModelOptions<AnyStateMachine, unknown>;
};

/**
 * Says of a machine what its chart does not: where it starts, how its calls end, what people do. In two calls, so that the events are checked
 * against the machine's own types: `defineModel(lampMachine)({ … })`.
 * @param machine the machine as its file exports it
 * @returns takes the rest, see `ModelOptions`, and gives the model
 */
export function defineModel<M extends AnyStateMachine>(machine: M) {
  return <W = undefined>(options: ModelOptions<M, W>): Model => ({
    machine,
    options: options as unknown as ModelOptions<AnyStateMachine, unknown>,
  });
}

/** Where a model says that walks begin. */
export const startsOf = ({ options }: Model) => options.starts ?? { start: {} };

/** Whether a step told somebody something. @param to a child's id, or `#_parent`; anybody where it is left out */
export const sends = (effects: readonly Effect[], type: string, to?: string): boolean =>
  effects.some((effect) => effect.kind === 'sent' && effect.event.type === type && (to ?? effect.to) === effect.to);

/** Whether a step told everybody who listens something. */
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
