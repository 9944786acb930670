import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const SEED = process.env['READY_SEED'] ?? String(Date.now() % 1_000_000);

/**
 * Everything that takes too long for each change: every edge on every screen, the tests of `*.full.test.ts`, other
 * engines, kills, planted faults.
 */
const PARTS: readonly [script: string, ...args: string[]][] = [
  ['test.ts'],
  ['test-engine.ts', 'firefox', '--install'],
  ['test-engine.ts', 'webkit', '--install'],
  ['torture.ts', '--engine', 'sqlite', '--seed', SEED],
  ['torture.ts', '--engine', 'postgres', '--seed', SEED],
  ['../faults/plant-faults.ts'],
];

function run([script, ...args]: (typeof PARTS)[number]): Promise<number | null> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, script), ...args], {
    stdio: 'inherit',
    env: { ...process.env, READY_FULL: '1', READY_SEED: SEED },
  });
  return new Promise((done) => child.once('exit', done));
}

const results: string[] = [];
for (const part of PARTS) {
  const start = Date.now();
  // oxlint-disable-next-line eslint/no-await-in-loop -- one part after the other
  const code = await run(part);
  const minutes = ((Date.now() - start) / 60_000).toFixed(1);
  results.push(`${code === 0 ? 'passed' : 'FAILED'}  ${minutes.padStart(6)} min  ${part.join(' ')}`);
  if (code !== 0) process.exitCode = 1;
}
process.stdout.write(`\nREADY_SEED=${SEED}\n${results.join('\n')}\n`);
