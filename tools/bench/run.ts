import { availableParallelism } from 'node:os';

import type { Measure } from './core.ts';
import { holds, render, type Row } from './table.ts';

/**
 * `node tools/bench/run.ts [name [part …]]`: measures the product against floors that run in turn with it, and prints a
 * table of medians. Without a name all benches run. They are separate from the tests: times depend on the machine, and
 * no result fails a build.
 */
const benches: Record<string, () => Promise<{ measure: Measure }>> = {
  page: () => import('./page.ts'),
  frame: () => import('./frame.ts'),
  server: () => import('./server.ts'),
  lists: () => import('./lists.ts'),
};

async function run(name: string, measure: Measure, parts: readonly string[]): Promise<void> {
  const rows: Row[] = [];
  await measure({
    report(row) {
      rows.push(row);
      process.stderr.write(`  ${render([row]).split('\n')[1] ?? ''}\n`);
    },
    isWanted: (part) => parts.length === 0 || parts.includes(part),
  });
  console.log(`\n${name}, medians, ${availableParallelism()} processors\n\n${render(rows)}`);
  const barred = rows.filter(({ bar }) => bar !== 'shown');
  const kept = barred.filter(holds).length;
  console.log(`\n${kept} ok, ${barred.length - kept} over`);
}

const [named, ...parts] = process.argv.slice(2);
const wanted = Object.entries(benches).filter(([name]) => named === undefined || name === named);
// oxlint-disable-next-line no-await-in-loop -- one bench at a time
for (const [name, load] of wanted) await run(name, (await load()).measure, parts);
if (wanted.length === 0) {
  console.error(`There is no bench '${named}'; there are ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 1;
}
