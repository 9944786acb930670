import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readers } from '#tests/support/long-values.ts';

/*
 * Everything that reads values, names or documents takes time in proportion to their length. Regular expressions cannot be made to count their steps,
 * and a measured time says nothing on a busy machine; so each function is given a million characters of every awkward shape and has to come to an end
 * within a test's ordinary limit. What is in proportion takes seconds. What is quadratic takes an hour rather than a minute: trimming by an expression,
 * against which this was written, took 12 seconds for an eighth of the length, and a whole million takes 64 times as long. Each function runs in a
 * process of its own: nothing else could stop it, and one that crashes takes no other test with it.
 */
test.for(Object.keys(readers))('%s comes to an end with a million characters of any shape', async (name) => {
  const script = fileURLToPath(new URL('../support/read-long-values.ts', import.meta.url));
  const child = spawn(process.execPath, [script, name], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'exit'), 'code and signal').toEqual([0, null]);
});
