import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pathsPart } from '../../tools/charts/page.ts';
import { describePaths } from 'chart-walks/vitest';
import { headlessDriver } from 'chart-walks';
import { entries, modelOf } from './registry.ts';

const all = await entries();
const list = 'npm run paths --';

it('every machine has a model, which says what each step changes', () => {
  const models = all.map(modelOf);
  expect(models.filter(({ options }) => !options.changes).map(({ machine }) => machine.id)).toEqual([]);
});

for (const { stem, model } of all) {
  if (!model) continue;
  const explored = describePaths(model, { cover: 'transitions', driver: headlessDriver(model), list });
  // Without the machine's name, by which its tests are run before its page is written.
  it(`docs/statecharts/${stem}.md has its paths: run npm run charts`, () => {
    const page = readFileSync(`docs/statecharts/${stem}.md`, 'utf8');
    expect(page.slice(page.indexOf('\n\n## Paths\n'))).toBe(pathsPart(explored()));
  });
}
