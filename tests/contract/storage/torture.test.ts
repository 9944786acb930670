import { expect, it, onTestFinished } from 'vitest';
import { startPostgres, type TestPostgres } from '#tests/support/postgres/postgres.ts';
import { keepOnDatabases, startServer, type TestServer } from '#tests/support/hosts/server.ts';
import { seeded, tortureRound } from '#tests/support/torture.ts';
import { forThisTest, givenDist, rounds } from '../given.ts';

// `npm run torture -- --rounds 200` runs as many as are wanted.
const ROUNDS = rounds(1, 40);
const LIMIT = 60_000 * ROUNDS;
const dist = givenDist();

async function torture(server: TestServer, postgres: TestPostgres | null): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { acknowledged, losses } = await tortureRound(server, seeded(round), postgres);
    expect([`seed ${round}`, losses]).toEqual([`seed ${round}`, []]);
    expect(acknowledged).toBeGreaterThan(0);
  }
}

it(
  'loses nothing acknowledged and keeps nothing half, whenever it is killed',
  async () => {
    await torture(await forThisTest(startServer({ dist })), null);
  },
  LIMIT,
);

it(
  'nor on PostgreSQL, whenever it or that is killed',
  async () => {
    const postgres = await forThisTest(startPostgres(true));
    keepOnDatabases(() => postgres.newDatabase());
    onTestFinished(() => keepOnDatabases(null));
    await torture(await forThisTest(startServer({ dist })), postgres);
  },
  LIMIT,
);
