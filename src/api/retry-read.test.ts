import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type ApiFailure } from './failure.ts';
import { retryRead } from './retry-read.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const busy = (retryAfter: number | null, status = 503): ApiFailure => ({
  kind: 'http',
  status,
  message: null,
  retryAfter,
});
const refusing = (failure: ApiFailure) =>
  vi.fn<() => Promise<string>>(async () => {
    throw new ApiError(failure);
  });
const failing = async (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

it('asks again after the time that the host named and a little more, twice, and then gives its failure', async () => {
  const read = refusing(busy(2));
  const end = failing(retryRead(read));
  for (const attempts of [1, 2]) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- the clock goes on step by step
    await vi.advanceTimersByTimeAsync(attempts === 1 ? 2_499 : 2_500);
    expect(read).toHaveBeenCalledTimes(attempts);
  }
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(3);
  expect(await end).toMatchObject({ failure: busy(2) });
});

it('gives what comes the second time', async () => {
  const read = refusing(busy(1, 429));
  read.mockRejectedValueOnce(new ApiError(busy(1, 429))).mockResolvedValueOnce('here');
  const end = retryRead(read);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await end).toBe('here');
});

it.each([
  ['does not say when', busy(null)],
  ['wants more patience than a person has', busy(6)],
  ['fails otherwise', busy(1, 500)],
])('passes on at once what a host answers that %s', async (_what, failure) => {
  const read = refusing(failure);
  expect(await failing(retryRead(read))).toMatchObject({ failure });
  expect(read).toHaveBeenCalledTimes(1);
});

it('ends its wait with the screen that asked', async () => {
  const screen = new AbortController();
  const read = refusing(busy(2));
  const end = failing(retryRead(read, screen.signal));
  await vi.advanceTimersByTimeAsync(1_000);
  screen.abort();
  expect(await end).toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(read).toHaveBeenCalledTimes(1);
});
