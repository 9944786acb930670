import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { demo, signedIn } from '#tests/support/person.ts';
import catalogue from '../../../templates/catalogue.json' with { type: 'json' };
import { isFull } from '../../../tools/test/suites.ts';
import { profileIt as it } from '../app-test.ts';
import { isKept, isKeptWhole } from './killed-browser.ts';
import { type AppWindow, writer } from '../windows.ts';

const MESSAGE = catalogue.find(({ name }) => name === 'General Message')?.uuid ?? '';
const REGION = 'message-text';
const PHRASE = 'Helicopter down at Corvane Ridge';
const FIELD = 'Corvane evacuation';
const amir = { username: 'amir', password: 'ready-demo-3' };

/** Types the phrase into a new General Message. @returns number of its bytes on the disk */
async function typed(person: AppWindow): Promise<number> {
  await person.goto(`/forms/${MESSAGE}`);
  await person.typeInto(REGION, PHRASE);
  await isKept(person, 1);
  // All of it, and not only the text of the first write.
  await person.sees('Unsaved (kept on this device)');
  return isKept(person, 1);
}

/** Logs out of an editor, which asks about the text. */
async function logOut(person: AppWindow, answer: string): Promise<void> {
  await person.press('Logout');
  await person.press('Leave');
  await person.page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${answer}`) })
    .click();
  await person.page.getByRole('link', { name: 'Login' }).waitFor();
}

/** Signs in on the sign-in page, and finds no unsaved text on the dashboard. */
async function findsNothing(person: AppWindow, user: { username: string; password: string }): Promise<void> {
  await person.fillSignIn(user.username, user.password);
  await person.page.waitForURL('**/dashboard');
  await person.page.getByRole('heading', { name: 'Edit Docs' }).waitFor();
  expect(await person.page.getByText(/^(Not saved|Unsaved|\d+ unsaved)/).count()).toBe(0);
}

/** Finds the files in a profile that contain one of these texts, in either of a browser's encodings. */
async function findIn(folder: string, texts: readonly string[]) {
  // The browser's history contains the names of pages; the files with unsaved text must not.
  const ofJournal = ['General Message', 'Incident name', REGION, MESSAGE];
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

it.for(isFull ? ['a kill', 'Keep', 'Delete'] : ['Delete'])(
  "another person of the profile finds not a word of it, nor a title, in the browser's files, after %s",
  async (end, { server, profile }) => {
    const browser = await profile.start();
    const window = await browser.blank();
    await window.goto(`${server.origin}/login`);
    await window.fillSignIn(writer.username, writer.password);
    await window.page.waitForURL('**/dashboard');
    await window.goto(`${server.origin}/forms/${MESSAGE}`);
    await window.typeInto(REGION, PHRASE);
    await isKept(window, 1, PHRASE.length);
    if (end === 'a kill') await browser.kill();
    else {
      // As a field of a form, whose values browsers tend to store.
      const field = window.page.getByRole('textbox', { name: 'Incident name incident-name', exact: true });
      await expect
        .poll(async () => {
          await window.page.getByRole('radio', { name: 'Attributes' }).click();
          return field.count();
        })
        .toBe(1);
      await field.fill(FIELD);
      await isKept(window, 1, PHRASE.length + FIELD.length);
      await logOut(window, end);
      await window.follow('Login');
      await findsNothing(window, amir);
      await browser.close();
    }
    const { found, journals } = await findIn(profile.folder, [PHRASE, FIELD]);
    expect(found).toEqual([]);
    // It is stored: the searched files include those that contain it.
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
  await isKeptWhole(person);
  const { pathname } = new URL(person.page.url());
  const other = await signedIn(server.origin, demo.administrator);
  expect((await other.get(`/v1/wips/${person.wip}/delete`)).status).toBe(200);

  person.page.once('dialog', (dialog) => void dialog.accept());
  await person.page.reload();
  await person.page.getByRole('button', { name: 'Save as a New WIP' }).waitFor();
  expect(await person.page.getByLabel(REGION).inputValue()).toBe(PHRASE);
  await person.press('Save as a New WIP');
  await person.showsRegion(REGION, PHRASE);
  expect(new URL(person.page.url()).pathname).not.toBe(pathname);
  await isKept(person, 0);
});

it('of two tabs with one document one keeps its text, the other is told, and follows it', async ({ person }) => {
  await person.signIn();
  const bytes = await typed(person);
  const second = await person.sibling();
  await second.goto(`/forms/${MESSAGE}`);
  await second.sees(/^This document is open in another tab/);
  await second.typeInto('incident-name', 'In the second tab');
  await person.page.close();
  // Both texts are stored: the first one's is offered, the second one's is on the disk beside it.
  await second.sees(/^1 unsaved change from/);
  expect(await second.page.getByText(/^This document is open in another tab/).count()).toBe(0);
  await isKept(second, 1, bytes + 'In the second tab'.length);
  await second.press('Restore');
  await second.showsRegion(REGION, PHRASE);
  await second.showsRegion('incident-name', 'In the second tab');
});
