import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, writeDistFixture } from '#tests/support/hosts/server.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo in it. */
    seededData: string;
  }
}

let dataDir = '';

/** Seeds the demo once for all files, each of which begins with a copy of it: hashing its users' passwords takes two seconds. */
export async function setup(project: TestProject): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'ready-seeded-'));
  const dist = await mkdtemp(join(tmpdir(), 'ready-dist-'));
  await writeDistFixture(dist);
  const server = await startServer({ dataDir, dist });
  await server.stop();
  await rm(dist, { recursive: true });
  for (const own of ['server.lock', 'ready.reserve']) await rm(join(dataDir, own), { force: true });
  project.provide('seededData', dataDir);
}

export const teardown = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
