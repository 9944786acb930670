import {
  type AnyMachineSnapshot,
  type AnyTransitionDefinition,
  type AnyStateMachine,
  createActor,
  createEmptyActor,
  type EventObject,
  fromTransition,
  type InspectionEvent,
} from 'xstate';
import { activeNodes } from './chart.ts';
import { type Effect, type Happening, type Model, type Outcome, PathError } from './model.ts';

/** A timer that runs: what it will say and in how many milliseconds. */
export type Timer = { id: string; event: EventObject; remaining: number };

/** Who makes a step happen: a person or another outside source, the answer to a call, or time. */
export type StepKind = 'user' | 'outcome' | 'time';

/** Something that may happen now. */
export type Choice = {
  type: 'step';
  label: string;
  kind: StepKind;
  /** What the chart receives, in order: several only when timers end at the same instant. */
  events: readonly EventObject[];
  /** Milliseconds that pass. */
  wait: number;
  /** Of an outcome: the call that it answers. */
  invoke: string | null;
  outcome: Outcome | null;
};

/** A point of a walk: what the chart shows, what runs, and how the last step came about. */
export type Moment = {
  snapshot: AnyMachineSnapshot;
  world: unknown;
  timers: readonly Timer[];
  key: string;
  parts: Readonly<Record<string, unknown>>;
  /** What the last step took and did. */
  taken: readonly AnyTransitionDefinition[];
  effects: readonly Effect[];
  /** What the surroundings sent within the step. */
  followed: readonly EventObject[];
};

type Action = { type: string; params: Record<string, unknown> };
type Recorder = { taken: AnyTransitionDefinition[]; effects: Effect[]; timers: Map<string, Timer> };

const isPromiseFree = (id: string, snapshot: AnyMachineSnapshot): boolean =>
  !activeNodes(snapshot).some(({ transitions }) =>
    ['done', 'error'].some((end) => transitions.has(`xstate.${end}.actor.${id}`)),
  );

/** The calls that are under way: ids of invokes of active states that can end. */
export function pendingCalls(snapshot: AnyMachineSnapshot): { id: string; src: string }[] {
  if (snapshot.status !== 'active') return [];
  return activeNodes(snapshot)
    .flatMap((node) => node.invoke)
    .filter(({ id }) => !isPromiseFree(id, snapshot))
    .map(({ id, src }) => ({ id, src: String(src) }));
}

/** Takes steps of a machine without running it: nothing is called, no timer runs, nothing is sent. */
export class Stepper {
  readonly #model: Model;
  #recorder: Recorder = { taken: [], effects: [], timers: new Map() };
  readonly #scope: Parameters<AnyStateMachine['transition']>[2];

  /** @param model what to step through */
  constructor(model: Model) {
    this.#model = model;
    const parent = createEmptyActor();
    const self = createActor(
      fromTransition((state: undefined) => state, undefined),
      { parent },
    );
    self.system.inspect((inspected: InspectionEvent) => {
      if (inspected.type !== '@xstate.microstep') return;
      this.#recorder.taken.push(
        ...(inspected as unknown as Record<'_transitions', AnyTransitionDefinition[]>)['_transitions'],
      );
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
    const start = (options.starts ?? { start: {} })[label];
    if (!start) throw new PathError(`The model '${machine.id}' has no start '${label}'.`);
    this.#recorder = { taken: [], effects: [], timers: new Map() };
    const snapshot = machine.getInitialSnapshot(this.#scope, start.input) as AnyMachineSnapshot;
    return this.#moment(snapshot, start.world ?? options.world?.start);
  }

  /**
   * @param moment where the walk stands
   * @param choice what happens
   * @returns the next moment
   */
  take(moment: Moment, choice: Choice): Moment {
    const { machine, options } = this.#model;
    const timers = moment.timers.map((timer) => ({ ...timer, remaining: timer.remaining - choice.wait }));
    this.#recorder = { taken: [], effects: [], timers: new Map(timers.map((timer) => [timer.id, timer])) };
    let { snapshot } = moment;
    for (const event of choice.events) {
      if (choice.kind === 'time' && ![...this.#recorder.timers.values()].some((timer) => timer.event === event))
        continue;
      if (choice.kind === 'time') this.#recorder.timers.delete(this.#timerOf(event));
      snapshot = machine.transition(snapshot, event, this.#scope) as AnyMachineSnapshot;
    }
    const followed: EventObject[] = [];
    const about = { label: choice.label, before: moment.snapshot, world: moment.world };
    for (let seen = 0; seen < this.#recorder.effects.length;) {
      const effects = this.#recorder.effects.slice(seen);
      seen = this.#recorder.effects.length;
      for (const event of options.follows?.({ ...about, snapshot, effects }) ?? []) {
        followed.push(event as EventObject);
        snapshot = machine.transition(snapshot, event, this.#scope) as AnyMachineSnapshot;
      }
    }
    const happening: Happening<AnyStateMachine, unknown> = { ...about, snapshot, effects: this.#recorder.effects };
    const world = options.world?.next ? options.world.next(happening) : moment.world;
    for (const [sentence, isBroken] of Object.entries(options.never ?? {})) {
      if (isBroken({ ...happening, world })) {
        throw new PathError(`The chart '${machine.id}' broke a rule at '${choice.label}': ${sentence}.`);
      }
    }
    return this.#moment(snapshot, world, followed);
  }

  /**
   * @param moment where a walk stands
   * @returns everything that may happen next, in a fixed order
   * @throws PathError when an outcome is missing in the model
   */
  choices(moment: Moment): Choice[] {
    const { snapshot, world, timers } = moment;
    if (snapshot.status !== 'active') return [];
    const { machine, options } = this.#model;
    const found: Choice[] = [];
    for (const [label, event] of Object.entries(options.events?.({ snapshot, world }) ?? {})) {
      if (!snapshot.can(event as never)) continue;
      found.push({
        type: 'step',
        label,
        kind: 'user',
        events: [event as EventObject],
        wait: 0,
        invoke: null,
        outcome: null,
      });
    }
    for (const { id } of pendingCalls(snapshot)) {
      const own = options.outcomes?.[id];
      const outcomes = Object.entries((typeof own === 'function' ? own({ snapshot, world }) : own) ?? {});
      const handles = (end: string): boolean =>
        activeNodes(snapshot).some((node) => node.transitions.has(`xstate.${end}.actor.${id}`));
      const has = (end: string): boolean => outcomes.some(([, outcome]) => end in outcome);
      const missing = [
        ...(handles('done') && !has('output') ? ["'it worked': { output: … }"] : []),
        ...(handles('error') && !has('error') ? ["'it failed': { error: … }"] : []),
      ];
      if (missing.length > 0) {
        throw new PathError(
          `The model '${machine.id}' lacks an outcome of '${id}': write outcomes: { ${id}: { ${missing.join(', ')} } }.`,
        );
      }
      for (const [label, outcome] of outcomes) {
        const event =
          'output' in outcome
            ? { type: `xstate.done.actor.${id}`, output: outcome.output, actorId: id }
            : { type: `xstate.error.actor.${id}`, error: outcome.error, actorId: id };
        found.push({
          type: 'step',
          label: `${id}: ${label}`,
          kind: 'outcome',
          events: [event],
          wait: 0,
          invoke: id,
          outcome,
        });
      }
    }
    if (timers.length > 0) {
      const wait = Math.min(...timers.map(({ remaining }) => remaining));
      const events = timers.filter(({ remaining }) => remaining === wait).map(({ event }) => event);
      found.push({ type: 'step', label: `after ${wait} ms`, kind: 'time', events, wait, invoke: null, outcome: null });
    }
    return found;
  }

  #timerOf(event: EventObject): string {
    return [...this.#recorder.timers.values()].find((timer) => timer.event === event)?.id ?? '';
  }

  #record({ type, params }: Action): void {
    const { effects, timers } = this.#recorder;
    const event = params?.['event'] as { type: string } & Record<string, unknown>;
    if (type === 'xstate.raise') {
      const { id, delay } = params;
      if (typeof delay !== 'number') return;
      timers.delete(String(id));
      timers.set(String(id), { id: String(id), event, remaining: delay });
    } else if (type === 'xstate.cancel') timers.delete(String(params['sendId']));
    else if (type === 'xstate.emit') effects.push({ kind: 'emitted', event });
    else if (type === 'xstate.sendTo')
      effects.push({ kind: 'sent', to: String(params['targetId'] ?? 'an actor'), event });
    else if (type === 'xstate.spawnChild') {
      effects.push({ kind: 'request', id: String(params['id']), src: String(params['src']), input: params['input'] });
    } else if (!type.startsWith('xstate.')) effects.push({ kind: 'called', action: type, params });
  }

  #moment(snapshot: AnyMachineSnapshot, world: unknown, followed: readonly EventObject[] = []): Moment {
    const { options, machine } = this.#model;
    const { taken, effects } = this.#recorder;
    const timers = snapshot.status === 'active' ? [...this.#recorder.timers.values()] : [];
    if (snapshot.status === 'error') {
      throw new PathError(`The chart '${machine.id}' stopped with an error: ${String(snapshot.error)}`);
    }
    const parts = {
      state: snapshot.value as unknown,
      history: historyOf(snapshot),
      timers: timers.map(({ id, remaining }) => [id, remaining]),
      ...(options.key ? options.key({ snapshot, world } as never) : (snapshot.context as Record<string, unknown>)),
      ...(world === undefined ? {} : { world }),
    };
    return { snapshot, world, timers, parts, key: JSON.stringify(parts), taken, effects, followed };
  }
}

function historyOf(snapshot: AnyMachineSnapshot): Record<string, string[]> {
  const history = Object.entries(snapshot.historyValue as Record<string, { id: string }[]>);
  return Object.fromEntries(history.map(([id, nodes]) => [id, nodes.map((node) => node.id)]));
}
