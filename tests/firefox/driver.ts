import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import puppeteer from 'puppeteer-core';

import type { Driver, Visitor } from '#tests/frame/attacks/measure.ts';

/** The path of the Firefox that `scripts/test-firefox.ts` has found. */
export const firefoxPath = (): string => process.env['READY_FIREFOX'] ?? 'firefox';

/** What a person may have allowed, and what only keeps attacks from being shown on a machine without camera and network. */
const ALLOWED = {
  'network.dns.disablePrefetch': false,
  'network.dns.disablePrefetchFromHTTPS': false,
  'media.peerconnection.ice.loopback': true,
  'media.navigator.permission.disabled': true,
  'media.navigator.streams.fake': true,
  'permissions.default.geo': 1,
  'geo.provider.network.url': 'data:application/json,{"location":{"lat":1,"lng":1},"accuracy":1}',
};

/**
 * A headless Firefox, driven by WebDriver BiDi.
 * @param preferences Firefox's own, laid over the driver's
 */
export async function startFirefox(preferences: Record<string, unknown> = {}): Promise<
  Driver & {
    readonly browser: Awaited<ReturnType<typeof puppeteer.launch>>;
  }
> {
  const folder = await mkdtemp(join(tmpdir(), 'ready-net-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath(),
    headless: true,
    // Host names that are looked up are written down; nothing of it leaves the machine.
    env: { ...process.env, MOZ_LOG: 'nsHostResolver:5', MOZ_LOG_FILE: join(folder, 'names') },
    extraPrefsFirefox: { ...ALLOWED, ...preferences },
  });
  return {
    browser,
    async open(): Promise<Visitor> {
      const context = await browser.createBrowserContext();
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
        close: () => context.close(),
      };
    },
    async end() {
      await browser.close();
      const logs = await readdir(folder);
      const names = await Promise.all(logs.map((log) => readFile(join(folder, log), 'utf8')));
      await rm(folder, { recursive: true });
      return names.join('\n');
    },
  };
}
