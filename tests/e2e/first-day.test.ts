import { expect } from 'vitest';
import { startServer } from '#tests/support/hosts/server.ts';
import { it as test } from './app-test.ts';
import { PATIENCE, type AppWindow } from './windows.ts';

const PASSWORD = 'a quiet morning at sea';

const it = test.extend('empty', async ({}, { onCleanup }) => {
  const server = await startServer({ args: ['--empty'] });
  onCleanup(() => server.stop());
  return server;
});

const title = ({ page }: AppWindow, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor(PATIENCE);

it('an administrator’s first day: from the code of an empty server to one’s own document on a paired display, in at most twenty acts', async ({
  empty,
  person,
  windows,
}) => {
  const { page } = person;
  // An address that is opened, a link, or a form that is filled in and sent.
  let acts = 0;
  const act = async (done: Promise<unknown>): Promise<void> => {
    acts += 1;
    await done;
  };
  const press = (name: string | RegExp): Promise<void> =>
    act(page.getByRole('button', { name, exact: true }).click(PATIENCE));
  const follow = (name: string): Promise<void> =>
    act(page.getByRole('main').getByRole('link', { name, exact: true }).click(PATIENCE));
  const dashboard = (): Promise<void> =>
    act(page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).click(PATIENCE));
  const missing = () => page.getByRole('region', { name: 'Set up' }).getByRole('heading', { level: 3 });

  // Without its code the sign-in page leads to the form.
  await person.goto(`${empty.origin}/login`);
  await page.getByRole('link', { name: 'Make the first administrator' }).waitFor(PATIENCE);

  const address = /http\S+\/first-run#\S+/.exec(empty.output())?.[0] ?? '';
  await act(person.goto(address));
  await page.getByLabel('Organization').fill('Harbour Watch', PATIENCE);
  await page.getByLabel('Username').fill('rana');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password again').fill(PASSWORD);
  await press('Set Up');
  await title(person, 'Dashboard');
  await missing().nth(3).waitFor(PATIENCE);
  expect(await missing().allTextContents()).toEqual([
    'Make people',
    'Bring a template',
    'Make a board',
    'Put up a display',
  ]);

  await follow('Templates');
  await press('Add Ready’s Templates');
  await page.getByRole('heading', { name: 'Activity Log' }).waitFor(PATIENCE);
  await dashboard();
  await missing().filter({ hasText: 'Make a board' }).waitFor(PATIENCE);
  expect(await missing().allTextContents()).toEqual(['Make people', 'Make a board', 'Put up a display']);

  await follow('New Board');
  await page.getByLabel('Name').fill('Hall', PATIENCE);
  await page.getByLabel('Template').selectOption({ label: 'Activity Log' });
  await press('Save Board');
  await title(person, 'Hall');
  await act(page.getByRole('link', { name: 'Back', exact: true }).click());
  await dashboard();
  await follow('Displays');

  const hall = await windows.open(empty.origin);
  await act(hall.goto(`${empty.origin}/display`));
  await title(hall, 'Pair this screen');
  const spelt = (await hall.page.getByRole('img', { name: /^Code:/ }).getAttribute('aria-label')) ?? '';
  const pairing = page.getByRole('form', { name: 'Pair a Display' });
  await pairing.getByLabel('Code').fill(spelt.replace('Code: ', '').replaceAll(' ', ''), PATIENCE);
  await pairing.getByLabel('Name').fill('Hall, left');
  await pairing.getByLabel('Board').selectOption({ index: 1 });
  await press('Pair Display');
  await page.getByRole('heading', { name: 'Displays (1)' }).waitFor(PATIENCE);
  await hall.page.getByText('No documents submitted to dashboard').first().waitFor(PATIENCE);
  await dashboard();
  await title(person, 'Dashboard');
  await follow('New: Activity Log');
  await page.frameLocator('iframe').locator('[contenteditable]').first().fill('Corvane Ridge', PATIENCE);
  await press(/^Save/);
  await page.getByLabel('Form Name').fill('First log', PATIENCE);
  await act(page.getByRole('dialog').getByRole('button', { name: 'Save' }).click());
  await page.getByText('Form saved successfully!').waitFor(PATIENCE);
  await press('Submit to Dashboard');
  // Other required regions are empty, so the application asks.
  await press('Submit');
  await hall.page.frameLocator('iframe').getByText('Corvane Ridge').waitFor(PATIENCE);
  expect(acts).toBeLessThanOrEqual(20);

  await dashboard();
  await follow('People');
  await press('New Person');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('June Halloran', PATIENCE);
  await page.getByRole('textbox', { name: 'Username' }).fill('june');
  await press('Add Person');
  await press('Done');

  await dashboard();
  await missing()
    .first()
    .waitFor({ state: 'detached', ...PATIENCE });

  await hall.page.context().close();
});
