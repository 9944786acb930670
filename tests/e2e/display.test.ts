import { expect } from 'vitest';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { it } from './app-test.ts';
import type { AppWindow } from './windows.ts';

/** A region of the Command Docs' left template that takes any text. */
const REGION = 'incident-name';

const title = ({ page }: AppWindow, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

it('the whole life of a display: code, board, submission, another board from afar, no user, end', async ({
  server,
  windows,
  person,
}) => {
  const author = await signedIn(server.origin, demo.administrator);
  const { uuid } = await save(author, 'Ridge board', { [REGION]: 'Draft' });
  const publish = async (text: string): Promise<void> => {
    await author.post(`/v1/wips/${uuid}/update`, saving('Ridge board', { [REGION]: text }));
    await submit(author, uuid);
  };
  await publish('First');
  const shown = { kind: 'panes', panes: [{ kind: 'wip', id: uuid, share: 12 }], old: 60, very_old: 240 };
  for (const name of ['Hall', 'Gate']) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- in this order
    await author.post('/v1/boards/create', { name, shown });
  }

  // Nobody signs in at this screen.
  const screen = await windows.open(server.origin);
  const asked: string[] = [];
  screen.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await screen.goto('/display');
  await title(screen, 'Enter this code under Displays');
  const spelt = (await screen.page.getByRole('img', { name: /^Code:/ }).getAttribute('aria-label')) ?? '';
  const code = spelt.replace('Code: ', '').replaceAll(' ', '').toLowerCase();

  await person.signIn({ username: 'amir', password: 'ready-demo-3' });
  const { page } = person;
  // The screen takes the keyboard when it is there, and a menu without it closes.
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
  await person.sees('Last seen: now');

  await publish('Second');
  await screen.showsRegion(REGION, 'Second');
  let loads = 0;
  screen.page.on('load', () => (loads += 1));
  const card = page.getByRole('form', { name: 'Change Screen one' });
  await card.getByLabel('Board').selectOption('Gate');
  await card.getByRole('button', { name: 'Save Screen one' }).click();
  await title(screen, 'Gate');
  await screen.showsRegion(REGION, 'Second');
  expect(loads).toBe(0);

  await page.getByRole('button', { name: 'Logout' }).click();
  await person.sees('Sign In');
  await publish('Third');
  await screen.showsRegion(REGION, 'Third');
  await screen.page.reload();
  await title(screen, 'Gate');
  await screen.showsRegion(REGION, 'Third');

  await person.signIn({ username: 'amir', password: 'ready-demo-3' });
  await person.goto('/admin/displays');
  await page.getByRole('button', { name: 'End Screen one' }).click();
  await page.getByRole('button', { name: 'End Display' }).click();
  await title(screen, 'This display was ended');
  await title(screen, 'Enter this code under Displays');
  const others = asked.filter((path) => /^\/(v1|events)\//.test(path) && !/^\/(v1|events)\/displays\//.test(path));
  expect(others).toEqual([]);
  await screen.page.context().close();
});
