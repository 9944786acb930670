import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyTransitionDefinition,
  type AnyStateMachine,
  createActor,
  createEmptyActor,
  type EventObject,
  fromTransition,
  type InspectionEvent,
} from 'xstate';
import { activeNodes } from 'xstate-chart-svg/chart';
import { actorName, callName, type Calls, callsOf, isActor } from './actors.ts';
import { NONE, begins, changesOf, forgotten, isMeant, labelsOf, unexpected } from './expectations.ts';
import {
  type Effect,
  type Happening,
  type Model,
  type Outcome,
  PathError,
  type RunningTimer,
  startsOf,
} from './model.ts';

/**
 * A running timer, with the event that it sends at its end. `half`: milliseconds of it that passed as a step of their own. `to`: the actor that receives the
 * event; null for the machine itself.
 */
export type Timer = RunningTimer & { id: string; event: EventObject; half: number; to: string | null };

/** Source of a step: a person or another outside source, the answer to a call, or time. */
export type StepKind = 'user' | 'outcome' | 'time';

/** A step that may happen now. */
export type Choice = {
  type: 'step';
  label: string;
  kind: StepKind;
  /** Events that the chart receives, in order: several only when timers end at the same instant. */
  events: readonly EventObject[];
  /** Milliseconds that pass. */
  wait: number;
  /** Id of the call that an outcome answers; null for any other step. */
  invoke: string | null;
  outcome: Outcome | null;
};

/** A step that takes no time and answers no call. */
export const AT_ONCE = { type: 'step', wait: 0, invoke: null, outcome: null } as const;

/** A point of a walk: the snapshot, the running timers, and how the last step came about. */
export type Moment = {
  snapshot: AnyMachineSnapshot;
  world: unknown;
  timers: readonly Timer[];
  key: string;
  parts: Readonly<Record<string, unknown>>;
  /** Transitions that the last step took, and its effects. */
  taken: readonly AnyTransitionDefinition[];
  effects: readonly Effect[];
  /** Events that the surroundings sent within the step. */
  followed: readonly EventObject[];
  /** Description of what must never happen and did: no step follows such a moment. */
  broken: string | null;
};

type Action = { type: string; params: Record<string, unknown> };
type Recorder = {
  taken: AnyTransitionDefinition[];
  effects: Effect[];
  timers: Map<string, Timer>;
  /** Ids of the timers that started in the step. */
  started: Set<string>;
  /** Events that the machine has sent to itself, which it receives after the present one. */
  own: EventObject[];
};

const recorder = (timers: readonly Timer[] = []): Recorder => ({
  taken: [],
  effects: [],
  timers: new Map(timers.map((timer) => [timer.id, timer])),
  started: new Set(),
  own: [],
});

/** More transitions than this on one event mean that the chart runs in a circle. */
const MOST_FOLLOWING = 1_000;

/** Name of a timer's delay: `wallRest` for `xstate.after.wallRest.wall.shown` in the state `wall.shown`. */
const delayName = (id: string): string => /^xstate\.after\.([^.]+)\./.exec(id)?.[1] ?? id;

/** Label of a start: rules are asked about it as about a step, with the same snapshot before it. */
export const STARTS = 'starts';
const HALF = 'half of ';
/** True for the label of a step in which half of a timer passes. */
export const isHalfLabel = (label: string): boolean => label.startsWith(HALF);

const childrenOf = (snapshot: AnyMachineSnapshot): Readonly<Record<string, unknown>> =>
  snapshot.children as Record<string, unknown>;

/**
 * Returns the ids of the calls that are under way: children whose end the chart waits for. A child that sends events without an end, such as a push
 * source, is not one.
 * @param snapshot of the machine
 * @param running ids of the children that run; by default those of the snapshot, from which the engine removes the ones that have ended
 */
export function pendingCalls(
  snapshot: AnyMachineSnapshot,
  running: readonly string[] = Object.keys(childrenOf(snapshot)),
): string[] {
  if (snapshot.status !== 'active') return [];
  const isAwaited = (id: string): boolean =>
    ['done', 'error'].some((end) => handles(snapshot, `xstate.${end}.actor.${id}`));
  // In the order of the chart, not in the order in which they began.
  const inOrder = activeNodes(snapshot).toSorted((one, other) => one.order - other.order);
  const invoked = inOrder.flatMap(({ invoke }) => invoke.map(({ id }) => id));
  return [...new Set([...invoked, ...running])].filter((id) => running.includes(id) && isAwaited(id));
}

const handles = (snapshot: AnyMachineSnapshot, event: string): boolean =>
  activeNodes(snapshot).some(({ transitions }) => transitions.has(event));

/** Writes a key as the code of a model does. */
const keyOf = (id: string): string => (/^[A-Za-z_$][\w$]*$/.test(id) ? id : `'${id}'`);

/** Refuses values that JSON would turn into `{}`, so that different situations would count as one, and names actors. */
function plain(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const actor = this[key];
  if (isActor(actor)) return actorName(actor);
  if (value instanceof Map || value instanceof Set)
    throw new PathError(
      `'${key}' is a ${value.constructor.name}, which no key can hold: write a key that says what of it decides.`,
    );
  return value;
}

/** Takes steps of a machine without running it: nothing is called, no timer runs, nothing is sent. */
export class Stepper {
  /** Type of the event that the model offers, by label, and whether some state accepts it where it is offered. */
  readonly offers = new Map<string, { type: string; isAccepted: boolean }>();
  /** Events that a state forgets, or accepts where it should not, each with the key of the first such situation. */
  readonly forgotten = new Map<string, string>();
  /** Ids of the calls that were under way at some moment. */
  readonly called = new Set<string>();
  /** Sentences about what steps should change of the context or should not, each with true once it is right. */
  readonly changes = new Map<string, boolean>();
  readonly #model: Model;
  #recorder = recorder();
  readonly #scope: Parameters<AnyStateMachine['transition']>[2];
  readonly #calls: Calls;
  /** Actors of the present snapshot by their `systemId`. */
  readonly #named = new Map<string, AnyActorRef>();

  /** @param model the model to step through */
  constructor(model: Model) {
    this.#model = model;
    this.#calls = callsOf(model.machine);
    const parent = createEmptyActor();
    const self = createActor(
      fromTransition((state: undefined) => state, undefined),
      { parent },
    );
    self.system.inspect((inspected: InspectionEvent) => {
      if (inspected.type !== '@xstate.microstep') return;
      const taken = (inspected as unknown as Record<'_transitions', AnyTransitionDefinition[]>)['_transitions'];
      this.#recorder.taken.push(...taken);
      if (this.#recorder.taken.length > MOST_FOLLOWING) throw new PathError(circle(taken, model));
    });
    // The actors of all situations are in one system here, so that its own register would have several of one name.
    Object.assign(self.system, {
      _set: (name: string, actor: AnyActorRef) => void this.#named.set(name, actor),
      get: (name: string) => this.#named.get(name),
    });
    this.#scope = {
      self,
      id: model.machine.id,
      sessionId: model.machine.id,
      logger: () => {},
      defer: () => {},
      system: self.system,
      stopChild: () => {},
      emit: () => {},
      actionExecutor: (action: unknown) => this.#record(action as Action),
    } as unknown as Parameters<AnyStateMachine['transition']>[2];
  }

  /**
   * @param label the start's name
   * @returns the first moment
   */
  start(label: string): Moment {
    const { machine, options } = this.#model;
    const start = startsOf(this.#model)[label];
    if (!start) throw new PathError(`The model '${machine.id}' has no start '${label}'.`);
    this.#recorder = recorder();
    this.#named.clear();
    const first = machine.getInitialSnapshot(this.#scope, start.input) as AnyMachineSnapshot;
    this.#noteSpawned({}, first);
    const snapshot = first.status === 'error' ? first : this.#received(first);
    if (snapshot.status === 'error') {
      throw new PathError(
        `The chart '${machine.id}' cannot start: ${String(snapshot.error)}; if it takes input, write starts: { '${label}': { input: … } }.`,
      );
    }
    const world = start.world ?? options.world?.start;
    const { effects } = this.#recorder;
    const timers = this.#timers();
    const beginning = {
      label: STARTS,
      before: snapshot,
      snapshot,
      events: [],
      effects,
      passed: 0,
      ended: [],
      timers,
      world,
    };
    return this.#moment(snapshot, world, [], this.#brokenRule(beginning) ?? unexpected(this.#model, beginning));
  }

  /** The first of the model's rules that a step breaks. */
  #brokenRule(happening: Happening<AnyStateMachine, unknown>): string | null {
    const isBroken = ([, rule]: [string, NonNullable<Model['options']['never']>[string]]): boolean => {
      if (typeof rule === 'function') return rule(happening);
      return rule.after.some((start) => begins(happening.label, start)) && rule.breaks(happening);
    };
    return Object.entries(this.#model.options.never ?? {}).find(isBroken)?.[0] ?? null;
  }

  /**
   * @param moment the present point of the walk
   * @param choice the step to take
   * @returns the next moment
   */
  take(moment: Moment, choice: Choice): Moment {
    const { options } = this.#model;
    const half = isHalfLabel(choice.label) ? choice.wait : 0;
    const timers = moment.timers.map((timer) => ({
      ...timer,
      remaining: timer.remaining - choice.wait,
      half: timer.half + half,
    }));
    this.#recorder = recorder(timers);
    const ended: string[] = [];
    let { snapshot } = moment;
    for (const event of choice.events) {
      const due = choice.kind === 'time' && [...this.#recorder.timers.values()].find((timer) => timer.event === event);
      if (due === undefined) continue;
      if (due) {
        ended.push(due.delay);
        this.#recorder.timers.delete(due.id);
        if (due.to !== null) {
          this.#recorder.effects.push({ kind: 'sent', to: due.to, event });
          continue;
        }
      }
      snapshot = this.#transition(snapshot, event);
    }
    if (choice.invoke !== null) snapshot = without(snapshot, choice.invoke, moment.snapshot);
    const followed: EventObject[] = [];
    const about = { label: choice.label, before: moment.snapshot, world: moment.world };
    for (let seen = 0; seen < this.#recorder.effects.length;) {
      const effects = this.#recorder.effects.slice(seen);
      seen = this.#recorder.effects.length;
      for (const event of options.follows?.({ ...about, snapshot, effects }) ?? []) {
        followed.push(event as EventObject);
        snapshot = this.#transition(snapshot, event as EventObject);
      }
    }
    const happening: Happening<AnyStateMachine, unknown> = {
      ...about,
      snapshot,
      events: choice.events,
      effects: this.#recorder.effects,
      passed: choice.wait,
      ended,
      timers: this.#timers(),
    };
    const world = options.world?.next ? options.world.next(happening) : moment.world;
    for (const [sentence, isRight] of changesOf(this.#model, { ...happening, world }))
      this.changes.set(sentence, isRight || this.changes.get(sentence) === true);
    const broken =
      snapshot.status === 'error'
        ? `it stopped with an error: ${String(snapshot.error)}`
        : (this.#brokenRule({ ...happening, world }) ??
          unexpected(this.#model, { ...happening, world }) ??
          this.#hastyCall(choice.invoke) ??
          this.#endlessWait(choice.invoke, { ...happening, world }) ??
          this.#wrongTimer(moment.timers, { ...happening, world }));
    return this.#moment(snapshot, world, followed, broken);
  }

  #timers(): readonly Timer[] {
    return [...this.#recorder.timers.values()];
  }

  /** Describes a call that is made again as soon as it has ended: a host that refuses it would be asked without a pause. */
  #hastyCall(ended: string | null): string | null {
    const isAgain = this.#recorder.effects.some((effect) => effect.kind === 'request' && effect.id === ended);
    return isAgain && !this.#model.options.repeats?.includes(String(ended))
      ? `'${String(ended)}' is called again as soon as it has ended`
      : null;
  }

  /** Describes a state that stays when its call has ended: it would wait for an answer that has come. */
  #endlessWait(ended: string | null, { snapshot }: Happening<AnyStateMachine, unknown>): string | null {
    if (ended === null || snapshot.status !== 'active' || ended in childrenOf(snapshot)) return null;
    const node = activeNodes(snapshot).find(({ invoke, parent }) => parent && invoke.some(({ id }) => id === ended));
    return node ? `'${node.id}' goes on when its call '${ended}' has ended` : null;
  }

  /** Describes a timer that was restarted but should not have been, or was not but should have been, or whose state goes on without it. */
  #wrongTimer(before: readonly Timer[], now: Happening<AnyStateMachine, unknown>): string | null {
    const { label, snapshot, ended } = now;
    if (snapshot.status !== 'active') return null;
    const { restarts = {}, once = [] } = this.#model.options;
    const { timers, started } = this.#recorder;
    for (const { id, delay } of before) {
      if (!timers.has(id) || ended.includes(delay)) continue;
      const isRestart = isMeant(restarts[delay] ?? NONE, now);
      if (started.has(id) === isRestart) continue;
      if (isRestart) return `'${label}' does not restart '${delay}', as restarts says`;
      if (restarts[delay])
        return `'${label}' restarts '${delay}': if it should, add '${label}' to restarts.${keyOf(delay)}`;
      return `'${label}' restarts '${delay}': if it should, write restarts: { ${keyOf(delay)}: '${label}' }`;
    }
    for (const node of activeNodes(snapshot)) {
      const waits = node.after;
      if (waits.some(({ eventType, delay }) => timers.has(String(eventType)) || once.includes(String(delay)))) continue;
      if (waits.length > 0)
        return `'${node.id}' goes on after '${String(waits[0]?.delay)}' has ended, and waits for nothing`;
    }
    return null;
  }

  #transition(snapshot: AnyMachineSnapshot, event: EventObject): AnyMachineSnapshot {
    this.#named.clear();
    for (const child of Object.values(childrenOf(snapshot)) as (AnyActorRef & { systemId?: string })[])
      if (child.systemId !== undefined) this.#named.set(child.systemId, child);
    try {
      const next = this.#model.machine.transition(snapshot, event, this.#scope) as AnyMachineSnapshot;
      this.#noteSpawned(childrenOf(snapshot), next);
      return this.#received(next);
    } catch (error) {
      if (error instanceof PathError) throw error;
      // The running machine stops with this error, too.
      return { ...snapshot, status: 'error', error } as AnyMachineSnapshot;
    }
  }

  /** Lets the machine receive what it has sent to itself. */
  #received(snapshot: AnyMachineSnapshot): AnyMachineSnapshot {
    const event = this.#recorder.own.shift();
    return event && snapshot.status === 'active' ? this.#transition(snapshot, event) : snapshot;
  }

  /** Adds the children that an `assign` has made to what the step did: they are not among its actions. */
  #noteSpawned(before: Readonly<Record<string, unknown>>, snapshot: AnyMachineSnapshot): void {
    const { effects } = this.#recorder;
    for (const child of Object.values(childrenOf(snapshot)) as AnyActorRef[]) {
      if (Object.values(before).includes(child) || this.#calls.has(child.id)) continue;
      const { src } = child;
      if (typeof src !== 'string')
        throw new PathError(
          `The chart '${this.#model.machine.id}' spawns logic that has no name, and a walk would really run it: write it into setup({ actors: { … } }) and spawn('…').`,
        );
      const id = actorName(child);
      if (effects.some((effect) => effect.kind === 'request' && effect.id === id)) continue;
      const { input } = (child as unknown as { options: { input?: unknown } }).options;
      effects.push({ kind: 'request', id, src, input });
    }
  }

  /**
   * @param moment the present point of a walk
   * @returns everything that may happen next, in a fixed order
   * @throws PathError when an outcome is missing in the model
   */
  choices(moment: Moment): Choice[] {
    const { snapshot, world, timers } = moment;
    if (snapshot.status !== 'active' || moment.broken !== null) return [];
    const { machine, options } = this.#model;
    const found: Choice[] = [];
    const offers = (options.events?.({ snapshot, world }) ?? {}) as Record<string, EventObject>;
    const problem = forgotten(this.#model, moment, offers);
    if (problem !== null && !this.forgotten.has(problem)) this.forgotten.set(problem, moment.key);
    for (const [label, event] of Object.entries(offers)) {
      const isAccepted = snapshot.can(event);
      if (isAccepted || !this.offers.has(label)) this.offers.set(label, { type: event.type, isAccepted });
      if (!isAccepted) continue;
      found.push({ ...AT_ONCE, label, kind: 'user', events: [event] });
    }
    const calls = pendingCalls(snapshot);
    for (const id of calls) {
      const name = callName(this.#calls, id, calls);
      const src = callName(this.#calls, id);
      const own = options.outcomes?.[id] ?? options.outcomes?.[src];
      this.called.add(id).add(src);
      const given = typeof own === 'function' ? own({ snapshot, world }) : own;
      if (given === null) continue;
      const outcomes = Object.entries(given ?? {});
      const has = (end: string): boolean => outcomes.some(([, outcome]) => end in outcome);
      const missing = [
        ...(handles(snapshot, `xstate.done.actor.${id}`) && !has('output') ? ["'it worked': { output: … }"] : []),
        ...(handles(snapshot, `xstate.error.actor.${id}`) && !has('error') ? ["'it failed': { error: … }"] : []),
      ];
      if (missing.length > 0) {
        throw new PathError(
          `The model '${machine.id}' lacks an outcome of '${src}': write outcomes: { ${keyOf(src)}: { ${missing.join(', ')} } }.`,
        );
      }
      for (const [label, outcome] of outcomes) {
        const event =
          'output' in outcome
            ? { type: `xstate.done.actor.${id}`, output: outcome.output, actorId: id }
            : { type: `xstate.error.actor.${id}`, error: outcome.error, actorId: id };
        found.push({ ...AT_ONCE, label: `${name}: ${label}`, kind: 'outcome', events: [event], invoke: id, outcome });
      }
    }
    if (timers.length > 0) {
      const wait = Math.min(...timers.map(({ remaining }) => remaining));
      const due = timers.filter(({ remaining }) => remaining === wait);
      const half = this.#half(timers, found);
      if (half)
        found.push({ ...AT_ONCE, label: `${HALF}${half.whole} ms`, kind: 'time', events: [], wait: half.whole / 2 });
      const label = `after ${wait + Math.max(...due.map((timer) => timer.half))} ms`;
      found.push({ ...AT_ONCE, label, kind: 'time', events: due.map(({ event }) => event), wait });
    }
    return found;
  }

  /** Returns the timer of which half may pass: the soonest one, if no running timer has begun to pass and a step may follow that restarts it. */
  #half(timers: readonly Timer[], choices: readonly Choice[]): Timer | undefined {
    if (timers.some(({ remaining, whole }) => remaining < whole)) return undefined;
    const { restarts = {} } = this.#model.options;
    const soonest = Math.min(...timers.map(({ whole }) => whole));
    const isOffered = (start: string): boolean => choices.some(({ label }) => begins(label, start));
    return timers.find(({ delay, whole }) => whole === soonest && labelsOf(restarts[delay] ?? NONE).some(isOffered));
  }

  #record({ type, params }: Action): void {
    const { effects, timers } = this.#recorder;
    const event = params?.['event'] as { type: string } & Record<string, unknown>;
    if (type === 'xstate.raise') {
      if (typeof params['delay'] === 'number') this.#wait(params, event, params['delay'], null);
    } else if (type === 'xstate.cancel') timers.delete(String(params['sendId']));
    else if (type === 'xstate.emit') effects.push({ kind: 'emitted', event });
    else if (type === 'xstate.sendTo') {
      const { targetId, to, delay } = params as { targetId?: string; to: AnyActorRef; delay?: number };
      const isOwn = to === this.#scope.self;
      const receiver = targetId ?? actorName(to);
      if (typeof delay === 'number') this.#wait(params, event, delay, isOwn ? null : receiver);
      else if (isOwn) this.#recorder.own.push(event);
      else effects.push({ kind: 'sent', to: receiver, event });
    } else if (type === 'xstate.spawnChild') {
      effects.push({ kind: 'request', id: String(params['id']), src: String(params['src']), input: params['input'] });
    } else if (!type.startsWith('xstate.')) effects.push({ kind: 'called', action: type, params });
  }

  /** Starts a timer. One that the chart gives no id is named by its event; several of these may run at the same time. */
  #wait({ id }: Record<string, unknown>, event: EventObject, delay: number, to: string | null): void {
    const { timers, started } = this.#recorder;
    let name = event.type;
    while (timers.has(name)) name += '+';
    if (typeof id === 'string') name = id;
    timers.delete(name);
    timers.set(name, { id: name, event, delay: delayName(name), remaining: delay, whole: delay, half: 0, to });
    started.add(name);
  }

  #moment(
    snapshot: AnyMachineSnapshot,
    world: unknown,
    followed: readonly EventObject[] = [],
    broken: string | null = null,
  ): Moment {
    const { options } = this.#model;
    const { taken, effects } = this.#recorder;
    const timers = snapshot.status === 'active' ? this.#timers() : [];
    const parts = {
      state: snapshot.value as unknown,
      history: historyOf(snapshot),
      timers: timers.map(({ id, remaining, half }) => [id, remaining, ...(half > 0 ? ['late'] : [])]),
      calls: pendingCalls(snapshot),
      ...(options.key ? options.key({ snapshot, world } as never) : (snapshot.context as Record<string, unknown>)),
      ...(world === undefined ? {} : { world }),
      ...(broken === null ? {} : { broken }),
    };
    return { snapshot, world, timers, parts, key: JSON.stringify(parts, plain), taken, effects, followed, broken };
  }
}

/** Describes transitions that follow one another without an end. */
function circle(taken: readonly AnyTransitionDefinition[], { machine }: Model): string {
  const states = [...new Set(taken.map(({ source }) => source.id))].join(', ');
  return `The chart '${machine.id}' runs in a circle: more than ${MOST_FOLLOWING} transitions follow on one event, the last one from ${states}; give one of its 'always' a guard that ends it.`;
}

/** Returns the snapshot without a child that has ended, which XState keeps among the children. A child that was started again stays. */
function without(snapshot: AnyMachineSnapshot, id: string, before: AnyMachineSnapshot): AnyMachineSnapshot {
  if (childrenOf(snapshot)[id] !== childrenOf(before)[id]) return snapshot;
  const children = Object.fromEntries(Object.entries(childrenOf(snapshot)).filter(([key]) => key !== id));
  return { ...snapshot, children } as AnyMachineSnapshot;
}

function historyOf(snapshot: AnyMachineSnapshot): Record<string, string[]> {
  const history = Object.entries(snapshot.historyValue as Record<string, { id: string }[]>);
  return Object.fromEntries(history.map(([id, nodes]) => [id, nodes.map((node) => node.id)]));
}
