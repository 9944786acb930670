import { expect } from 'vitest';
import { it } from './app-test.ts';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { arrived, watchPrinter } from './printer.ts';
import type { AppWindow } from './windows.ts';

const PRINT_FRAME = '**/frame.html?print=1';

async function openMessage(writer: AppWindow): Promise<void> {
  await writer.signIn();
  await writer.follow(/^New: General Message/);
  await writer.document.locator('#incident-name').waitFor();
}

it('prints the document as it is: a blank copy, a draft that says so, an archive, and each pane of a wall', async ({
  person: writer,
}) => {
  const { page } = writer;
  const sheets = await watchPrinter(writer);
  await openMessage(writer);
  await writer.press('Print');
  await arrived(sheets, 1);
  expect(sheets.at(-1)).toEqual({ name: '', rows: 0, note: null, foot: null });

  await writer.typeInto('incident-name', 'Corvane');
  await page.keyboard.press('Control+p');
  await arrived(sheets, 2);
  expect(sheets.at(-1)).toEqual({ name: 'Corvane', rows: 0, note: 'Draft, not saved - not submitted', foot: null });
  // The print frame is removed again.
  await expect.poll(() => page.locator('iframe').count()).toBe(1);

  await writer.saveNew('On paper');
  await page.locator('body').press('Control+p');
  await arrived(sheets, 3);
  expect(sheets.at(-1)?.note).toBe('Draft - not submitted');
  await writer.submit();
  const template = /\/forms\/([^/]+)/.exec(page.url())?.[1] ?? '';

  await writer.goto(`/wip-dashboard/${writer.wip}`);
  await writer.showsRegion('incident-name', 'Corvane');
  await writer.press('Print On paper');
  await arrived(sheets, 4);
  await page.locator('body').press('Control+p');
  await arrived(sheets, 5);
  await writer.goto(`/template-dashboard/${template}`);
  await writer.showsRegion('incident-name', 'Corvane');
  await writer.press('Print On paper');
  await arrived(sheets, 6);
  await writer.goto(`/multiple-dashboard/${template}/${template}`);
  await expect.poll(() => page.getByRole('button', { name: 'Print On paper' }).count(), { timeout: 60_000 }).toBe(2);
  await page.getByRole('button', { name: 'Print On paper' }).last().click();
  await arrived(sheets, 7);

  await writer.goto('/archives');
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'General Message', exact: true }).click();
  await page.getByRole('combobox', { name: 'WIP' }).selectOption({ label: 'On paper' });
  await writer.press(/^View Content/);
  await writer.showsRegion('incident-name', 'Corvane');
  await writer.press('Print');
  await arrived(sheets, 8);
  for (const sheet of sheets.slice(3)) expect(sheet).toEqual({ name: 'Corvane', rows: 0, note: null, foot: null });
});

it('says that nothing was printed, and prints when it is asked again', async ({ person: writer }) => {
  const { page } = writer;
  const sheets = await watchPrinter(writer);
  await openMessage(writer);
  await writer.typeInto('incident-name', 'Corvane');
  const script = '<script>for (let no = 0; no < 50; no += 1) parent.postMessage(no, "*")</script>';
  const nonsense = { contentType: 'text/html', body: script };
  await page.route(PRINT_FRAME, (route) => route.fulfill(nonsense));
  await writer.press('Print');
  const said = page.getByRole('alert').filter({ hasText: 'The document was not printed' });
  await said.waitFor();
  expect(await page.locator('iframe').count()).toBe(1);
  // The message is visible above the list of regions too, however far the user has scrolled.
  await page.getByRole('radio', { name: 'Attributes' }).click();
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.evaluate(() => window.scrollTo(0, 600));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  expect((await said.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  expect((await said.boundingBox())?.y).toBeLessThan(500);
  await page.unroute(PRINT_FRAME);
  await writer.press('Print');
  await arrived(sheets, 1);
  expect(sheets.at(-1)?.name).toBe('Corvane');
  expect(await said.count()).toBe(0);

  const wall = await writer.sibling();
  await wall.page.route(PRINT_FRAME, (route) => route.fulfill(nonsense));
  await wall.goto(`/template-dashboard/${COMMAND_TEMPLATE_LEFT}`);
  await wall.press(/^Print /);
  const saidThere = wall.page.getByRole('alert').filter({ hasText: 'The document was not printed' });
  await saidThere.waitFor();
  await wall.press('Dismiss');
  expect(await saidThere.count()).toBe(0);
});

it("says on the browser's own print of a page where the document's button is", async ({ person: writer }) => {
  await openMessage(writer);
  const hint = writer.page.getByText('printed by its Print button');
  expect(await hint.isVisible()).toBe(false);
  await writer.page.emulateMedia({ media: 'print' });
  expect(await hint.isVisible()).toBe(true);
  expect(await writer.page.locator('iframe').isVisible()).toBe(false);
});
