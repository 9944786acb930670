import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inFull } from '../../../tools/test/suites.ts';
import { it as test } from '../app-test.ts';
import { writer as dana } from '../windows.ts';

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

inFull(it)('signing in: says so, keeps the name, and works when the server is back', async ({ person, outage }) => {
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
  // A page without a success message.
  await person.goto(new URL(person.page.url()).pathname);
  await person.showsRegion('message-text', 'One');
  await person.typeInto('message-text', ' two');
  await outage(async () => {
    await person.press(/^Save/);
    await person.sees('No connection. We’ll save when it is back');
    expect(await person.page.getByText('Error saving form. Please try again.').count()).toBe(0);
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

inFull(it)(
  "a server that cannot write: its own sentence, the '*', and everything typed is still there",
  async ({ person, server }) => {
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
  },
);
