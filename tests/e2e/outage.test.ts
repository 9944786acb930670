import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { it as test } from './app-test.ts';
import { writer as dana } from './windows.ts';

/** `outage` runs something with the server gone, and brings it back. */
const it = test.extend('outage', ({ server }) =>
  async (during: () => Promise<void>): Promise<void> => {
    await server.kill9();
    try {
      await during();
    } finally {
      await server.restart();
    }
  });

it('signing in: says so, keeps the name, and works when the server is back', async ({ person, outage }) => {
  await person.goto('/login');
  await person.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await outage(async () => {
    await person.fillSignIn(dana.username, dana.password);
    await person.sees('Login failed. Please check your connection and try again.');
    expect(await person.page.getByRole('textbox', { name: /^Username/ }).inputValue()).toBe(dana.username);
  });
  await person.press('Sign In');
  await person.page.waitForURL('**/dashboard');
});

it('the dashboard and the editor: an error page with a way on that works', async ({ person, outage }) => {
  await person.signIn();
  await person.sees('General Message');
  // The other screens' code is fetched while the browser is idle; a visit makes sure that all of it is there.
  await person.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/editor\.route-[^/]*\.js$/.test(name)),
  );
  await person.follow(/^New: General Message/);
  await person.document.locator('#incident-name').waitFor();
  await person.follow('Dashboard');
  await person.page.getByRole('link', { name: /^New: General Message/ }).waitFor();
  await outage(async () => {
    await person.follow(/^New: General Message/);
    await person.sees('Error Loading Form');
    await person.sees('Error fetching form. Please try again.');
  });
  await person.press('Try Again');
  await person.document.locator('#incident-name').waitFor();

  await outage(async () => {
    await person.follow('Dashboard');
    await person.sees('Error Loading Dashboard');
    await person.sees('Error fetching templates. Please try again.');
  });
  await person.press('Try Again');
  await person.sees('General Message');
});

it('a first save: the dialog stays with its message, name and text are kept', async ({ person, outage }) => {
  await person.signIn();
  await person.follow(/^New: General Message/);
  await person.typeInto('message-text', 'Typed before the outage');
  const dialog = person.page.getByRole('dialog');
  await outage(async () => {
    await person.press(/^Save/);
    await person.page.getByRole('textbox', { name: /^Form Name/ }).fill('Outage');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Error saving form. Please try again.').waitFor();
    expect(await person.page.getByRole('textbox', { name: /^Form Name/ }).inputValue()).toBe('Outage');
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await person.seesSuccess('save');
  await person.page.reload();
  await person.showsRegion('message-text', 'Typed before the outage');
});

it("a later save, a submission and a deletion: a message, the '*', and everything typed is still there", async ({
  person,
  outage,
}) => {
  await person.signIn();
  await person.follow(/^New: General Message/);
  await person.typeInto('message-text', 'One');
  await person.saveNew('Later');
  await person.typeInto('message-text', ' two');
  await outage(async () => {
    await person.press(/^Save/);
    await person.sees('Error saving form. Please try again.');
    await person.isDirty();
    await person.showsRegion('message-text', 'One two');
    expect(await person.page.getByText('Form saved successfully!').count()).toBe(0);
    await person.page.keyboard.press('Escape');
  });
  await person.save();

  await outage(async () => {
    await person.press('Submit to Dashboard');
    await person.sees('Error saving form. Please try again.');
    expect(await person.page.getByText('Form submitted successfully!').count()).toBe(0);
  });
  await person.submit();

  await outage(async () => {
    await person.press('Delete');
    await person.sees('Are you sure you want to delete "Later"? This action cannot be undone.');
    await person.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await person.sees('Error deleting WIP. Please try again.');
    await person.page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await person.showsRegion('message-text', 'One two');
  });
  await person.press('Delete');
  await person.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await person.page.waitForURL('**/open-wip/*');
});

it("a server that cannot write: its own sentence, the '*', and everything typed is still there", async ({
  person,
  server,
}) => {
  await person.signIn();
  await person.follow(/^New: General Message/);
  await person.typeInto('message-text', 'One');
  await person.saveNew('Unwritable');
  await person.typeInto('message-text', ' two');
  const file = join(server.dataDir, 'ready.db');
  await rename(file, `${file}.away`);
  try {
    await person.press(/^Save/);
    await person.sees('The server’s database file was taken away. What you typed is still here.');
    await person.isDirty();
    await person.showsRegion('message-text', 'One two');
    await person.page.keyboard.press('Escape');
  } finally {
    await rename(`${file}.away`, file);
  }
  const ready = async (): Promise<number> => (await fetch(`${server.origin}/ready`)).status;
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  await person.save();
  await person.page.reload();
  await person.showsRegion('message-text', 'One two');
});

it('the wall: the last archive stays, and the next one comes by itself', async ({ person, outage }) => {
  await person.signIn();
  await person.follow(/^New: General Message/);
  await person.typeInto('message-text', 'On the wall');
  await person.saveNew('Wall');
  await person.submit();
  const wall = await person.sibling();
  await wall.goto(`/wip-dashboard/${person.wip}`);
  await wall.showsRegion('message-text', 'On the wall');
  await outage(async () => {
    await wall.sees('Reconnecting…');
    await wall.showsRegion('message-text', 'On the wall');
    await person.typeInto('message-text', ', still');
  });
  await person.save();
  await person.submit();
  await wall.showsRegion('message-text', 'On the wall, still');
  await wall.sees('Live');
});

it('a session that ends under an editor: sign in again, and the text is back', async ({ person }) => {
  await person.signIn();
  await person.follow(/^New: General Message/);
  await person.typeInto('message-text', 'Kept');
  await person.saveNew('Session');
  const { page } = person;
  const address = new URL(page.url()).pathname;
  await person.typeInto('message-text', ', unsaved');
  await page.context().clearCookies();
  await person.press(/^Save/);
  await page.waitForURL('**/login');
  await person.fillSignIn(dana.username, dana.password);
  await page.waitForURL('**/dashboard');
  await page.evaluate((to) => {
    window.history.pushState({ usr: null, key: 'test', index: 99 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await person.sees('Your unsaved text from before is back in the document.');
  await person.showsRegion('message-text', 'Kept, unsaved');
  await person.isDirty();
  await person.save();
  await page.reload();
  await person.showsRegion('message-text', 'Kept, unsaved');
});

it('leaving with unsaved text asks first', async ({ person }) => {
  await person.signIn();
  await person.follow(/^New: General Message/);
  await person.typeInto('message-text', 'Unsaved');
  await person.follow('Dashboard');
  await person.sees('Leave without saving?');
  await person.press('Stay');
  await person.showsRegion('message-text', 'Unsaved');
  await person.press('Logout');
  await person.sees('Leave without saving?');
  await person.press('Stay');
  await person.showsRegion('message-text', 'Unsaved');
  await person.page.goBack();
  await person.sees('Leave without saving?');
  await person.press('Leave');
  await person.page.waitForURL('**/dashboard');
});
