import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { keepOnDatabases, startServer, writeDistFixture, type TestServer } from '#tests/support/server.ts';
import { seeded, tortureRound } from '#tests/support/torture.ts';

// A few rounds; `npm run torture -- --rounds 200` runs many.
const ROUNDS = 3;
let dist = '';
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'ready-dist-'));
  await writeDistFixture(dist);
});
afterAll(() => rm(dist, { recursive: true }));

async function rounds(server: TestServer, postgres: TestPostgres | null): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { acknowledged, losses } = await tortureRound(server, seeded(round), postgres);
    expect([round, losses]).toEqual([round, []]);
    expect(acknowledged).toBeGreaterThan(0);
  }
}

it('loses nothing acknowledged and keeps nothing half, whenever it is killed', async () => {
  const server = await startServer({ dist });
  await rounds(server, null);
  await server.stop();
}, 120_000);

it('nor on PostgreSQL, whenever it or that is killed', async () => {
  const postgres = await startPostgres(true);
  keepOnDatabases(() => postgres.newDatabase());
  const server = await startServer({ dist });
  await rounds(server, postgres);
  await server.stop();
  await postgres.close();
}, 120_000);
