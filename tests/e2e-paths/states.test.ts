import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/browser.ts';
import { type BuiltApp, serveBuiltApp } from './built-app.ts';
import { Looker } from './looked-at.ts';
import { leavesOn, statePaths, StateWalk } from './state-paths.ts';

let browser: Browser;
let app: BuiltApp;
let walk: StateWalk;
const faults: Record<string, unknown> = {};
const lookers = new WeakMap<Page, Promise<Looker>>();

beforeAll(async () => {
  [browser, app] = await Promise.all([launchBrowser(), serveBuiltApp()]);
  walk = new StateWalk({ browser, ...app }, async ({ name, page }) => {
    const looker = lookers.get(page) ?? Looker.of(page);
    lookers.set(page, looker);
    const found = await (await looker).faults();
    if (Object.keys(found).length > 0) faults[name] = found;
  });
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const paths = await statePaths();

describe.concurrent('every state is come to in Chromium, and looked at there', () => {
  it.each(paths)('$name', (one) => walk.go(one));
});

it('no state breaks a rule of axe, light or dark, or does not fit, at 360, 768, 1280 and 1920 pixels', () => {
  expect(faults).toEqual({});
});

it('every innermost state of every machine that has a screen was looked at', () => {
  const missed = [...leavesOn(paths)].filter((id) => !walk.seen.has(id));
  expect(missed).toEqual([]);
});
