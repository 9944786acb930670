import { isDeepStrictEqual } from 'node:util';
import {
  type ActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromTransition,
  SimulatedClock,
  type Snapshot,
} from 'xstate';
import { actorName, clocksIn, withNames } from './actors.ts';
import type { Driver } from './driver.ts';
import { stateNodes } from 'xstate-chart-svg/chart';
import { type Effect, type Model, type Outcome, PathError } from './model.ts';
import { pendingCalls } from './moment.ts';

/** Event that ends a held actor with an outcome. */
type Ending = { type: 'held.ended'; outcome: Outcome };

/**
 * Walks a machine by itself: really started, with a clock that only the walk advances and calls that wait for their answers. It proves that the
 * generated paths are what the running machine does. It cannot prove that this is what a person should see: the other drivers do.
 * @param model the machine's model
 */
export function headlessDriver(model: Model): Driver {
  const { machine, options } = model;
  return ({ input, moment: start }) => {
    // Facts outside of the chart at this point of the walk: `follows` may depend on them.
    let { world } = start;
    const held = new Map<string, AnyActorRef>();
    const messages: Effect[] = [];
    const did: Effect[] = [];
    const clock = new SimulatedClock();
    const note = (to: string, event: EventObject): void => void messages.push({ kind: 'sent', to, event });
    // The parent exists because some machines send events to theirs; timers run on the clock of the topmost actor.
    const parent = createActor(
      fromTransition((_, event: EventObject) => {
        if (!event.type.startsWith('xstate.')) note('#_parent', event);
        return undefined;
      }, undefined),
      { clock },
    );
    parent.start();
    refuseInlineLogic(machine);
    const actors = Object.keys(machine.implementations.actors).map((src) => [src, heldActor(held, note)]);
    const actor = createActor(
      machine.provide({ actors: Object.fromEntries(actors) as never, actions: recorded(machine, did) as never }),
      { input, parent } as never,
    );
    const unhandled: unknown[] = [];
    actor.on('*', (event: EventObject) => void messages.push({ kind: 'emitted', event }));
    actor.subscribe({ error: (error) => void unhandled.push(error) });
    actor.start();

    /** Lets something happen, and then sends what the surroundings send at once in answer. */
    const during = (label: string, happen: () => void): Promise<void> => {
      const before = actor.getSnapshot();
      let seen = messages.length;
      happen();
      while (options.follows && seen < messages.length) {
        const effects = messages.slice(seen);
        seen = messages.length;
        const about = { effects, snapshot: actor.getSnapshot(), before, label, world };
        for (const event of options.follows(about)) actor.send(event);
      }
      return Promise.resolve();
    };
    const calls = (): string[] => pendingCalls(actor.getSnapshot(), [...held.keys()]);
    return Promise.resolve({
      act: (label, events) => during(label, () => events.forEach((event) => actor.send(event))),
      answer: (invoke, outcome, label) =>
        during(label, () => {
          const call = held.get(invoke);
          if (!call)
            throw new Error(`No call '${invoke}' waits for an answer; these do: ${calls().join(', ') || 'none'}.`);
          call.send({ type: 'held.ended', outcome } satisfies Ending);
        }),
      wait: (milliseconds) => during('time', () => clock.increment(milliseconds)),
      look: () => Promise.resolve({ value: actor.getSnapshot().value as unknown, calls: calls(), messages, did }),
      expect: (moment) => {
        if (unhandled.length > 0) throw new Error(`The machine failed: ${String(unhandled[0])}`);
        const now = actor.getSnapshot();
        same('state', now.value, moment.snapshot.value);
        sameContext(machine, now.context as unknown, moment.snapshot.context as unknown);
        same('calls under way', calls(), pendingCalls(moment.snapshot));
        const isMessage = ({ kind }: Effect): boolean => kind === 'emitted' || kind === 'sent';
        same('words to others', messages, moment.effects.filter(isMessage));
        same(
          'acts',
          did,
          moment.effects.filter(({ kind }) => kind === 'called'),
        );
        ({ world } = moment);
        // The effects of the next step begin here.
        messages.length = 0;
        did.length = 0;
        return Promise.resolve();
      },
      end: () => {
        parent.stop();
        return Promise.resolve();
      },
    });
  };
}

/** Refuses logic that is written in the chart itself: without a name it cannot be replaced, and a walk would really call it. */
function refuseInlineLogic(machine: AnyStateMachine): void {
  const found = stateNodes(machine).find(({ invoke }) =>
    invoke.some(({ src }) => !(String(src) in machine.implementations.actors)),
  );
  if (found)
    throw new PathError(
      `The state '${found.id}' calls logic that has no name, and a walk would really call it: write it into setup({ actors: { … } }) and src: '…' in the chart.`,
    );
}

function same(what: string, found: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(found, wanted)) return;
  throw new Error(
    `The ${what} differ${what.endsWith('s') ? '' : 's'}.\n  wanted: ${JSON.stringify(wanted)}\n  found:  ${JSON.stringify(found)}`,
  );
}

/** Compares contexts, actors in them by their names. @throws with the fields that differ */
function sameContext(machine: AnyStateMachine, found: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(found, wanted)) return;
  const [now, then] = [withNames(found), withNames(wanted)];
  if (isDeepStrictEqual(now, then)) return;
  const [is, was] = [now, then] as [Record<string, unknown>, Record<string, unknown>];
  const fields = Object.keys({ ...is, ...was }).filter((field) => !isDeepStrictEqual(is[field], was[field]));
  const clocks = clocksIn(machine, 'actions');
  const remedy =
    clocks.length > 0
      ? `'${clocks.join("', '")}' reads a clock or chance: let an event, the result of a call or the input bring the value.`
      : 'If an action reads a clock or chance there, let an event, the result of a call or the input bring the value.';
  throw new Error(
    `The context differs in '${fields.join("', '")}'. ${remedy}\n  wanted: ${JSON.stringify(then)}\n  found:  ${JSON.stringify(now)}`,
  );
}

/**
 * An actor that waits in the place of a call, a push source or a child machine. It records the events that it receives, and ends on `held.ended`; the
 * events that the real one would send to its parent are events of the model.
 */
function heldActor(
  held: Map<string, AnyActorRef>,
  note: (to: string, event: EventObject) => void,
): ActorLogic<Snapshot<unknown>, EventObject, unknown> {
  return {
    getInitialSnapshot: ({ self }) => {
      // Its own snapshots say nothing: those of the real child are events of the model.
      Object.assign(self, { _syncSnapshot: false });
      return { status: 'active', output: undefined, error: undefined };
    },
    getPersistedSnapshot: (snapshot) => snapshot,
    start: (_, { self }) => void held.set(self.id, self),
    transition: (snapshot, event, { self }) => {
      const isEnd = event.type === 'held.ended' || event.type === 'xstate.stop';
      if (isEnd && held.get(self.id) === self) held.delete(self.id);
      if (event.type !== 'held.ended') {
        if (!isEnd) note(actorName(self), event);
        return snapshot;
      }
      const { outcome } = event as Ending;
      return 'output' in outcome
        ? { status: 'done', output: outcome.output, error: undefined }
        : { status: 'error', output: undefined, error: outcome.error };
    },
  };
}

/** Replaces each plain action of the machine by one that records the call. */
function recorded(machine: AnyStateMachine, did: Effect[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(machine.implementations.actions)
      .filter(([, action]: [string, unknown]) => typeof action === 'function' && !('resolve' in action))
      .map(([name]) => [
        name,
        (_: unknown, params: unknown) => void did.push({ kind: 'called', action: name, params }),
      ]),
  );
}
