import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { it } from '../app-test.ts';
import { PATIENCE } from '../windows.ts';

const REPORT = join(import.meta.dirname, '../../documents/corpus/seen/accident-report.html');
/** The document without the marks of the corpus, with a title and a script that clicks without a user. */
const source = (await readFile(REPORT, 'utf8'))
  .replace(/⟦[^|⟦⟧]+\||⟧/g, '')
  .replace(
    '</head>',
    '<title>Accident report</title><script>setInterval(() => document.querySelector("i")?.click(), 50)</script></head>',
  );

it('a Word export without regions: its blanks are found, one is taken off, one renamed, one more pressed; previewed, published, filled in', async ({
  server,
  admin,
  person: writer,
}) => {
  const { page } = admin;
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const inDocument = page.locator('iframe').contentFrame();
  await writer.signIn({ username: 'dana', password: 'ready-demo-2' });
  await admin.goto(`${server.origin}/templates`);
  await button('New Template').click(PATIENCE);
  const upload = { name: 'accident-report.html', mimeType: 'text/html', buffer: Buffer.from(source) };
  await page.getByLabel('File of the template').setInputFiles(upload);
  await page.getByText('This file has no places to fill in yet.').waitFor(PATIENCE);
  await button('Find Them').click(PATIENCE);
  await page.getByText('19 marked. 19 blanks found.').waitFor(PATIENCE);

  // One is removed by the keyboard, and Undo restores it; then it is removed again.
  await box('Ward').press('Space', PATIENCE);
  await page.getByText('18 marked.').waitFor(PATIENCE);
  await button('Undo').click(PATIENCE);
  await page.getByText('19 marked.').waitFor(PATIENCE);
  await box('Ward').uncheck(PATIENCE);
  // Arrow keys go through the list, where a place gets another name.
  await box('Signed').focus(PATIENCE);
  await page.keyboard.press('ArrowDown');
  await page.getByLabel('Name of Dated').fill('Day of the signature', PATIENCE);
  await page.keyboard.press('Enter');
  await page.getByText('day-of-the-signature').waitFor(PATIENCE);
  // A text that is no blank is marked by a press on it in the document; the script's own press was none.
  await page.getByText('18 marked.').waitFor(PATIENCE);
  await inDocument.getByText('To be completed by the supervisor').click(PATIENCE);
  await page.getByText('19 marked.').waitFor(PATIENCE);

  await button('Preview').click(PATIENCE);
  const tried = page.getByRole('dialog').locator('iframe').contentFrame();
  await tried.getByRole('textbox', { name: 'Exact location' }).fill('Hall 3', PATIENCE);
  await button('Close').click(PATIENCE);
  await button('Use These Marks').click(PATIENCE);
  await page.getByText('accident-report.html: 1 document, ready to be published.').waitFor(PATIENCE);
  await button('Publish').click(PATIENCE);
  await page.getByText('Accident report is published.').waitFor(PATIENCE);

  await writer.goto(`${server.origin}/dashboard`);
  await writer.page.getByRole('link', { name: 'New: Accident report' }).click(PATIENCE);
  const form = writer.page.locator('iframe').contentFrame();
  for (const [id, text] of [
    ['exact-location', 'Hall 3, by the press'],
    ['day-of-the-signature', '26 Nov'],
  ]) {
    // A press, as a person does: a document that has just opened puts the keyboard into its first region until there is one.
    await form.locator(`#${id}`).click(PATIENCE);
    await writer.page.keyboard.type(text ?? '');
  }
  expect(await form.locator('#ward').count()).toBe(0);
  await writer.saveNew('Hall 3');
  await writer.page.waitForURL(/\/wips\//, PATIENCE);
  await writer.page.reload();
  expect(await form.locator('#exact-location').textContent(PATIENCE)).toBe('Hall 3, by the press');
});
