import { existsSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { explains, PLANTER } from 'chart-walks/faults';
import { expect, it } from 'vitest';
import { entries } from '#tests/paths/registry.ts';
import { codeFaultsOf, layers } from '../../tools/faults/code.ts';
import { faultsOf } from '../../tools/faults/mutations.ts';
import { survivors } from '../../tools/faults/survivors.ts';
import { stagesFor, stagesForFile } from '../../tools/faults/tests-of.ts';
import { suites } from '../../tools/test/suites.ts';
import { readSource, root } from './source.ts';

const machines = await entries();
const isInBrowser = (file: string): boolean =>
  suites.some(({ browser, include }) => browser && include.some((glob) => matchesGlob(file, glob)));

it('each layer of tests of a machine has files that are there, those of a browser in the layer of Chromium alone', () => {
  const wrong = machines.flatMap(({ name, stem }) =>
    stagesFor(root, stem, { kind: 'target', chart: '', machine: name }).flatMap(({ layer, files }) =>
      files.flatMap((file) =>
        existsSync(join(root, file)) && isInBrowser(file) === (layer === 'chromium')
          ? []
          : `${name}: ${layer}: ${file}`,
      ),
    ),
  );
  expect(wrong).toEqual([]);
});

it('a machine with a fault planted in it can be loaded', async () => {
  const faults = await faultsOf(root, machines, 1);
  const planting = faults.filter(({ chart }) => chart !== null);
  expect(planting.filter(({ text }) => !text.startsWith(`import { plant } from '${PLANTER}';`))).toEqual([]);
  expect(import.meta.resolve(PLANTER)).toMatch(/\/faults\/chart\.ts$/);
});

it('the tests of a file around the charts are there, and each change that is explained', async () => {
  const faults = await codeFaultsOf(root, layers, 999);
  expect(new Set(faults.map(({ machine }) => machine))).toEqual(new Set(layers));
  const bare = faults.filter((fault) => stagesForFile(root, fault).every(({ files }) => files.length === 0));
  expect([...new Set(bare.map(({ file }) => file))]).toEqual([]);
  const all = [...faults, ...(await faultsOf(root, machines, 999))];
  expect(survivors.filter((one) => !all.some((fault) => explains(one, fault)))).toEqual([]);
});

it('the report has a row for each machine', () => {
  const rows = new Set(
    [...readSource('docs/statecharts/planted-faults.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name),
  );
  expect(machines.map(({ name }) => name).filter((name) => !rows.has(name))).toEqual([]);
});

it('each model that offers events has `accepts`, by which a state that forgets one is found', () => {
  const lacking = machines.filter(({ model }) => model?.options.events && !model.options.accepts);
  expect(lacking.map(({ name }) => name)).toEqual([]);
});
