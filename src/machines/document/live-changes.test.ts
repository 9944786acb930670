import { type AnyActorRef, createActor, createMachine, SimulatedClock } from 'xstate';
import { beforeEach, expect, it } from 'vitest';
import type { Pair } from '#common/document/regions/values.ts';
import { liveChangesMachine, type LiveChangesSnapshot } from './live-changes.machine.ts';

/** Ten minutes, as the screen promises. */
const SHOWN = 600_000;

let clock: SimulatedClock;
let changes: AnyActorRef;
let marked: string[][];
let wanted: string[][];

beforeEach(() => {
  clock = new SimulatedClock();
  marked = [];
  wanted = [];
  const document = createMachine({
    invoke: { id: 'liveChanges', src: liveChangesMachine },
    on: {
      'marks.given': {
        actions: ({ event }) => {
          marked.push((event['marks'] as { id: string }[]).map(({ id }) => id));
          wanted.push((event['news'] as string[] | undefined) ?? []);
        },
      },
    },
  });
  changes = createActor(document, { clock }).start().getSnapshot().children['liveChanges'] as AnyActorRef;
});

const shown = (wip: string, at: number, ...values: Pair[]): void =>
  changes.send({ type: 'document.shown', submission: { wip, name: wip, at }, values });
const isAnother = (): boolean => (changes.getSnapshot() as LiveChangesSnapshot).hasTag('another');

it('says nothing of the first document', () => {
  shown('a', 0, ['wind', 'SW']);
  expect(isAnother()).toBe(false);
  expect(marked).toEqual([]);
});

it('marks each change for ten minutes from its own submission on', () => {
  shown('a', 0, ['wind', 'SW'], ['name', 'Ridge']);
  shown('a', 1_000, ['wind', 'W'], ['name', 'Ridge']);
  clock.increment(1_000);
  shown('a', 2_000, ['wind', 'W'], ['name', 'River']);
  expect(marked.at(-1)).toEqual(['name', 'wind']);
  clock.increment(SHOWN - 1_001);
  expect(marked.at(-1)).toEqual(['name', 'wind']);
  clock.increment(1);
  expect(marked.at(-1)).toEqual(['name']);
  clock.increment(999);
  expect(marked.at(-1)).toEqual(['name']);
  clock.increment(1);
  expect(marked.at(-1)).toEqual([]);
});

it('says for ten minutes that it is another document, and marks nothing in it', () => {
  shown('a', 0, ['wind', 'SW']);
  shown('b', 1_000, ['wind', 'W']);
  expect(marked).toEqual([[]]);
  clock.increment(SHOWN - 1);
  expect(isAnother()).toBe(true);
  clock.increment(1);
  expect(isAnother()).toBe(false);
});

it('wants the page of what a submission has changed, once, and keeps the names that it was told', () => {
  shown('a', 0, ['wind', 'SW'], ['name', 'Ridge']);
  shown('a', 1_000, ['wind', 'W'], ['name', 'Ridge']);
  changes.send({ type: 'names.reported', names: [['wind', 'Wind']] });
  shown('a', 2_000, ['wind', 'W'], ['name', 'River']);
  shown('a', 2_000, ['wind', 'W'], ['name', 'River']);
  clock.increment(SHOWN - 1_000);
  expect(wanted).toEqual([['wind'], ['name'], [], []]);
  const names = () => (changes.getSnapshot() as LiveChangesSnapshot).context.changes.map(({ name }) => name);
  expect(names()).toEqual([null]);
  changes.send({ type: 'names.reported', names: [['wind', 'Wind']] });
  expect(names()).toEqual(['name']);
});
