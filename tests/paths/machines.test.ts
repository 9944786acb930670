import { expect, it } from 'vitest';
import { describePaths } from './describe-paths.ts';
import { headlessDriver } from './engine/headless.ts';
import { entries, modelOf } from './registry.ts';

const all = await entries();

it('every machine has a model', () => {
  expect(all.map(modelOf)).toHaveLength(all.length);
});

for (const model of all.flatMap((entry) => entry.model ?? []))
  describePaths(model, { cover: 'transitions', driver: headlessDriver(model) });
