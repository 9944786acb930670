import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeStep } from '#tests/paths/engine/driver.ts';
import { explore, type Explored } from '#tests/paths/engine/explore.ts';
import { failureText } from '#tests/paths/engine/report.ts';
import { type Path, walks } from '#tests/paths/engine/walks.ts';
import { entries, modelOf } from '#tests/paths/registry.ts';
import { chromiumDriver } from '#tests/paths/screens/chromium-driver.ts';
import { withinReach } from '#tests/paths/screens/reach.ts';
import type { ScreenSpec } from '#tests/paths/screens/jsdom-driver.tsx';
import { launchBrowser } from '../../scripts/browser.ts';
import { type BuiltApp, serveBuiltApp } from './built-app.ts';
import { screenSpecs } from './screen-specs.ts';

let browser: Browser;
let app: BuiltApp;
beforeAll(async () => {
  [browser, app] = await Promise.all([launchBrowser(), serveBuiltApp()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const specs = await screenSpecs();
const walked = (await entries()).map((entry) => {
  const spec = specs.get(entry.name);
  const explored = withinReach(explore(modelOf(entry)), spec?.outOfReach);
  const paths = spec ? walks(explored, 'transitions') : [];
  return { spec, explored, paths, taken: new Set<string>() };
});

async function walk(explored: Explored, path: Path, spec: ScreenSpec, taken: Set<string>): Promise<void> {
  const start = explored.starts.find(({ label }) => label === path.start);
  if (!start) throw new Error(`The model has no start '${path.start}'.`);
  const input: unknown = (explored.model.options.starts ?? {})[path.start]?.input;
  const walker = await chromiumDriver(spec, { browser, ...app })({
    label: path.start,
    input,
    moment: start.moment,
  });
  let at = -1;
  try {
    await walker.expect(start.moment, null);
    for (const id of start.transitions) taken.add(id);
    for (const [index, step] of path.steps.entries()) {
      at = index;
      // oxlint-disable-next-line eslint/no-await-in-loop -- the steps of a walk come one after the other
      await takeStep(walker, step);
      for (const id of step.transitions) taken.add(id);
    }
  } catch (error) {
    throw new Error(failureText(explored, path, at, error), { cause: error });
  } finally {
    await walker.end();
  }
}

describe.concurrent('on the built application in Chromium', () => {
  const all = walked.flatMap(({ spec, explored, paths, taken }) =>
    paths.map((path) => ({ name: `${path.machine}/${path.id}`, path, spec, explored, taken })),
  );
  it.each(all)('$name', async ({ path, spec, explored, taken }) => {
    if (spec) await walk(explored, path, spec, taken);
  });
});

it('every transition of every machine was taken', () => {
  const missing = walked.flatMap(({ explored, taken }) =>
    explored.transitions.filter(({ id }) => !taken.has(id)).map(({ id }) => id),
  );
  expect(missing).toEqual([]);
});
