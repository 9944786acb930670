import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { inFull } from '../../../tools/test/suites.ts';
import { it as test, startDemo } from '../app-test.ts';
import { PATIENCE, type AppWindow } from '../windows.ts';

const WIND = 'weather';

/** A copy of the build, which can be turned into another one while the server is stopped. */
const it = test
  .extend('dist', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'ready-dist-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    await cp(resolve(import.meta.dirname, '../../../dist'), folder, { recursive: true });
    return folder;
  })
  .extend('server', { scope: 'file' }, ({ dist }, { onCleanup }) => startDemo(onCleanup, { dist }))
  /** A wall with one board, and its author. */
  .extend('shown', async ({ server, person }) => {
    const author = await signedIn(server.origin, demo.writer);
    const { uuid } = await save(author, 'Board', { [WIND]: 'SW 12' });
    await submit(author, uuid);
    await person.signIn();
    await person.goto(`/wip-dashboard/${uuid}?wall`);
    await person.showsRegion(WIND, 'SW 12');
    await person.sees('Live');
    const publish = async (wind: string): Promise<void> => {
      await author.post(`/v1/wips/${uuid}/update`, saving('Board', { [WIND]: wind }));
      await submit(author, uuid);
    };
    return { wall: person, publish };
  });

const hasWorker = ({ page }: AppWindow): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
const waits = ({ page }: AppWindow) => page.getByRole('heading', { name: /^Not connected since / });
const documents = ({ page }: AppWindow): Promise<number> => page.locator('iframe').count();

inFull(it)(
  'a wall that is loaded while the server is away waits in words, shows nothing old, and comes back by itself',
  async ({ shown: { wall, publish }, server }) => {
    await expect.poll(() => hasWorker(wall)).toBe(true);
    await server.kill9();
    await wall.page.reload();
    await waits(wall).waitFor();
    expect(await documents(wall)).toBe(0);
    // Nor does it show anything after a failed try.
    await wall.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/auth/verify'));
    await waits(wall).waitFor();
    expect(await documents(wall)).toBe(0);

    await server.restart();
    await publish('W 25');
    await wall.showsRegion(WIND, 'W 25');
    await expect.poll(() => wall.page.getByText('Live', { exact: true }).count(), PATIENCE).toBe(1);
    expect(new URL(wall.page.url()).search).toBe('?wall');

    // Without wall mode there is no worker: the browser itself handles a page with a user.
    await wall.page.keyboard.press('Escape');
    await wall.page.getByRole('button', { name: 'Wall mode' }).waitFor();
    await expect
      .poll(() => wall.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
  },
);

it('a display is in wall mode without being told: it stays awake, waits in words for a server that is away, and comes back', async ({
  server,
  person,
}) => {
  const { page } = person;
  await page.addInitScript(() => {
    navigator.wakeLock.request = (type) => {
      const note = (word: string): void => void (document.documentElement.dataset['awake'] = word);
      note(String(type));
      const lock = { released: false, release: async () => note('released') };
      return Promise.resolve(lock as unknown as WakeLockSentinel);
    };
  });
  const shows = page.getByRole('img', { name: /^Code:/ });
  await person.goto('/display');
  await shows.waitFor();
  await page.locator('html[data-awake=screen]').waitFor({ state: 'attached' });
  await expect.poll(() => hasWorker(person)).toBe(true);
  // The cursor disappears.
  await expect.poll(() => shows.evaluate((code) => getComputedStyle(code).cursor), PATIENCE).toBe('none');
  expect(page.url()).toBe(`${server.origin}/display`);

  await server.kill9();
  await page.reload();
  await waits(person).waitFor();
  await server.restart();
  await shows.waitFor(PATIENCE);

  // A user who leaves wall mode sees the screen, and a button that starts it again; the display stays awake, and comes back as before.
  await page.keyboard.press('Escape');
  const back = page.getByRole('button', { name: 'Wall mode', exact: true });
  await back.waitFor();
  expect(page.url()).toBe(`${server.origin}/display`);
  await server.kill9();
  expect(await page.locator('html').getAttribute('data-awake')).toBe('screen');
  await page.reload();
  await waits(person).waitFor();
  await server.restart();
  await shows.waitFor(PATIENCE);
  await page.keyboard.press('Escape');
  await back.click();
  await back.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.keyboard.press('f');
  await back.waitFor();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);
  expect(await page.locator('html').getAttribute('data-awake')).toBe('screen');
});

/** Renames every file of the build, everywhere, as in another build: the browser's cached files of the old one do not fit. */
async function makeAnotherBuild(dist: string): Promise<void> {
  const assets = await readdir(join(dist, 'assets'));
  // Compressed copies are removed and not made again: the server sends the plain files.
  const packed = assets.filter((name) => /\.(br|gz)$/.test(name));
  await Promise.all(packed.map((name) => rm(join(dist, 'assets', name))));
  const names = assets.filter((name) => !packed.includes(name));
  const another = (name: string): string => name.replace(/.{3}(?=\.\w+$)/, 'ZZZ');
  const renamed = (text: string): string => names.reduce((all, name) => all.replaceAll(name, another(name)), text);
  for (const file of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (!file.isFile() || !/\.(js|css|html|json|map)$/.test(file.name)) continue;
    await writeFile(path, renamed(await readFile(path, 'utf8')));
  }
  await Promise.all(names.map((name) => rename(join(dist, 'assets', name), join(dist, 'assets', another(name)))));
}

it('a server that comes back with another build has its walls load it, once', async ({
  shown: { wall },
  server,
  dist,
}) => {
  let loads = 0;
  wall.page.on('domcontentloaded', () => (loads += 1));
  await server.kill9();
  const entry = wall.page.locator('script[type=module][src]').first();
  const old = await entry.getAttribute('src');
  await makeAnotherBuild(dist);
  await wall.page.getByText('Not connected since').waitFor(PATIENCE);
  await server.restart();
  await expect.poll(() => entry.getAttribute('src'), PATIENCE).not.toBe(old);
  await wall.showsRegion(WIND, 'SW 12');
  await wall.sees('Live');
  expect(loads).toBe(1);
});
