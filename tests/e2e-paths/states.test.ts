import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/browser.ts';
import { isFull } from '../../scripts/suites.ts';
import { type BuiltApp, serveBuiltApp } from './built-app.ts';
import { Looker, SIZES } from './looked-at.ts';
import { statePaths, walkStates } from './state-paths.ts';

let browser: Browser;
let app: BuiltApp;
beforeAll(async () => {
  [browser, app] = await Promise.all([launchBrowser(), serveBuiltApp()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** Every screen is looked at in all sizes by `tests/e2e/looks.test.ts`, and every state of it in a full run. */
const sizes = isFull ? SIZES : { 360: SIZES[360] };
const paths = await statePaths();

describe.concurrent('every state is come to in Chromium, breaks no rule of axe, light or dark, and fits', () => {
  it.each(paths)('$name', async (one) => {
    const faults: Record<string, unknown> = {};
    let looker: Promise<Looker> | null = null;
    await walkStates({ browser, ...app }, one, async ({ name, page }) => {
      looker ??= Looker.of(page);
      faults[name] = await (await looker).faults(sizes);
    });
    expect(faults).toEqual(Object.fromEntries(one.looks.flatMap((name) => (name === null ? [] : [[name, {}]]))));
  });
});
