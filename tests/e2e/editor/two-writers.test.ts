import { expect } from 'vitest';
import { it } from '../app-test.ts';
import type { AppWindow } from '../windows.ts';

/** Reloads the page, and finds the host's text. */
async function hostHas(person: AppWindow, region: string, text: string): Promise<void> {
  await person.page.reload();
  await person.showsRegion(region, text);
}

/** A region changed by another user is marked in the document, which stays unchanged, and the keyboard can move there; until it is marked as seen. */
async function isMarked({ page, document }: AppWindow, region: string): Promise<void> {
  const [mark, line] = [document.locator('.label'), page.getByText(/^1 region was changed by /)];
  await line.waitFor();
  await mark.getByText(/^changed by /).waitFor();
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
  await dana.signIn();
  await dana.follow(/^New: General Message/);
  await dana.typeInto('incident-name', 'Corvane');
  await dana.saveNew('Two writers');
  await amir.signIn({ username: 'amir', password: 'ready-demo-3' });
  await amir.goto(new URL(dana.page.url()).pathname);
  await amir.showsRegion('incident-name', 'Corvane');

  await dana.typeInto('message-text', 'Road closed.');
  await dana.sees('Unsaved (kept on this device)');
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
  await dana.press(/^Save/);
  const sheet = dana.page.getByRole('dialog', { name: /^Somebody else changed the same field/ });
  for (const text of ['Corvane', 'Corvane River']) await sheet.getByText(text, { exact: true }).waitFor();
  await sheet.getByRole('button', { name: 'Keep all mine' }).click();
  // A version newer than the answered one causes another question.
  await amir.typeInto('incident-name', ' Delta');
  await amir.save();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.getByText('Corvane River Delta', { exact: true }).waitFor();
  await sheet.getByLabel('My text').fill('Corvane Ridge and River Delta');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await dana.seesSuccess('save');
  await hostHas(amir, 'incident-name', 'Corvane Ridge and River Delta');
  await amir.page.context().close();
});
