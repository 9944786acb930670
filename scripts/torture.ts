import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer, writeDistFixture } from '#tests/support/server.ts';
import { seeded, tortureRound } from '#tests/support/torture.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  process.stderr.write('Usage: npm run torture -- [--rounds 200] [--seed 1]\n');
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), 'ready-torture-'));
const dist = join(folder, 'dist');
await writeDistFixture(dist);
const server = await startServer({ dist });
let acknowledged = 0;
let failed = 0;
process.stdout.write(`${rounds} rounds, seed ${seed}\n`);
for (let round = 1; round <= rounds; round += 1) {
  const result = await tortureRound(server, seeded(seed + round));
  acknowledged += result.acknowledged;
  if (result.losses.length > 0) {
    failed += 1;
    process.stdout.write(`round ${round} (--seed ${seed + round - 1} --rounds 1):\n  ${result.losses.join('\n  ')}\n`);
  }
  if (round % 10 === 0 || round === rounds) {
    process.stdout.write(`${round} kills, ${acknowledged} acknowledged writes, ${failed} rounds with a loss\n`);
  }
}
await server.stop();
await rm(folder, { recursive: true });
process.exitCode = failed > 0 ? 1 : 0;
