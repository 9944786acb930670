import { isDeepStrictEqual } from 'node:util';
import {
  type AnyActorLogic,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
  fromTransition,
  SimulatedClock,
} from 'xstate';
import type { Driver } from './driver.ts';
import type { Effect, Model } from './model.ts';
import { type Moment, pendingCalls } from './moment.ts';

type Held = { src: string; input: unknown; settle: (outcome: { output: unknown } | { error: unknown }) => void };

/** A promise's callbacks run before the next macrotask. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const effectsOf = (moment: Moment, kinds: readonly Effect['kind'][]): unknown[] =>
  moment.effects
    .filter(({ kind }) => kinds.includes(kind))
    .map((effect) => {
      if (effect.kind === 'emitted' || effect.kind === 'sent') return effect.event;
      return effect.kind === 'called' ? { action: effect.action, params: effect.params } : null;
    });

/**
 * Walks a machine by itself: really started, with a clock that stands still and calls that wait for their answers. It shows that the generated paths are
 * what the running machine does. It cannot show that this is what a person should see: the other drivers do.
 * @param model the machine's model
 */
export function headlessDriver(model: Model): Driver {
  const { machine, options } = model;
  return ({ input }) => {
    const held = new Map<string, Held>();
    const heard: unknown[] = [];
    const said: unknown[] = [];
    const clock = new SimulatedClock();
    // A parent, because some machines tell theirs; timers run on the clock of the topmost actor.
    const parent = createActor(
      fromTransition(
        (count: number, event: EventObject) => (event.type.startsWith('xstate.') ? count : count + heard.push(event)),
        0,
      ),
      { clock },
    );
    parent.start();
    const actor = createActor(
      machine.provide({ actors: heldActors(machine, held), actions: recorded(machine, said) } as never),
      {
        input,
        parent,
      } as never,
    );
    const unhandled: unknown[] = [];
    actor.on('*', (event: EventObject) => void heard.push(event));
    actor.subscribe({ error: (error) => void unhandled.push(error) });
    actor.start();

    const follow = async (before: Moment['snapshot'], label: string, told: number): Promise<void> => {
      if (!options.follows) return;
      for (let seen = told; seen < heard.length;) {
        const effects = heard
          .slice(seen)
          .map((event): Effect => ({ kind: 'emitted', event: event as { type: string } }));
        seen = heard.length;
        const about = { effects, snapshot: actor.getSnapshot(), before, label, world: undefined };
        for (const event of options.follows(about)) actor.send(event);
      }
      await settled();
    };
    const during = async (label: string, happen: () => void): Promise<void> => {
      const before = actor.getSnapshot();
      const told = heard.length;
      happen();
      await settled();
      await follow(before, label, told);
    };
    return Promise.resolve({
      act: (label, events) => during(label, () => events.forEach((event) => actor.send(event))),
      answer: (invoke, outcome, label) =>
        during(label, () => {
          const call = held.get(invoke);
          if (!call)
            throw new Error(
              `No call '${invoke}' waits for an answer; these do: ${[...held.keys()].join(', ') || 'none'}.`,
            );
          held.delete(invoke);
          call.settle(outcome);
        }),
      wait: (milliseconds) => during('time', () => clock.increment(milliseconds)),
      look: () =>
        Promise.resolve({
          value: actor.getSnapshot().value as unknown,
          calls: [...held.keys()],
          heard: [...heard],
          said: [...said],
        }),
      expect: async (moment) => {
        await settled();
        if (unhandled.length > 0) throw new Error(`The machine failed: ${String(unhandled[0])}`);
        const now = actor.getSnapshot();
        same('state', now.value, moment.snapshot.value);
        same('context', now.context, moment.snapshot.context);
        same(
          'calls under way',
          [...held.keys()].toSorted(),
          pendingCalls(moment.snapshot)
            .map(({ id }) => id)
            .toSorted(),
        );
        same('what it said', heard, effectsOf(moment, ['emitted', 'sent']));
        same('what it did', said, effectsOf(moment, ['called']));
        // The next step's words begin here.
        heard.length = 0;
        said.length = 0;
      },
      end: () => {
        parent.stop();
        return Promise.resolve();
      },
    });
  };
}

function same(what: string, found: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(found, wanted)) return;
  throw new Error(`The ${what} differs.\n  wanted: ${JSON.stringify(wanted)}\n  found:  ${JSON.stringify(found)}`);
}

/** Each actor of the machine as one that waits. A child machine and a push source do nothing: what they tell are events of the model. */
function heldActors(machine: AnyStateMachine, held: Map<string, Held>): Record<string, AnyActorLogic> {
  const promises = new Set<string>();
  const visit = (node: AnyStateMachine['root']): void => {
    for (const { id, src } of node.invoke) {
      if (node.transitions.has(`xstate.done.actor.${id}`) || node.transitions.has(`xstate.error.actor.${id}`))
        promises.add(String(src));
    }
    Object.values(node.states).forEach(visit);
  };
  visit(machine.root);
  return Object.fromEntries(
    Object.keys(machine.implementations.actors).map((src) => [
      src,
      promises.has(src)
        ? fromPromise(
            ({ input, self, signal }) =>
              new Promise((resolve, reject) => {
                const call: Held = {
                  src,
                  input,
                  settle: (outcome) => {
                    if ('output' in outcome) resolve(outcome.output);
                    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a model may say that anything was thrown
                    else reject(outcome.error);
                  },
                };
                held.set(self.id, call);
                signal.addEventListener('abort', () => {
                  if (held.get(self.id) === call) held.delete(self.id);
                });
              }),
          )
        : fromCallback(() => undefined),
    ]),
  );
}

/** Each plain action of the machine as one that notes that it was done. */
function recorded(machine: AnyStateMachine, said: unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(machine.implementations.actions)
      .filter(([, action]: [string, unknown]) => typeof action === 'function' && !('resolve' in action))
      .map(([name]) => [name, (_: unknown, params: unknown) => void said.push({ action: name, params })]),
  );
}
