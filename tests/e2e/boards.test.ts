import { expect } from 'vitest';
import { BOARD_AHEAD } from '#config/constants.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { it as test } from './app-test.ts';
import type { AppWindow } from './windows.ts';

/** A region of the Command Docs' left template that takes any text. */
const REGION = 'incident-name';

const it = test.extend('desk', async ({ server }) => {
  const author = await signedIn(server.origin, demo.writer);
  const { uuid } = await save(author, 'Ridge board', { [REGION]: 'Draft' });
  const publish = async (text: string): Promise<void> => {
    await author.post(`/v1/wips/${uuid}/update`, saving('Ridge board', { [REGION]: text }));
    await submit(author, uuid);
  };
  await publish('First');
  return { uuid, publish };
});

const title = ({ page }: AppWindow, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
/** Chooses in the browser's own select. */
const choose = async ({ page }: AppWindow, label: string, option: string | RegExp): Promise<void> => {
  const select = page.getByRole('combobox', { name: label }).last();
  const name = await select.getByRole('option', { name: option }).first().textContent();
  await select.selectOption({ label: name ?? '' });
};

/** Makes a board with the desk's WIP alone. */
async function makeBoard(window: AppWindow, name: string): Promise<void> {
  const { page } = window;
  await window.goto('/boards/new');
  await page.getByLabel('Name').fill(name);
  await choose(window, 'Shows', 'One WIP');
  await choose(window, 'WIP', /^Ridge board/);
  await page.getByRole('button', { name: 'Save Board' }).click();
  await title(window, name);
}

it('a board is made in the browser, and changes on a wall when it is edited in another window', async ({
  server,
  windows,
  person,
  desk,
}) => {
  await person.signIn();
  // The screen takes the keyboard when it is there, and a menu without it closes.
  await person.page.getByRole('heading', { name: 'View Live Docs' }).waitFor();
  await person.page.getByText('More', { exact: true }).click();
  await person.page.getByRole('link', { name: 'Boards' }).click();
  await title(person, 'Boards');
  await makeBoard(person, 'Night wall');
  await person.showsRegion(REGION, 'First');

  const wall = await windows.open(server.origin);
  await wall.signIn({ username: 'lena', password: 'ready-demo-1' });
  await wall.goto(new URL(person.page.url()).pathname);
  await title(wall, 'Night wall');
  await wall.showsRegion(REGION, 'First');
  await desk.publish('Second');
  await wall.showsRegion(REGION, 'Second');
  expect(await wall.page.getByRole('link', { name: 'Edit Board' }).count()).toBe(0);

  let loads = 0;
  wall.page.on('load', () => (loads += 1));
  await person.page.getByRole('link', { name: 'Edit Board' }).click();
  await person.page.getByLabel('Name').fill('Day wall');
  await person.page.getByRole('button', { name: 'Add Pane' }).click();
  await choose(person, 'Template', 'Incident Status Board');
  await person.page.getByRole('button', { name: 'Save Board' }).click();
  await title(wall, 'Day wall');
  await expect.poll(() => wall.page.locator('iframe:not([aria-hidden])').count()).toBe(2);
  expect(loads).toBe(0);

  await person.goto('/boards');
  await person.page.getByRole('button', { name: 'Delete: Day wall' }).click();
  await person.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await wall.sees('This board is not there');
  await wall.page.context().close();
});

it('a playlist turns its boards', async ({ person, desk: _desk }) => {
  await person.signIn();
  await makeBoard(person, 'One');
  await makeBoard(person, 'Two');
  await person.goto('/boards/new');
  const { page } = person;
  await page.getByLabel('Name').fill('Tour');
  await page.getByRole('radio', { name: 'Boards in turn' }).click();
  await choose(person, 'Board 1', 'One');
  await page.getByRole('button', { name: 'Add Board' }).click();
  await choose(person, 'Board 2', 'Two');
  await page.getByLabel('Seconds for each board').fill('30');
  await page.getByRole('button', { name: 'Save Board' }).click();
  await title(person, 'One');
  await page.clock.install();
  await page.reload();
  await title(person, 'One');
  await person.showsRegion(REGION, 'First');
  await page.clock.runFor(30_000 - BOARD_AHEAD);
  await expect.poll(() => page.locator('[inert] iframe').count()).toBeGreaterThan(0);
  await title(person, 'One');
  await page.clock.runFor(BOARD_AHEAD);
  await title(person, 'Two');
  await person.showsRegion(REGION, 'First');
  await person.sees('2 of 2');
});
