import { expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '#tests/support/postgres.ts';
import { keepOnDatabases, startServer, type TestServer } from '#tests/support/server.ts';
import { seeded, tortureRound } from '#tests/support/torture.ts';
import { forThisTest, givenDist } from './given.ts';

// A few rounds; `npm run torture -- --rounds 200` runs many.
const ROUNDS = 3;
const dist = givenDist();

async function rounds(server: TestServer, postgres: TestPostgres | null): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { acknowledged, losses } = await tortureRound(server, seeded(round), postgres);
    expect([round, losses]).toEqual([round, []]);
    expect(acknowledged).toBeGreaterThan(0);
  }
}

it('loses nothing acknowledged and keeps nothing half, whenever it is killed', async () => {
  await rounds(await forThisTest(startServer({ dist })), null);
}, 120_000);

it('nor on PostgreSQL, whenever it or that is killed', async () => {
  const postgres = await forThisTest(startPostgres(true));
  keepOnDatabases(() => postgres.newDatabase());
  await rounds(await forThisTest(startServer({ dist })), postgres);
}, 120_000);
