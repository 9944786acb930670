import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { demo, signedIn } from '#tests/support/person.ts';
import catalogue from '../../templates/catalogue.json' with { type: 'json' };
import { it as appIt } from './app-test.ts';
import { createProfile, isKept, keptIn } from './killed-browser.ts';
import { type AppWindow, writer } from './windows.ts';

const MESSAGE = catalogue.find(({ name }) => name === 'General Message')?.uuid ?? '';
const REGION = 'message-text';
const PHRASE = 'Helicopter down at Corvane Ridge';
const amir = { username: 'amir', password: 'ready-demo-3' };

/** A test with a profile that outlives its browsers. */
const it = appIt.extend('profile', async ({}, { onCleanup }) => {
  const profile = await createProfile();
  onCleanup(() => profile.remove());
  return profile;
});

/** A person who has typed the phrase into a new General Message. */
async function typed(person: AppWindow): Promise<void> {
  await person.signIn();
  await person.goto(`/forms/${MESSAGE}`);
  await person.typeInto(REGION, PHRASE);
  await isKept(person, 1);
  // All of it, and not what stood there at the first writing.
  await person.sees('Not saved, kept on this computer');
}

async function logOut(person: AppWindow, answer: RegExp | null): Promise<void> {
  await person.press('Logout');
  if (answer !== null) await person.page.getByRole('dialog').getByRole('button', { name: answer }).click();
  await person.page.getByRole('link', { name: 'Login' }).waitFor();
}

const offers = (person: AppWindow): Promise<number> => person.page.getByText(/^Not saved/).count();

describe('a session that ends with unsaved text', () => {
  it('is said on the sign-in page, without a title; the dashboard leads back, and only that person', async ({
    person,
  }) => {
    await typed(person);
    // The browser has forgotten who is signed in.
    await person.page.context().clearCookies();
    await person.press(/^Save/);
    await person.page.getByRole('textbox', { name: /^Form Name/ }).fill('Lost');
    await person.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await person.sees('Your session ended. 1 unsaved document is kept.');
    expect(await person.page.getByRole('main').innerText()).not.toMatch(/General Message|Helicopter/);

    await person.fillSignIn(amir.username, amir.password);
    await person.page.waitForURL('**/dashboard');
    await person.page.getByRole('heading', { name: 'Edit Docs' }).waitFor();
    expect(await offers(person)).toBe(0);
    await person.goto(`/forms/${MESSAGE}`);
    await person.showsRegion(REGION, '');
    expect(await offers(person)).toBe(0);
    expect((await keptIn(person)).count).toBe(1);
    await logOut(person, null);

    await person.signIn();
    await person.sees(/^Not saved: 1 change from/);
    await person.follow('Go on with: General Message');
    await person.press('Restore');
    await person.showsRegion(REGION, PHRASE);
    await person.saveNew('Found again');
    await isKept(person, 0);
    await person.goto('/dashboard');
    await person.page.getByRole('heading', { name: 'Edit Docs' }).waitFor();
    expect(await offers(person)).toBe(0);
  });
});

describe('a logout with unsaved text', () => {
  it('keeps it for the same person where that is chosen', async ({ person }) => {
    await typed(person);
    await person.goto('/dashboard');
    await person.press('Logout');
    await person.sees('1 unsaved document');
    await person.press('Cancel');
    await logOut(person, /^Keep/);
    await person.signIn();
    await person.follow('Go on with: General Message');
    await person.press('Restore');
    await person.showsRegion(REGION, PHRASE);
    // From an editor: it asks whether to leave, and then what becomes of it.
    await person.press('Logout');
    await person.press('Leave');
    await person.page.getByRole('dialog').getByRole('button', { name: /^Keep/ }).click();
    await person.page.getByRole('link', { name: 'Login' }).waitFor();
    expect((await keptIn(person)).count).toBe(1);
  });

  it('leaves nothing of it where it is to be deleted: not on the disk, not in memory, not in another tab', async ({
    person,
  }) => {
    await typed(person);
    const other = await person.sibling();
    await other.goto(`/forms/${MESSAGE}`);
    // The first tab keeps what is on the disk; this one has its own in memory.
    await other.typeInto(REGION, PHRASE);
    await person.page.bringToFront();
    await person.press('Logout');
    await person.press('Leave');
    await person.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await person.page.getByRole('link', { name: 'Login' }).waitFor();
    await other.page.waitForURL('**/login');
    await isKept(person, 0);
    // Within the pages that there are: what they hold in memory would be back.
    await person.follow('Login');
    for (const window of [other, person]) {
      await window.page.bringToFront();
      await window.fillSignIn(writer.username, writer.password);
      await window.page.waitForURL('**/dashboard');
      await window.page.getByRole('heading', { name: 'Edit Docs' }).waitFor();
      expect(await offers(window)).toBe(0);
      await window.follow(/^New: General Message/);
      await window.showsRegion(REGION, '');
      await window.isClean();
      expect(await offers(window)).toBe(0);
    }
    expect((await keptIn(person)).count).toBe(0);
  });
});

/**
 * Where in a profile's files one of these texts stands, in either of a browser's encodings.
 * @param ofJournal what must not stand where unsaved text lies, and may elsewhere: the browser's history has the names of pages
 */
async function findIn(folder: string, texts: readonly string[], ofJournal: readonly string[]) {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const found: string[] = [];
  let journals = 0;
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    // oxlint-disable-next-line no-await-in-loop -- one after the other: some are large
    const bytes = await readFile(path);
    const has = (text: string): boolean => bytes.includes(text) || bytes.includes(text, 0, 'utf16le');
    if (has('ready-journal') || bytes.includes(Buffer.from('ready-journal', 'utf16le').swap16())) journals += 1;
    const wanted = [...texts, ...(path.includes('IndexedDB') ? ofJournal : [])];
    found.push(...wanted.filter(has).map((text) => `${text} in ${path.slice(folder.length)}`));
  }
  return { found, journals };
}

it("another person of the profile finds not a word of it, nor a title, in the browser's files", async ({
  server,
  profile,
}) => {
  const browser = await profile.start();
  const window = await browser.open(`${server.origin}/forms/${MESSAGE}`, await signedIn(server.origin, demo.writer));
  await window.typeInto(REGION, PHRASE);
  await isKept(window, 1, PHRASE.length);
  await browser.kill();
  const { found, journals } = await findIn(profile.folder, [PHRASE], ['General Message', REGION, MESSAGE]);
  expect(found).toEqual([]);
  // It is there: what was looked through is where it lies.
  expect(journals).toBeGreaterThan(0);
});

it.for(['Keep', 'Delete'])(
  "whoever uses the computer after a logout with '%s' finds no word of it in the browser's files either",
  async (answer, { server, profile }) => {
    const browser = await profile.start();
    const window = await browser.blank();
    await window.goto(`${server.origin}/login`);
    await window.fillSignIn(writer.username, writer.password);
    await window.page.waitForURL('**/dashboard');
    await window.goto(`${server.origin}/forms/${MESSAGE}`);
    await window.typeInto(REGION, PHRASE);
    // As fields of a form, which browsers like to remember.
    const field = window.page.getByRole('textbox', { name: 'Incident name incident-name', exact: true });
    await expect
      .poll(async () => {
        await window.page.getByRole('radio', { name: 'Attributes' }).click();
        return field.count();
      })
      .toBe(1);
    await field.fill('Corvane evacuation');
    await isKept(window, 1, PHRASE.length + 'Corvane evacuation'.length);
    await window.press('Logout');
    await window.press('Leave');
    await window.page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${answer}`) })
      .click();
    await window.page.getByRole('link', { name: 'Login' }).waitFor();
    await window.follow('Login');
    await window.fillSignIn(amir.username, amir.password);
    await window.page.waitForURL('**/dashboard');
    await window.page.getByRole('heading', { name: 'Edit Docs' }).waitFor();
    expect(await offers(window)).toBe(0);
    await browser.close();
    const { found, journals } = await findIn(
      profile.folder,
      [PHRASE, 'Corvane evacuation'],
      ['General Message', 'Incident name', REGION, MESSAGE],
    );
    expect(found).toEqual([]);
    expect(journals).toBeGreaterThan(0);
  },
);

it('text of a document that somebody has deleted meanwhile is shown, and becomes a new WIP', async ({
  server,
  person,
}) => {
  await person.signIn();
  await person.goto(`/forms/${MESSAGE}`);
  await person.typeInto('incident-name', 'Corvane');
  await person.saveNew('Deleted meanwhile');
  await person.typeInto(REGION, PHRASE);
  await isKept(person, 1);
  const { pathname } = new URL(person.page.url());
  const other = await signedIn(server.origin, demo.administrator);
  expect((await other.get(`/v1/wips/${pathname.split('/').at(-1) ?? ''}/delete`)).status).toBe(200);

  person.page.once('dialog', (dialog) => void dialog.accept());
  await person.page.reload();
  await person.page.getByRole('button', { name: 'Save as a New WIP' }).waitFor();
  expect(await person.page.getByLabel(REGION).inputValue()).toBe(PHRASE);
  await person.press('Save as a New WIP');
  await person.showsRegion(REGION, PHRASE);
  expect(new URL(person.page.url()).pathname).not.toBe(pathname);
  await isKept(person, 0);
});
