import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import puppeteer, { type BrowserContext, type ElementHandle, type KeyInput } from 'puppeteer-core';

import { type Engine, type EngineWindow, FRAME_IN_SIGHT, keysOf } from './engine.ts';

/** The path of the Firefox that `tools/test/test-engine.ts` has found. */
export const firefoxPath = (): string => process.env['READY_FIREFOX'] ?? 'firefox';

/** Permissions that a user may have granted, and stand-ins for camera and network, without which some attacks cannot be shown. */
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
 * @param preferences Firefox's own, which override the driver's
 */
export async function startFirefox(preferences: Record<string, unknown> = {}): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'ready-net-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath(),
    headless: true,
    // Host names that are looked up are written down; nothing of it leaves the machine.
    env: { ...process.env, MOZ_LOG: 'nsHostResolver:5', MOZ_LOG_FILE: join(folder, 'names') },
    extraPrefsFirefox: { ...ALLOWED, ...preferences },
    defaultViewport: { width: 1280, height: 900 },
  });
  return {
    open: async () => windowOf(await browser.createBrowserContext()),
    async end() {
      await browser.close();
      const logs = await readdir(folder);
      const names = await Promise.all(logs.map((log) => readFile(join(folder, log), 'utf8')));
      await rm(folder, { recursive: true });
      return names.join('\n');
    },
  };
}

async function windowOf(context: BrowserContext): Promise<EngineWindow> {
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
    press: async (x, y) => {
      await page.bringToFront();
      await page.mouse.click(x, y);
    },
    inFrame: async (code) => {
      const frames = await page.$$('iframe');
      const frame = await frames[Number(await page.evaluate(FRAME_IN_SIGHT))]?.contentFrame();
      if (!frame) throw new Error('No document is in sight.');
      return frame.evaluate(code);
    },
    key: async (chord) => {
      const { held, key } = keysOf(chord);
      for (const one of held) await page.keyboard.down(one as KeyInput);
      await page.keyboard.press(key as KeyInput);
      for (const one of held.toReversed()) await page.keyboard.up(one as KeyInput);
    },
    type: (text) => page.keyboard.type(text),
    give: async (selector, path) => {
      const input = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
      await input?.uploadFile(path);
    },
    reload: async () => void (await page.reload()),
    count: async () => (await context.pages()).length,
    raise: () => page.bringToFront(),
    sibling: () => windowOf(context),
    close: () => page.close(),
  };
}
