import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startPostgres, type TestPostgres } from '#tests/support/postgres/postgres.ts';
import { keepOnDatabases, startServer } from '#tests/support/hosts/server.ts';
import { seeded, tortureRound } from '#tests/support/torture.ts';
import { forThisTest, givenDist, givenFolder, rounds } from '../given.ts';

// `npm run torture -- --rounds 200` runs as many as are wanted.
const ROUNDS = rounds(1, 40);
const LIMIT = 60_000 * ROUNDS;
const dist = givenDist();
const folder = givenFolder();

async function torture(postgres: TestPostgres | null): Promise<void> {
  const file = join(folder, postgres ? 'one' : 'two');
  const server = await forThisTest(startServer({ dist, env: { READY_CHECKPOINT_FILE: file } }));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { acknowledged, losses } = await tortureRound(server, seeded(round), file, postgres);
    expect([`seed ${round}`, losses]).toEqual([`seed ${round}`, []]);
    expect(acknowledged).toBeGreaterThan(0);
  }
}

it(
  'loses nothing acknowledged and keeps nothing half, whenever it is killed',
  async () => {
    await torture(null);
  },
  LIMIT,
);

it(
  'nor on PostgreSQL, whenever it or that is killed',
  async () => {
    const postgres = await forThisTest(startPostgres(true));
    keepOnDatabases(() => postgres.newDatabase());
    onTestFinished(() => keepOnDatabases(null));
    await torture(postgres);
  },
  LIMIT,
);
