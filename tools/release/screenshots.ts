import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import catalogue from '../../templates/catalogue.json' with { type: 'json' };
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT, WALL_REST } from '#common/config/constants.ts';
import { paths } from '#common/config/paths.ts';
import { demo } from '../../tests/support/person.ts';
import { startServer } from '../../tests/support/hosts/server.ts';
import { launchBrowser } from '../run/browser.ts';
import { ensureBuilt } from '../build/build.ts';
import { signIn } from './sign-in.ts';

const folder = resolve(import.meta.dirname, '../../docs/images');

/** Waits until the documents on the page are loaded and their layout is done. */
async function settled(page: Page, region: string): Promise<void> {
  const frames = page.locator('iframe');
  await frames.first().waitFor();
  for (const frame of await frames.all()) await frame.contentFrame().locator(region).first().waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Takes the README's pictures from the running product, with the demo that a first start seeds. */
async function takeScreenshots(): Promise<void> {
  await ensureBuilt();
  await mkdir(folder, { recursive: true });
  const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  try {
    const page = await browser.newPage({ baseURL: server.origin, viewport: { width: 1280, height: 800 } });
    const shoot = (name: string) => page.screenshot({ path: join(folder, `${name}.png`) });
    await signIn(page, server.origin, demo.administrator);
    await page.getByRole('link', { name: /^View Live: Command Docs/ }).waitFor();
    await shoot('dashboard');

    await page.goto(paths.openWip(catalogue[0]?.uuid ?? ''));
    await page
      .getByRole('link', { name: /^Open WIP/ })
      .first()
      .click();
    await settled(page, '.editable');
    await page.locator('iframe').contentFrame().locator('#situation-summary, .editable').first().focus();
    await shoot('editor');

    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`${paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT)}?wall`);
    await settled(page, '[data-ready-fitted] .editable');
    // The bar of a wall disappears after a time without use.
    await page.waitForTimeout(WALL_REST + 1_000);
    await shoot('command-dashboard');
  } finally {
    await browser.close();
    await server.stop();
  }
}

await takeScreenshots();
