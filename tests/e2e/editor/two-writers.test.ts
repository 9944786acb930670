import { expect } from 'vitest';
import { it } from '../app-test.ts';
import type { AppWindow } from '../windows.ts';

/** Reloads the page, and finds the host's text. */
async function hostHas(person: AppWindow, region: string, text: string): Promise<void> {
  await person.page.reload();
  await person.showsRegion(region, text);
}

/** A region changed by Dana is marked in the document, which stays unchanged, and the keyboard can move there; until it is marked as seen. */
async function isMarked({ page, document }: AppWindow, region: string): Promise<void> {
  const [mark, line] = [document.locator('.label'), page.getByText(/^.?Dana Okafor.? saved at \d/)];
  await line.waitFor();
  await mark.getByText(/^changed by /).waitFor();
  const marked = document.locator(`[id="${region}"]`);
  expect(await marked.getAttribute('aria-description')).toMatch(/^changed by /);
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
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

  const subject = amir.document.locator('[id="message-subject"]');
  const caret = () =>
    subject.evaluate(({ ownerDocument }) => [
      ownerDocument.activeElement?.id,
      ownerDocument.getSelection()?.focusOffset,
      ownerDocument.defaultView?.scrollY,
    ]);
  // Amir has typed in the region before, and saved it: his undo must not bring that text back over Dana's.
  await amir.typeInto('message-text', 'Road open.');
  await amir.save();
  await amir.page.getByText(/^Saved \d/).waitFor();
  await dana.showsRegion('message-text', 'Road open.');
  await dana.document.locator('.label').waitFor();
  await dana.typeInto('message-text', ' Not any more: closed.');
  await dana.sees('Unsaved (kept on this device)');
  await amir.typeInto('message-subject', 'Roads');
  const before = await caret();
  await dana.save();
  await dana.page.getByText(/^Saved \d/).waitFor();
  await amir.showsRegion('message-text', 'Road open. Not any more: closed.');
  expect(await caret()).toEqual(before);
  await amir.page.keyboard.press('ControlOrMeta+z');
  await amir.showsRegion('message-subject', '');
  for (const key of ['ControlOrMeta+z', 'ControlOrMeta+z']) await amir.page.keyboard.press(key);
  await amir.showsRegion('message-text', 'Road open. Not any more: closed.');
  await amir.page.getByText(/^Saved \d/).waitFor();
  await isMarked(amir, 'message-text');
  await amir.typeInto('message-subject', 'Roads');
  await amir.save();
  await dana.showsRegion('message-subject', 'Roads');
  await dana.isClean();

  // Text that is being composed in the region itself stays, though the page does not know of it yet, and is asked about.
  await amir.document.locator('[id="message-subject"]').click();
  await amir.page.keyboard.press('Control+End');
  const client = await amir.page.context().newCDPSession(amir.page);
  await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await dana.typeInto('message-subject', ' closed');
  await dana.save();
  await amir.isDirty();
  await client.send('Input.insertText', { text: '日本' });
  await amir.showsRegion('message-subject', 'Roads日本');
  await amir.press(/^Save/);
  const asked = amir.page.getByRole('dialog', { name: /^Somebody else changed the same field/ });
  await asked.getByText('Roads closed', { exact: true }).waitFor();
  await asked.getByRole('button', { name: 'Use all of theirs' }).click();
  await asked.getByRole('button', { name: 'Save' }).click();
  await amir.seesSuccess('save');
  await hostHas(dana, 'message-subject', 'Roads closed');
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
