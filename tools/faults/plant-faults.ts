import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { explained, layerTable, plantFaults, type Project } from 'chart-walks/faults';
import { type Entry, entries, modelOf } from '../../tests/paths/registry.ts';
import { codeFaultsOf, layers } from './code.ts';
import { faultsOf } from './mutations.ts';
import { report } from './report.ts';
import { survivors } from './survivors.ts';
import { stagesFor, stagesForFile } from './tests-of.ts';

const root = resolve(import.meta.dirname, '../..');
const every: readonly Entry[] = await entries();

const project: Project = {
  root,
  parts: [
    'common',
    'src',
    'server',
    'tests',
    'tools',
    'templates',
    'docs',
    'package.json',
    'tsconfig.json',
    'tsconfig.browser.json',
    'vitest.config.ts',
    'vite.config.ts',
    'index.html',
    'public',
  ],
  code: layers,
  layers: ['rules', 'walks', 'spec', 'screens', 'chromium'],
  // Chromium takes the same steps as the walks in jsdom, and the headless walks those of the rules.
  usual: ['rules', 'spec', 'screens'],
  machines: () => Promise.resolve(every.map((entry) => ({ ...entry, alias: entry.stem, model: modelOf(entry) }))),
  faults: async (machines, code, most) => [
    ...(await faultsOf(
      root,
      every.filter(({ name }) => machines.some((one) => one.name === name)),
      most,
    )),
    ...(await codeFaultsOf(root, code, most)),
  ],
  stagesOf: (fault) => {
    const stem = every.find(({ name }) => name === fault.machine)?.stem;
    return stem === undefined ? stagesForFile(root, fault) : stagesFor(root, stem, fault);
  },
  whyOf: explained(survivors),
  most: 2,
  // Several times as long as the tests of the slowest machine take, so that a busy computer is not taken for an endless loop.
  limit: 600_000,
};

// Each fault that a test waits for in vain would cost a minute.
process.env['READY_WAIT_LIMIT'] ??= '6000';
const run = await plantFaults(project, process.argv.slice(2));
if (run?.asked) process.stdout.write(`seed ${run.seed}\n${layerTable(run.results, run.asked)}\n`);
else if (run) {
  const text = report(run.results, run.most);
  // The report of a part would be mistaken for one of the whole.
  if (run.isWhole) await writeFile(join(root, 'docs', 'statecharts', 'planted-faults.md'), text);
  process.stdout.write(text);
}
