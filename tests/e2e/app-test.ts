import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, inject, test } from 'vitest';
import { serveHost } from '#tests/support/hosts/served-host.ts';
import { type StartOptions, startServer, type TestServer } from '#tests/support/hosts/server.ts';
import { launchBrowser } from '../../tools/run/browser.ts';
import { createProfile } from './editor/killed-browser.ts';
import { windowsOf } from './windows.ts';

/**
 * Starts the real server with the demo's data.
 * @param onCleanup receives a function that ends it and removes its data
 * @param fill writes other data into its new folder
 */
export async function startDemo(
  onCleanup: (end: () => Promise<void>) => void,
  options: StartOptions = {},
  fill = (dataDir: string): Promise<void> => cp(inject('seededData'), dataDir, { recursive: true }),
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ready-data-'));
  await fill(dataDir);
  const server = await startServer({ ...options, dataDir });
  onCleanup(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return server;
}

/** A test with a browser that is started once for all files of a worker; its pages must log no error. */
const browserTest = test
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('windows', { scope: 'file' }, ({ browser }, { onCleanup }) => {
    const windows = windowsOf(browser);
    onCleanup(() => windows.close());
    return windows;
  })
  .extend('complaints', { auto: true }, ({ windows }, { onCleanup }) => {
    onCleanup(() => expect(windows.complaints.splice(0)).toEqual([]));
    return windows.complaints;
  });

/** A test with the real server and the demo's data too. By default a fixture lives as long as its test. */
export const it = browserTest
  .extend('server', { scope: 'file' }, ({}, { onCleanup }) => startDemo(onCleanup))
  /** A level 3 administrator, signed in, for the whole file. */
  .extend('admin', { scope: 'file' }, async ({ server, windows }) => {
    const admin = await windows.open(server.origin);
    await admin.signIn({ username: 'amir', password: 'ready-demo-3' });
    return admin;
  })
  /** A visitor without a sign-in, for the whole file. */
  .extend('visitor', { scope: 'file' }, ({ server, windows }) => windows.open(server.origin))
  /** A fresh profile. */
  .extend('person', async ({ server, windows, task }, { onCleanup }) => {
    const person = await windows.open(server.origin);
    onCleanup(async () => {
      if (task.result?.state === 'fail') process.stderr.write(`${task.name}\n${await person.looks()}\n`);
      await person.page.context().close();
    });
    return person;
  });

/** A test with a profile that outlives its browsers. */
export const profileIt = it.extend('profile', async ({}, { onCleanup }) => {
  const profile = await createProfile();
  onCleanup(() => profile.remove());
  return profile;
});

/** A test at a plain host, which is new each time: its user is signed in there. */
export const plainIt = browserTest
  /** The folder of the application that the host serves. */
  .extend('dist', { scope: 'file' }, () => resolve(import.meta.dirname, '..', '..', 'dist'))
  .extend('host', async ({ dist }, { onCleanup }) => {
    const { host, close } = await serveHost(dist);
    onCleanup(async () => {
      await close();
      expect(host.strangers).toEqual([]);
    });
    return host;
  })
  .extend('person', async ({ host, windows }, { onCleanup }) => {
    const person = await windows.open(host.origin);
    onCleanup(() => person.page.context().close());
    const [, value = ''] = /session=([^;]*)/.exec(host.sessionCookie) ?? [];
    await person.page.context().addCookies([{ name: 'session', value, url: host.origin, httpOnly: true }]);
    return person;
  });
