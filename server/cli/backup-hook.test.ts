import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runHook } from './backup-hook.ts';

function givenProgram(lines: string): { program: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ready-hook-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'copy');
  writeFileSync(program, `#!/bin/sh\n${lines}\n`);
  chmodSync(program, 0o755);
  return { program, folder };
}

it('gets the path of the file whatever is in its name, and its end is told by its code', async () => {
  const { program, folder } = givenProgram('printf %s "$*" >"$(dirname "$0")/got"');
  expect(await runHook(program, "/a b/$(touch x)';.db")).toBeNull();
  expect(readFileSync(join(folder, 'got'), 'utf8')).toBe("/a b/$(touch x)';.db");
});

it('fails with the last line that it wrote, and when it cannot be run', async () => {
  const { program } = givenProgram('seq 9999; echo no route to the other machine >&2; exit 3');
  expect(await runHook(program, 'x')).toBe(`${program} ended with 3: no route to the other machine`);
  chmodSync(program, 0o644);
  expect(await runHook(program, 'x')).toMatch(/copy cannot be run \(spawn .* EACCES\)$/);
  expect(await runHook(`${program}.none`, 'x')).toMatch(/cannot be run \(spawn .* ENOENT\)$/);
});

it('is late too if only a process that has left its group keeps its output open', async () => {
  const { program } = givenProgram('setsid sleep 3 &');
  expect(await runHook(program, 'x', 500)).toMatch(/ did not end within .* minutes$/);
});

it('is ended with all that it has started', async () => {
  const { program, folder } = givenProgram('sleep 600 & echo $! >"$(dirname "$0")/child"; wait');
  expect(await runHook(program, 'x', 500)).toMatch(/ did not end within .* minutes$/);
  const child = Number(readFileSync(join(folder, 'child'), 'utf8'));
  // A zombie has ended too: its new parent may not have read how.
  const state = (): string | undefined => {
    try {
      return / ([A-Z]) /.exec(readFileSync(`/proc/${child}/stat`, 'utf8'))?.[1];
    } catch {
      return undefined;
    }
  };
  await expect.poll(() => [undefined, 'Z'].includes(state())).toBe(true);
});
