import { expect } from 'vitest';
import { it } from './app-test.ts';
import type { AppWindow } from './windows.ts';

const SHEET = 'Somebody else changed the same';
const AMIR = { username: 'amir', password: 'ready-demo-3' } as const;

/** Dana makes a document, and both have it open. */
async function bothAt(dana: AppWindow, amir: AppWindow, name: string): Promise<void> {
  await dana.signIn();
  await dana.follow(/^New: General Message/);
  await dana.typeInto('incident-name', 'Corvane');
  await dana.saveNew(name);
  await amir.signIn(AMIR);
  await amir.goto(new URL(dana.page.url()).pathname);
  await amir.showsRegion('incident-name', 'Corvane');
}

const sheetOf = ({ page }: AppWindow) => page.getByRole('dialog', { name: SHEET });

/** Saves, and is asked. */
async function isAsked(person: AppWindow): Promise<void> {
  await person.press(/^Save/);
  await sheetOf(person).waitFor();
}

const saveChoice = (person: AppWindow) => sheetOf(person).getByRole('button', { name: 'Save' }).click();

/** What the host has, as somebody sees it who opens the document now. */
async function hostHas(person: AppWindow, region: string, text: string): Promise<void> {
  await person.page.reload();
  await person.showsRegion(region, text);
}

/** A region that somebody else has changed is marked in the document, which stays as it is, and the keyboard can go there; until it is said that it was seen. */
async function isMarked({ page, document }: AppWindow, region: string): Promise<void> {
  const [mark, line] = [document.locator('.label'), page.getByText(/^1 region was changed by /)];
  await line.waitFor();
  await mark.getByText(/^changed by /).waitFor();
  await page.emulateMedia({ media: 'print' });
  await mark.waitFor({ state: 'hidden' });
  await page.emulateMedia({ media: 'screen' });
  const marked = document.locator(`[id="${region}"]`);
  expect(await marked.getAttribute('aria-description')).toMatch(/^changed by /);
  await line.getByRole('button').press('Enter');
  await expect.poll(() => marked.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Mark as Seen' }).click();
  await mark.waitFor({ state: 'detached' });
  expect(await marked.getAttribute('aria-description')).toBeNull();
}

it('two people: other regions merge, of the same region it is asked, and neither loses a word', async ({
  server,
  windows,
  person: dana,
}) => {
  const amir = await windows.open(server.origin);
  await bothAt(dana, amir, 'Two writers');

  await dana.typeInto('message-text', 'Road closed.');
  await dana.sees('Not saved, kept on this computer');
  await amir.typeInto('message-subject', 'Roads');
  await dana.save();
  await dana.page.getByText(/^Saved \d/).waitFor();
  await amir.save();
  await amir.showsRegion('message-text', 'Road closed.');
  await isMarked(amir, 'message-text');
  await hostHas(dana, 'message-subject', 'Roads');
  await dana.document.locator('.label').waitFor({ state: 'detached' });

  await dana.typeInto('incident-name', ' Ridge');
  await amir.typeInto('incident-name', ' River');
  await amir.save();
  await isAsked(dana);
  const question = sheetOf(dana).getByRole('group');
  for (const text of ['Corvane', 'Corvane River']) await question.getByText(text, { exact: true }).waitFor();
  expect(await question.getByLabel('My text').inputValue()).toBe('Corvane Ridge');
  await dana.press('Cancel');
  await dana.showsRegion('incident-name', 'Corvane Ridge');
  await dana.isDirty();

  // A newer one than the one that was answered is asked about anew.
  await isAsked(dana);
  await sheetOf(dana).getByRole('button', { name: 'All Mine' }).click();
  await amir.typeInto('incident-name', ' Delta');
  await amir.save();
  await saveChoice(dana);
  await question.getByText('Corvane River Delta', { exact: true }).waitFor();
  await sheetOf(dana).getByRole('button', { name: 'All Theirs' }).click();
  await saveChoice(dana);
  await dana.seesSuccess('save');
  await dana.showsRegion('incident-name', 'Corvane River Delta');
  await hostHas(amir, 'incident-name', 'Corvane River Delta');

  await amir.typeInto('incident-name', '!');
  await dana.typeInto('incident-name', '?');
  await dana.save();
  await isAsked(amir);
  await sheetOf(amir).getByLabel('My text').fill('Corvane River Delta?!');
  await saveChoice(amir);
  await amir.seesSuccess('save');
  await hostHas(dana, 'incident-name', 'Corvane River Delta?!');
  await amir.page.context().close();
});

it('a save that waited for the network is sent when it is back, and asks where somebody was quicker', async ({
  server,
  windows,
  person: dana,
}) => {
  const amir = await windows.open(server.origin);
  await bothAt(dana, amir, 'One without network');
  // Dana's computer loses the network between her key and her save: it is sent again, and meets what Amir has saved.
  await dana.page.context().setOffline(true);
  await dana.typeInto('incident-name', ' Ridge');
  await dana.press(/^Save/);
  await dana.sees('Not saved: no connection. Trying again');
  await amir.typeInto('incident-name', ' River');
  await amir.save();
  await dana.page.context().setOffline(false);
  await sheetOf(dana).waitFor();
  await sheetOf(dana).getByRole('button', { name: 'All Mine' }).click();
  await saveChoice(dana);
  await dana.seesSuccess('save');
  await hostHas(amir, 'incident-name', 'Corvane Ridge');
  await amir.page.context().close();
});

it('a document that somebody has deleted goes on as a new WIP, with every word', async ({
  server,
  windows,
  person: dana,
}) => {
  const amir = await windows.open(server.origin);
  await bothAt(dana, amir, 'One that is deleted');
  const before = dana.wip;
  await dana.typeInto('message-text', 'Road closed.');
  await amir.press('Delete');
  await amir.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await amir.page.waitForURL('**/open-wip/**');
  await dana.press(/^Save/);
  await dana.sees(/What stands here is not lost/);
  await dana.showsRegion('message-text', 'Road closed.');
  await dana.press('Save as a New WIP');
  await dana.seesSuccess('save');
  expect(dana.wip).not.toBe(before);
  await dana.page.getByRole('heading', { level: 1, name: 'One that is deleted' }).waitFor();
  // It goes on as any other does, and another person finds it there.
  await dana.typeInto('message-subject', 'Roads');
  await dana.save();
  await amir.goto(new URL(dana.page.url()).pathname);
  await amir.showsRegion('incident-name', 'Corvane');
  await amir.showsRegion('message-text', 'Road closed.');
  await amir.showsRegion('message-subject', 'Roads');
  await amir.page.context().close();
});

it('text that is restored overwrites nobody: it is held against what it was made of', async ({
  server,
  windows,
  person: dana,
}) => {
  const amir = await windows.open(server.origin);
  await bothAt(dana, amir, 'One with text from before');
  await dana.typeInto('incident-name', ' Ridge');
  await dana.typeInto('message-text', 'Road closed.');
  await dana.sees('Not saved, kept on this computer');
  await amir.typeInto('incident-name', ' River');
  await amir.save();
  const restores = async (): Promise<void> => {
    await hostHas(dana, 'incident-name', 'Corvane River');
    await dana.press('Restore');
    await dana.showsRegion('incident-name', 'Corvane Ridge');
    await dana.sees('Not saved, kept on this computer');
  };
  // Twice: what the text was made of outlives a restoring that was not saved either.
  await restores();
  await restores();
  await isAsked(dana);
  const question = sheetOf(dana).getByRole('group');
  await question.getByText('Corvane', { exact: true }).waitFor();
  await question.getByText('Corvane River', { exact: true }).waitFor();
  await sheetOf(dana).getByRole('button', { name: 'All Theirs' }).click();
  await saveChoice(dana);
  await dana.seesSuccess('save');
  await hostHas(amir, 'incident-name', 'Corvane River');
  await amir.showsRegion('message-text', 'Road closed.');
  await amir.page.context().close();
});
