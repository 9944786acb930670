import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../tools/run/browser.ts';
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

const paths = await statePaths();

describe.concurrent('every state is come to in Chromium, breaks no rule of axe, light or dark, and fits', () => {
  it.each(paths)('$name', async (one) => {
    const faults: Record<string, unknown> = {};
    let looker: Promise<Looker> | null = null;
    await walkStates({ browser, ...app }, one, async ({ name, page }) => {
      looker ??= Looker.of(page);
      faults[name] = await (await looker).faults(SIZES);
    });
    expect(faults).toEqual(Object.fromEntries(one.looks.flatMap((name) => (name === null ? [] : [[name, {}]]))));
  });
});
