import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '#tests/support/postgres/postgres.ts';
import { keepOnDatabases, startServer, writeDistFixture } from '#tests/support/hosts/server.ts';
import { seeded, tortureRound } from '#tests/support/torture.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
const { engine } = values;
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed) || !['sqlite', 'postgres'].includes(engine)) {
  process.stderr.write('Usage: npm run torture -- [--rounds 200] [--engine sqlite|postgres] [--seed 1]\n');
  process.exit(2);
}

async function torture(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ready-torture-'));
  const dist = join(folder, 'dist');
  await writeDistFixture(dist);
  const postgres = engine === 'postgres' ? await startPostgres(true) : null;
  if (postgres) keepOnDatabases(() => postgres.newDatabase());
  const file = join(folder, 'checkpoints');
  const server = await startServer({ dist, env: { READY_CHECKPOINT_FILE: file } });
  let acknowledged = 0;
  let failed = 0;
  process.stdout.write(`${rounds} rounds on ${engine}, seed ${seed}\n`);
  for (let round = 1; round <= rounds; round += 1) {
    const result = await tortureRound(server, seeded(seed + round), file, postgres);
    acknowledged += result.acknowledged;
    if (result.losses.length > 0) {
      failed += 1;
      process.stdout.write(
        `round ${round} (--engine ${engine} --seed ${seed + round - 1} --rounds 1):\n  ${result.losses.join('\n  ')}\n`,
      );
    }
    if (round % 10 === 0 || round === rounds) {
      process.stdout.write(`${round} kills, ${acknowledged} acknowledged writes, ${failed} rounds with a loss\n`);
    }
  }
  await server.stop();
  await postgres?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  process.exitCode = failed > 0 ? 1 : 0;
}

try {
  await torture();
} catch (error) {
  // Such as a disk without room for the rounds.
  process.stderr.write(`The rounds could not go on: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
