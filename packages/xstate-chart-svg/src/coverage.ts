import type {
  AnyActorRef,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate';

import { transitionsOf } from './chart.ts';
import { keyOf, type Paint } from './drawing.ts';

/** Transitions that tests took, by the ids of machines and the keys of their transitions: `source event index`. Times are counts. */
export type Coverage = { version: 1; machines: Record<string, { transitions: Record<string, number> }> };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a file of coverage.
 * @param text JSON
 * @throws in words, if it is not coverage
 */
export function readCoverage(text: string): Coverage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`It is not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (!isRecord(value) || value['version'] !== 1 || !isRecord(value['machines'])) {
    throw new Error('It is not coverage of version 1: write { "version": 1, "machines": { … } }.');
  }
  for (const [id, one] of Object.entries(value['machines'])) {
    const counts = isRecord(one) ? one['transitions'] : null;
    if (!isRecord(counts) || Object.values(counts).some((count) => !Number.isInteger(count) || Number(count) < 0)) {
      throw new Error(`'${id}' has no counts: write { "transitions": { "<source> <event> <index>": <times> } }.`);
    }
  }
  return value as Coverage;
}

/** The paint of what was taken: a number behind each transition, and a dotted line where it is 0. */
export function coveragePaint(machine: AnyStateMachine, { machines }: Coverage): Paint {
  const counts = machines[machine.id]?.transitions ?? {};
  const all = transitionsOf(machine);
  const keys = new Set(all.map((transition) => keyOf(transition, all)));
  const taken = [...keys].filter((key) => (counts[key] ?? 0) > 0).length;
  const unknown = Object.keys(counts).filter((key) => !keys.has(key)).length;
  const others = unknown === 0 ? '' : ` ${unknown} of the file are not on this chart: record it again.`;
  return {
    transition: (key) => {
      const times = counts[key] ?? 0;
      return { look: times > 0 ? 'good' : 'bad', count: `×${times}` };
    },
    note: `${taken} of ${keys.size} transitions taken. ×3: taken three times. ×0, dotted: never. Dashed: only some of the arrow's.${others}`,
  };
}

/** The key of a transition that an actor takes; null for one that is on no chart. */
export function takenKey(transition: AnyTransitionDefinition): string | null {
  const { source } = transition;
  const event = String(transition.eventType);
  const rivals = event === '' ? source.always : source.transitions.get(event);
  const index = rivals?.indexOf(transition) ?? -1;
  return index < 0 ? null : `${source.id} ${event} ${index}`;
}

/**
 * Records which transitions actors take.
 * @returns `inspect` for `createActor(machine, { inspect })`, of as many actors as there are, and the coverage so far
 */
export function recordCoverage(): { inspect: (event: InspectionEvent) => void; coverage: () => Coverage } {
  const machines: Coverage['machines'] = {};
  return {
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      const { machine } = (event.actorRef as AnyActorRef).getSnapshot() as Partial<AnyMachineSnapshot>;
      if (!machine) return;
      const { transitions } = (machines[machine.id] ??= { transitions: {} });
      for (const taken of event['_transitions']) {
        const key = takenKey(taken);
        if (key !== null) transitions[key] = (transitions[key] ?? 0) + 1;
      }
    },
    coverage: () => structuredClone({ version: 1, machines }),
  };
}
