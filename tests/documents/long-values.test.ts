import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { readers } from '#tests/support/long-values.ts';

/*
 * Everything that reads values, names or documents takes time in proportion to their length. Regular expressions cannot be made to count their steps,
 * and a measured time says nothing on a busy machine; so each function is given a million characters of every awkward shape and has to come to an end
 * within a test's ordinary limit. What is in proportion takes seconds. What is quadratic takes an hour rather than a minute: trimming by an expression,
 * against which this was written, took 12 seconds for an eighth of the length, and a whole million takes 64 times as long. Each function runs in a
 * thread of its own, since nothing else could stop it.
 */
test.for(Object.keys(readers))('%s comes to an end with a million characters of any shape', async (name) => {
  const worker = new Worker(new URL('../support/long-values-worker.ts', import.meta.url), { workerData: name });
  onTestFinished(async () => void (await worker.terminate()));
  expect(await once(worker, 'exit')).toEqual([0]);
});
