import { expect, it } from 'vitest';
import type { Watch } from '#server/storage/storage.ts';
import type { StoredEvent } from '#server/storage/stores/events.ts';
import { createBus } from './bus.ts';

const event = (number: number): StoredEvent => ({ number, kind: 'session_ended', family: `family ${number}` });

/**
 * A bus over a table that the test fills. A read returns the rows of its start, and is answered when the test decides.
 */
async function givenBus() {
  const table: StoredEvent[] = [];
  const delivered: number[] = [];
  const reads: (() => void)[] = [];
  let changed: (last: number | null) => void = () => undefined;
  const watch: Watch = { isListening: () => true, close: async () => undefined };
  const bus = await createBus({
    storage: {
      events: {
        last: async () => 0,
        since(number) {
          const found = table.filter((one) => one.number > number);
          return new Promise((done) => reads.push(() => done(found)));
        },
        purge: async () => undefined,
      },
      watch(called) {
        changed = called;
        return watch;
      },
    },
    announced: () => undefined,
    deliver: ({ number }) => void delivered.push(number),
    failed: () => undefined,
  });
  const answer = async (): Promise<void> => {
    reads.shift()?.();
    await new Promise((done) => setImmediate(done));
  };
  return { bus, table, delivered, reads, answer, notify: (last: number | null) => changed(last) };
}

it('delivers the next number at once, and asks nothing when it is told of it again', async () => {
  const { bus, delivered, reads, notify } = await givenBus();
  bus.publish([event(1), event(2)]);
  for (const last of [1, 2]) notify(last);
  bus.publish([event(2)]);
  expect([delivered, reads]).toEqual([[1, 2], []]);
  notify(null);
  expect(reads).toHaveLength(1);
});

it('reads the table when there is a gap before what it is told, and keeps the order', async () => {
  const { bus, table, delivered, reads, answer } = await givenBus();
  table.push(event(1), event(2));
  bus.publish([event(2)]);
  expect([delivered, reads.length]).toEqual([[], 1]);
  await answer();
  expect(delivered).toEqual([1, 2]);
});

it('delivers what it was told while it read once, and what follows after it', async () => {
  const { bus, table, delivered, answer, notify } = await givenBus();
  table.push(event(1), event(2));
  notify(2);
  bus.publish([event(1)]);
  bus.publish([event(2), event(3)]);
  expect(delivered).toEqual([1, 2, 3]);
  await answer();
  expect(delivered).toEqual([1, 2, 3]);
});
