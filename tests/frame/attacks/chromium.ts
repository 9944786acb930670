import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { findBrowser, launchArgs } from '../../../tools/run/browser.ts';
import type { Driver, Visitor } from './measure.ts';

const BACKGROUND = '--disable-background-networking';

/** A headless Chromium in which the application has every permission that a user can grant. */
export async function startChromium(): Promise<Driver> {
  const folder = await mkdtemp(join(tmpdir(), 'ready-attacks-'));
  const log = join(folder, 'net.json');
  // A profile of its own: in a private window, or without background networking, Chromium preconnects to nothing, and two attacks
  // could not be shown to work.
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: await findBrowser(),
    headless: true,
    ignoreDefaultArgs: [BACKGROUND],
    args: [
      ...launchArgs.filter((flag) => flag !== BACKGROUND),
      `--log-net-log=${log}`,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
    permissions: ['clipboard-read', 'clipboard-write', 'geolocation', 'camera', 'microphone', 'notifications'],
    geolocation: { latitude: 1, longitude: 1 },
  });
  return {
    async open(): Promise<Visitor> {
      const page = await context.newPage();
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.accept().catch(() => undefined);
      });
      return {
        dialogs,
        goto: async (url) => void (await page.goto(url)),
        url: () => page.url(),
        run: (code) => page.evaluate(code),
        press: (x, y) => page.mouse.click(x, y),
        close: () => page.close(),
      };
    },
    async end() {
      await context.close();
      const names = await readFile(log, 'utf8');
      await rm(folder, { recursive: true, maxRetries: 5 });
      return names;
    },
  };
}
