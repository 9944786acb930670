import { expect } from 'vitest';
import { zipOf } from '#tests/support/zip.ts';
import { it } from '../app-test.ts';
import { PATIENCE, type AppWindow } from '../windows.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle r="9" cx="9" cy="9"/></svg>';
const WATCH = [
  '<!doctype html><title>Watch log</title><img src="img/logo.svg" alt="Harbour">',
  '<a href="other.html">Other</a><script>try { top.document.title = "taken" } catch { }</script>',
  '<p>Who: <span class="editable" id="who">nobody</span></p><p>Seen: <span class="editable" id="seen">nothing</span></p>',
].join('\n');

type Upload = { name: string; mimeType: string; buffer: Buffer };

const press = ({ page }: AppWindow, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click(PATIENCE);
const says = ({ page }: AppWindow, words: string | RegExp): Promise<void> =>
  page.getByText(words).first().waitFor(PATIENCE);
async function choose({ page }: AppWindow, upload: Upload): Promise<void> {
  await page.getByLabel('File of the template').setInputFiles(upload);
}
const region = ({ page }: AppWindow, id: string) => page.locator('iframe').contentFrame().locator(`#${id}`);

it('a template, from a ZIP with a picture to a document made of it', async ({ server, admin, person: writer }) => {
  const { page } = admin;
  await writer.signIn({ username: 'dana', password: 'ready-demo-2' });
  await admin.goto(`${server.origin}/templates`);
  await press(admin, 'New Template');
  const zip = zipOf({ 'watch/watch-log.html': WATCH, 'watch/img/logo.svg': LOGO });
  await choose(admin, { name: 'watch.zip', mimeType: 'application/zip', buffer: zip });
  await says(admin, 'watch.zip: 1 document, ready to be published.');
  await says(admin, 'Now in the document: watch/img/logo.svg.');
  await says(admin, /: the link to 'other\.html' does nothing by itself/);
  // It is not offered to any user yet.
  await writer.goto(`${server.origin}/home`);
  await writer.sees('Select Base Template');
  expect(await writer.page.getByText('Watch log').count()).toBe(0);

  await press(admin, 'Preview watch-log.html');
  await region(admin, 'who').waitFor(PATIENCE);
  const picture = page.locator('iframe').contentFrame().getByRole('img', { name: 'Harbour' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), PATIENCE).toBe(40);
  // The document runs in the product's own frame, and reaches nothing outside of it.
  expect(await page.title()).not.toBe('taken');
  await press(admin, 'Close');
  await press(admin, 'Publish');
  await says(admin, 'Watch log is published.');

  await writer.goto(`${server.origin}/dashboard`);
  await writer.page.getByRole('link', { name: 'New: Watch log' }).click(PATIENCE);
  await region(writer, 'who').fill('Dana', PATIENCE);
  await writer.saveNew('Monday');
  await writer.page.waitForURL(/\/wips\//, PATIENCE);
});

it('the files of a folder go up with its folders, and those of the system do not', async ({ server, admin }) => {
  const { page } = admin;
  await admin.goto(`${server.origin}/templates`);
  await press(admin, 'New Template');
  await page.evaluate(
    ([watch = '', logo = '']) => {
      const given = [
        ['watch/watch-log.html', watch],
        ['watch/img/logo.svg', logo],
        ['watch/.DS_Store', 'x'],
      ].map(([path = '', text = '']) =>
        Object.defineProperty(new File([text], path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path }),
      );
      const input = document.querySelector<HTMLInputElement>('[aria-label="Folder of the template"]');
      Object.defineProperty(input, 'files', { value: given });
      Object.defineProperty(input, 'value', { value: '', writable: true });
      input?.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [WATCH, LOGO],
  );
  await says(admin, 'watch: 1 document, ready to be published.');
  await says(admin, 'Now in the document: watch/img/logo.svg.');
});
