import { expect } from 'vitest';
import { runReady } from '#tests/contract/given.ts';
import { readRecord } from '#common/calls/records.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { parsed } from '#tests/support/replies.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { it as test } from '../app-test.ts';
import { createProfile, type KilledBrowser } from '../editor/killed-browser.ts';
import { PATIENCE, type AppWindow } from '../windows.ts';

/** A region of the Command Docs' left template that takes any text. */
const REGION = 'incident-name';
const ADMINISTRATOR = { username: 'amir', password: 'ready-demo-3' } as const;

const it = test.extend('profile', async ({ complaints }, { onCleanup }) => {
  const profile = await createProfile(complaints);
  onCleanup(() => profile.remove());
  return profile;
});

const title = ({ page }: AppWindow, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor(PATIENCE);

it('the whole life of a display: code, board, submission, another board from afar, no user, another secret and server, its plug pulled, end', async ({
  server,
  profile,
  person,
}) => {
  let author = await signedIn(server.origin, demo.administrator);
  const { uuid } = await save(author, 'Ridge board', { [REGION]: 'Draft' });
  const publish = async (text: string): Promise<void> => {
    await author.post(`/v1/wips/${uuid}/update`, saving('Ridge board', { [REGION]: text }));
    archives.push(await submit(author, uuid));
  };
  const archives: string[] = [];
  /** When the display showed each submission. */
  const received = () =>
    Promise.all(
      archives.map(async (one) => parsed(readRecord, (await author.get(`/v1/records/${one}`)).json).received),
    );
  await publish('First');
  const shown = { kind: 'panes', panes: [{ kind: 'wip', id: uuid, share: 12 }], old: 60, very_old: 240 };
  for (const name of ['Hall', 'Gate']) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- in this order
    await author.post('/v1/boards/create', { name, shown });
  }

  // This screen has no signed-in user.
  const asked: string[] = [];
  let loads = 0;
  const start = async (): Promise<[browser: KilledBrowser, screen: AppWindow]> => {
    const browser = await profile.start();
    const screen = await browser.blank();
    screen.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await screen.goto(`${server.origin}/display?wall`);
    screen.page.on('load', () => (loads += 1));
    return [browser, screen];
  };
  const [browser, first] = await start();
  let screen = first;
  await title(screen, 'Pair this screen');
  const spelt = (await screen.page.getByRole('img', { name: /^Code:/ }).getAttribute('aria-label')) ?? '';
  const code = spelt.replace('Code: ', '').replaceAll(' ', '').toLowerCase();

  await person.signIn(ADMINISTRATOR);
  const { page } = person;
  // The screen takes the keyboard when it has loaded, and a menu without it closes.
  await page.getByRole('heading', { name: 'View Live Docs' }).waitFor();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('link', { name: 'Displays' }).click();
  const pairing = page.getByRole('form', { name: 'Pair a Display' });
  await pairing.getByLabel('Code').fill(code);
  await pairing.getByLabel('Name').fill('Screen one');
  await pairing.getByLabel('Board').selectOption('Hall');
  await page.getByRole('button', { name: 'Pair Display' }).click();
  await title(screen, 'Hall');
  await screen.showsRegion(REGION, 'First');
  await person.sees('Online now');

  await publish('Second');
  await screen.showsRegion(REGION, 'Second');
  const card = page.getByRole('form', { name: 'Change Screen one' });
  await page.getByRole('heading', { name: 'Screen one' }).click();
  await card.getByLabel('Board').selectOption('Gate');
  await card.getByRole('button', { name: 'Save Screen one' }).click();
  await title(screen, 'Gate');
  await screen.showsRegion(REGION, 'Second');

  await page.getByRole('button', { name: 'Logout' }).click();
  await person.sees('Sign In');
  await publish('Third');
  await screen.showsRegion(REGION, 'Third');
  const ends = async () => (await received()).map((one) => one.map(({ until }) => until !== null));
  await expect.poll(ends, PATIENCE).toEqual([[true], [true], [false]]);
  const times = (await received()).flat();
  expect(times.map(({ until }) => until)).toEqual([times[1]?.from, times[2]?.from, null]);

  // All sessions of users are gone, and so is the process with the screen's stream.
  const rotated = await runReady({ READY_DATA: server.dataDir }, ['secret', 'rotate']);
  expect(rotated).toMatchObject({ code: 0 });
  await server.interrupt();
  await server.restart();
  author = await signedIn(server.origin, demo.administrator);
  await publish('Fourth');
  await screen.showsRegion(REGION, 'Fourth');
  expect(loads).toBe(0);
  await screen.page.reload();
  await title(screen, 'Gate');
  await screen.showsRegion(REGION, 'Fourth');

  // A power failure stops the screen and the server; the screen is back first.
  await browser.writesCookie('display');
  await browser.kill();
  await server.kill9();
  [, screen] = await start();
  await screen.page.getByRole('heading', { name: /^Not connected since / }).waitFor();
  expect(await screen.page.locator('iframe').count()).toBe(0);
  await server.restart();
  await title(screen, 'Gate');
  await screen.showsRegion(REGION, 'Fourth');

  await person.signIn(ADMINISTRATOR);
  await person.goto('/admin/displays');
  await page.getByRole('heading', { name: 'Screen one' }).click();
  await person.sees('Seen at 127.0.0.1');
  await page.getByRole('button', { name: 'Remove display Screen one' }).click();
  await page.getByRole('button', { name: 'Remove Display', exact: true }).click();
  await title(screen, 'This display was removed');
  await title(screen, 'Pair this screen');
  const others = asked.filter((path) => /^\/(v1|events)\//.test(path) && !/^\/(v1|events)\/displays\//.test(path));
  expect(others).toEqual([]);
});
