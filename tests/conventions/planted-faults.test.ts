import { existsSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { entries } from '#tests/paths/registry.ts';
import { stagesFor } from '../../tools/faults/tests-of.ts';
import { suites } from '../../tools/test/suites.ts';
import { root } from './source.ts';

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
