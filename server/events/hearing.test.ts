import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followHearing } from './hearing.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A process that receives events, or not, with a database that answers, or not. */
function givenHearing() {
  const state = { isListening: true, isAway: false };
  const told: boolean[] = [];
  const hearing = followHearing({
    isListening: () => state.isListening,
    ask: async () => {
      if (state.isAway) throw new Error('away');
    },
    told: (isDeaf) => void told.push(isDeaf),
  });
  return { state, told, hearing };
}

it('takes a silence of ten seconds for deafness where the database answers, and is told of its end once', async () => {
  const { state, told, hearing } = givenHearing();
  await vi.advanceTimersByTimeAsync(60_000);
  state.isListening = false;
  await vi.advanceTimersByTimeAsync(9_000);
  expect([hearing.isDeaf(), told]).toEqual([false, []]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect([hearing.isDeaf(), told]).toEqual([true, [true, true, true]]);
  state.isAway = true;
  state.isListening = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([hearing.isDeaf(), told]).toEqual([false, [true, true, true, false]]);
  // The next silence is counted from its own beginning.
  state.isAway = false;
  state.isListening = false;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(hearing.isDeaf()).toBe(false);
  hearing.close();
});

it('lets a database that answers nobody come back within a minute, and no more: others may be reached by it still', async () => {
  const { state, told, hearing } = givenHearing();
  state.isListening = false;
  state.isAway = true;
  await vi.advanceTimersByTimeAsync(55_000);
  expect([hearing.isDeaf(), told]).toEqual([false, []]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(hearing.isDeaf()).toBe(true);
  hearing.close();
});
