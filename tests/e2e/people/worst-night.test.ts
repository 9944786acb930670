import { expect } from 'vitest';
import { it } from '../app-test.ts';
import { PATIENCE, type AppWindow } from '../windows.ts';

const OWN = 'a quiet morning at sea';

const title = ({ page }: AppWindow, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor(PATIENCE);

/** Presses an administrator's button, and answers its question. */
async function press({ page }: AppWindow, name: string, answer?: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click(PATIENCE);
  if (answer !== undefined) {
    await page.getByRole('alertdialog').getByRole('button', { name: answer, exact: true }).click(PATIENCE);
  }
}

/** The one-time password on the screen, which disappears with the answer. */
async function handedOver({ page }: AppWindow): Promise<string> {
  const dialog = page.getByRole('dialog', { name: /^One-time password for/ });
  const password = (await dialog.locator('code').textContent(PATIENCE)) ?? '';
  expect(password).toMatch(/^(\w{5}-){3}\w{5}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached', ...PATIENCE });
  return password;
}

async function signIn({ page }: AppWindow, origin: string, password: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole('textbox', { name: 'Username' }).fill('rana');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function choose({ page }: AppWindow, oneTime: string, own: string): Promise<void> {
  await page.getByRole('textbox', { name: 'One-time password' }).fill(oneTime, PATIENCE);
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(own);
  await page.getByRole('textbox', { name: 'New password again' }).fill(own);
  await page.keyboard.press('Enter');
}

const region = ({ page }: AppWindow, id: string) => page.locator('iframe').contentFrame().locator(`#${id}`);
const newLog = ({ page }: AppWindow) => page.getByRole('link', { name: 'New: Activity Log', exact: true });

it('a worst night: a person comes, forgets the password and leaves', async ({ server, admin, person }) => {
  const { page } = admin;
  await admin.goto(`${server.origin}/admin/people`);
  await title(admin, 'People');
  await press(admin, 'New Person');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rana Ortiz');
  await page.getByRole('textbox', { name: 'Username' }).fill('rana');
  await press(admin, 'Add Person');
  const first = await handedOver(admin);

  await signIn(person, server.origin, first);
  await title(person, 'Choose a password');
  // No address leads past it.
  await person.goto(`${server.origin}/archives`);
  await title(person, 'Choose a password');
  await choose(person, first, OWN);
  await title(person, 'Archives');
  await person.sees('Getting Started');
  await person.goto(`${server.origin}/account`);
  await person.page.getByRole('heading', { name: 'Sessions (1)' }).waitFor(PATIENCE);

  await person.goto(`${server.origin}/dashboard`);
  await newLog(person).click(PATIENCE);
  await region(person, 'incident-name').fill('Harbour Watch', PATIENCE);
  await person.saveNew('Night');
  await person.page.waitForURL(/\/wips\//, PATIENCE);
  const night = person.page.url().replace(/\?.*/, '');

  await page.getByRole('heading', { name: 'Rana Ortiz' }).click();
  await press(admin, 'One-Time Password for Rana Ortiz', 'Make Password');
  const second = await handedOver(admin);
  await signIn(person, server.origin, second);
  await title(person, 'Choose a password');
  // The old password again is accepted like any other.
  await choose(person, second, OWN);
  await newLog(person).waitFor(PATIENCE);

  await press(admin, 'Disable Rana Ortiz', 'Disable');
  await page.getByText('Rana Ortiz is disabled.').waitFor(PATIENCE);
  // The next request to the host shows it to the user.
  await person.page.getByRole('link', { name: 'Archives', exact: true }).click();
  await title(person, 'Sign in');
  await signIn(person, server.origin, OWN);
  await person.sees('Invalid username or password. Please try again.');

  // Documents of users who have left stay.
  await admin.goto(night);
  expect(await region(admin, 'incident-name').textContent(PATIENCE)).toBe('Harbour Watch');
});
