import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, writeDistFixture, type TestServer } from '#tests/support/server.ts';
import { seeded, tortureRound } from '#tests/support/torture.ts';

// A few rounds; `npm run torture -- --rounds 200` runs many.
const ROUNDS = 3;
let dist = '';
let server: TestServer;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'ready-dist-'));
  await writeDistFixture(dist);
  server = await startServer({ dist });
});
afterAll(async () => {
  await server.stop();
  await rm(dist, { recursive: true });
});

it('loses nothing acknowledged and keeps nothing half, whenever it is killed', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { acknowledged, losses } = await tortureRound(server, seeded(round));
    expect([round, losses]).toEqual([round, []]);
    expect(acknowledged).toBeGreaterThan(0);
  }
}, 120_000);
