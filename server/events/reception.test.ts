import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followReception } from './reception.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A process that receives events, or not, with a database that answers, or not. */
function givenReception() {
  const state = { isListening: true, isAway: false };
  const reports: boolean[] = [];
  const reception = followReception({
    isListening: () => state.isListening,
    ask: async () => {
      if (state.isAway) throw new Error('away');
    },
    report: (isCutOff) => void reports.push(isCutOff),
  });
  return { state, reports, reception };
}

it('takes a silence of ten seconds for deafness where the database answers, and is told of its end once', async () => {
  const { state, reports, reception } = givenReception();
  await vi.advanceTimersByTimeAsync(60_000);
  state.isListening = false;
  await vi.advanceTimersByTimeAsync(9_000);
  expect([reception.isCutOff(), reports]).toEqual([false, []]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect([reception.isCutOff(), reports]).toEqual([true, [true, true, true]]);
  state.isAway = true;
  state.isListening = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([reception.isCutOff(), reports]).toEqual([false, [true, true, true, false]]);
  // The next silence is counted from its own beginning.
  state.isAway = false;
  state.isListening = false;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(reception.isCutOff()).toBe(false);
  reception.close();
});

it('lets a database that answers nobody come back within a minute, and no more: others may be reached by it still', async () => {
  const { state, reports, reception } = givenReception();
  state.isListening = false;
  state.isAway = true;
  await vi.advanceTimersByTimeAsync(55_000);
  expect([reception.isCutOff(), reports]).toEqual([false, []]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reception.isCutOff()).toBe(true);
  reception.close();
});
