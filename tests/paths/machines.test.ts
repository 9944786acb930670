import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pathsPart } from '../../tools/charts/page.ts';
import { describePaths } from './describe-paths.ts';
import { headlessDriver } from './engine/headless.ts';
import { entries, modelOf } from './registry.ts';

const all = await entries();

it('every machine has a model', () => {
  expect(all.map(modelOf)).toHaveLength(all.length);
});

for (const { name, stem, model } of all) {
  if (!model) continue;
  const explored = describePaths(model, { cover: 'transitions', driver: headlessDriver(model) });
  it(`${name}/paths are those of its page: run npm run charts`, () => {
    expect(readFileSync(`docs/statecharts/${stem}.md`, 'utf8').endsWith(pathsPart(explored()))).toBe(true);
  });
}
