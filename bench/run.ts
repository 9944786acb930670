import { access } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Measure } from './core.ts';
import { holds, render } from './table.ts';

/**
 * `node bench/run.ts [name [part …]]`: measures the product against floors that run in turn with it, and prints a table of medians. Without
 * a name all benches run. They are apart from the tests: times depend on the machine, and nothing here fails a build.
 */
const NAMES = ['page', 'frame', 'server', 'lists'];

const fileOf = (name: string): string => join(import.meta.dirname, `${name}.ts`);
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function run(name: string, parts: readonly string[]): Promise<void> {
  const { measure } = (await import(pathToFileURL(fileOf(name)).href)) as { measure: Measure };
  const rows = await measure({
    report: (row) => process.stderr.write(`  ${render([row]).split('\n')[1] ?? ''}\n`),
    isWanted: (part) => parts.length === 0 || parts.includes(part),
  });
  console.log(`\n${name}, medians, ${availableParallelism()} processors\n\n${render(rows)}`);
  const kept = rows.filter(holds).length;
  console.log(`\n${kept} ok, ${rows.length - kept} over`);
}

const [named, ...parts] = process.argv.slice(2);
for (const name of named === undefined ? NAMES : [named]) {
  // oxlint-disable no-await-in-loop -- one bench at a time
  if (NAMES.includes(name) && (await isThere(fileOf(name)))) await run(name, parts);
  else if (named !== undefined) {
    console.error(`There is no bench '${name}'; there are ${NAMES.join(', ')}.`);
    process.exitCode = 1;
  }
  // oxlint-enable no-await-in-loop
}
