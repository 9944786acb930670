import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import catalogue from '../templates/catalogue.json' with { type: 'json' };
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '../src/config/constants.ts';
import { paths } from '../src/config/paths.ts';
import { createServer } from '../server/app.ts';
import { readSettings } from '../server/settings.ts';
import { launchBrowser } from './browser.ts';
import { ensureBuilt } from './build.ts';

const folder = resolve(import.meta.dirname, '../docs/images');
const writer = { username: 'amir', password: 'ready-demo-3' };

/** Waits until the documents on the page are there, and their last layout is done. */
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
  const data = await mkdtemp(join(tmpdir(), 'ready-screenshots-'));
  const settings = { ...readSettings({ PORT: '0', READY_DATA: data }), logLevel: 'silent' as const };
  const server = await createServer({ settings, seed: true, spa: true });
  const origin = await server.listen();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ baseURL: origin, viewport: { width: 1280, height: 800 } });
    const shoot = (name: string) => page.screenshot({ path: join(folder, `${name}.png`) });
    await page.goto(paths.login());
    await page.getByRole('textbox', { name: /^Username/ }).fill(writer.username);
    await page.getByRole('textbox', { name: /^Password/ }).fill(writer.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
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

    await page.setViewportSize({ width: 1440, height: 810 });
    await page.goto(paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT));
    await settled(page, '.editable');
    await shoot('command-dashboard');
  } finally {
    await browser.close();
    await server.close();
    await rm(data, { recursive: true, force: true });
  }
}

await takeScreenshots();
