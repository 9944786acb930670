import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chromium } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from '#tests/support/person.ts';
import { findBrowser, launchArgs } from '../../../tools/run/browser.ts';
import { AppWindow } from '../windows.ts';

/** A browser's profile on the disk, which outlives the browser. */
export type Profile = {
  folder: string;
  /** Starts a browser with it. */
  start(): Promise<KilledBrowser>;
  remove(): Promise<void>;
};

/** A browser that may be killed as in a crash or a power failure: without any notice. */
export type KilledBrowser = {
  /** A window without an address yet. */
  blank(): Promise<AppWindow>;
  /** A window at an address, signed in as this user, if given. */
  open(url: string, person?: Person): Promise<AppWindow>;
  /** Waits until a cookie of this name is on the disk. */
  writesCookie(name: string): Promise<void>;
  kill(): Promise<void>;
  /** Closes it as its user would: all its data is then on the disk. */
  close(): Promise<void>;
};

/**
 * @param complaints receives the errors of its pages, as in `windows.ts`
 * @returns a new profile, without a browser yet
 */
export async function createProfile(complaints: string[] = []): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'ready-profile-'));
  const running = new Set<KilledBrowser>();
  return {
    folder,
    start: async () => {
      const browser = await startIn(folder, complaints);
      running.add(browser);
      return browser;
    },
    remove: async () => {
      await Promise.all([...running].map((browser) => browser.kill()));
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Number of changed cookies after which Chromium writes them to the disk; otherwise each half minute. */
const CHANGES = 512;
/** Number of cookies set on each host, which can have 180. */
const OF_A_HOST = 128;

async function startIn(folder: string, complaints: string[]): Promise<KilledBrowser> {
  const portFile = join(folder, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const child = spawn(
    await findBrowser(),
    [...launchArgs, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    // A group of its own: all of its processes are killed together.
    { detached: true, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  let port = '';
  await expect
    .poll(
      async () => {
        [port = ''] = (await readFile(portFile, 'utf8').catch(() => '')).split('\n');
        return port;
      },
      { timeout: 60_000 },
    )
    .not.toBe('');
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no profile.');
  const blank = async (): Promise<AppWindow> => new AppWindow(await context.newPage(), complaints);
  return {
    blank,
    open: async (url, person) => {
      const { hostname: domain, origin } = new URL(url);
      const cookies = [...(person?.cookies ?? [])].map(([name, { value, path }]) => ({ name, value, path, domain }));
      await context.addCookies(cookies);
      const window = await blank();
      await window.goto(url);
      await window.page.waitForURL(`${origin}/**`);
      return window;
    },
    writesCookie: async (name) => {
      const expires = Date.now() / 1_000 + 86_400;
      await context.addCookies(
        Array.from({ length: CHANGES }, (_, at) => {
          const domain = `${Math.floor(at / OF_A_HOST)}.example`;
          return { name: `filler-${at}`, value: 'x', domain, path: '/', expires };
        }),
      );
      await expect.poll(() => hasCookie(folder, name), { timeout: 60_000 }).toBe(true);
    },
    close: async () => {
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close');
      await ended;
    },
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
        process.kill(-child.pid, 'SIGKILL');
      await ended;
      await browser.close().catch(() => undefined);
    },
  };
}

/** True if a cookie would survive a kill at this moment, which rolls back uncommitted writes. */
async function hasCookie(folder: string, name: string): Promise<boolean> {
  const copies = await mkdtemp(join(tmpdir(), 'ready-cookies-'));
  const copy = join(copies, 'Cookies');
  try {
    await copyFile(join(folder, 'Default', 'Cookies'), copy);
    // After the file: a commit in between then causes one more check, and never a false cookie.
    await copyFile(join(folder, 'Default', 'Cookies-journal'), `${copy}-journal`).catch(() => undefined);
    const database = new DatabaseSync(copy);
    const found = database.prepare('select 1 from cookies where name = ?').get(name);
    database.close();
    return found !== undefined;
  } catch {
    return false;
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}

/** Number of documents with unsaved text on the disk, and its bytes: the only facts that anyone can see. */
export const keptIn = ({ page }: AppWindow): Promise<{ count: number; bytes: number }> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('ready-journal')) return { count: 0, bytes: 0 };
    const result = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
      });
    const db = await result(indexedDB.open('ready-journal'));
    type Row = { id: string; owner: string; bytes: number };
    const all = db.objectStoreNames.contains('heads')
      ? ((await result(db.transaction('heads').objectStore('heads').getAll())) as Row[])
      : [];
    db.close();
    // The documents opened last are one row, which is its own owner.
    const rows = all.filter(({ id, owner }) => id !== owner);
    return { count: rows.length, bytes: rows.reduce((sum, row) => sum + row.bytes, 0) };
  });

/** Waits until unsaved text of this many documents is on the disk, and at least this many bytes of it. */
export async function isKept(window: AppWindow, count: number, bytes = 0): Promise<number> {
  await expect.poll(() => keptIn(window).then((kept) => kept.count), { timeout: 60_000 }).toBe(count);
  await expect.poll(() => keptIn(window).then((kept) => kept.bytes), { timeout: 60_000 }).toBeGreaterThanOrEqual(bytes);
  return (await keptIn(window)).bytes;
}

/** Number of checks in a row without new data on the disk, and their interval in milliseconds: longer than all delays of a write. */
const STILL = { looks: 6, apart: 300 };

/** Waits until no more typed text is written to the disk: all of it is stored. */
export async function isKeptWhole(window: AppWindow): Promise<void> {
  let [before, same] = [-1, 0];
  await expect
    .poll(
      async () => {
        const { bytes } = await keptIn(window);
        same = bytes === before && bytes > 0 ? same + 1 : 0;
        before = bytes;
        return same;
      },
      { timeout: 60_000, interval: STILL.apart },
    )
    .toBe(STILL.looks);
  await window.sees('Unsaved (kept on this device)');
}
