import { expect } from 'vitest';
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
  await person.page.getByRole('link', { name: 'New Board' }).click();
  await person.page.getByLabel('Name').fill('Night wall');
  await choose(person, 'Shows', 'One WIP');
  await choose(person, 'WIP', /^Ridge board/);
  await person.page.getByRole('button', { name: 'Save Board' }).click();
  await title(person, 'Night wall');
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

it('a board has ages of its own from which its documents are old: amber, then red, always in words', async ({
  person,
  desk,
}) => {
  const { page } = person;
  await person.signIn();
  await page.clock.install();
  await person.goto(`/board?name=Watch&pane=wip~${desk.uuid}&old=2&very_old=5`);
  await title(person, 'Watch');
  await person.showsRegion(REGION, 'First');
  await person.sees(/^Submitted just now/);
  expect(await page.getByText(/old$/i).count()).toBe(0);
  // Offline no reply takes the page back to the server's time.
  await page.context().setOffline(true);
  /** The ground of what says the age, and the token that it has to be. */
  const grounds = (words: string, token: string): Promise<string[]> =>
    page.getByText(words, { exact: true }).evaluate((said, name) => {
      const probe = document.createElement('i');
      probe.style.backgroundColor = `var(${name})`;
      document.body.append(probe);
      const wanted = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return [getComputedStyle(said.parentElement as Element).backgroundColor, wanted];
    }, token);
  for (const [passed, words, token] of [
    ['02:10', 'Old', '--color-warning-soft'],
    ['03:00', 'Very old', '--color-danger-soft'],
  ] as const) {
    // oxlint-disable eslint/no-await-in-loop -- one age after the other
    await page.clock.fastForward(passed);
    await person.sees(words);
    const [ground, wanted] = await grounds(words, token);
    expect(ground, words).toBe(wanted);
    // oxlint-enable eslint/no-await-in-loop
  }
});
