import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkFile } from './file-check.ts';

it('can be ended while it reads, and has found nothing then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ready-check-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // A pipe without a writer: opening it blocks forever.
  const endless = join(folder, 'endless.db');
  execFileSync('mkfifo', [endless]);
  const check = checkFile(endless);
  check.end();
  expect(await check.found).toBeNull();
});

it('says in words what kept it from reading', async () => {
  expect(await checkFile(join(tmpdir(), 'ready-nothing-here.db')).found).toEqual(['unable to open database file']);
});
