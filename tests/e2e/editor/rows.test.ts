import { expect } from 'vitest';
import { inFull } from '../../../tools/test/suites.ts';
import { it } from '../app-test.ts';
import { isKept, isKeptWhole } from './killed-browser.ts';
import { serve } from '../served.ts';
import type { AppWindow, Windows } from '../windows.ts';

/** Amir, with another user's document open. */
async function amirAt({ page }: AppWindow, windows: Windows): Promise<AppWindow> {
  const { origin, pathname } = new URL(page.url());
  const amir = await windows.open(origin);
  await amir.signIn({ username: 'amir', password: 'ready-demo-3' });
  await amir.goto(pathname);
  return amir;
}

it('rows that a document adds are saved, loaded, submitted, and shown in the archive, on the wall and on paper', async ({
  person: writer,
}) => {
  const { page } = writer;
  await page.context().exposeFunction('takePaper', (text: string) => papers.push(text));
  const papers: string[] = [];
  await page.context().addInitScript(() => {
    window.print = () => (Reflect.get(window, 'takePaper') as (text: string) => void)(document.body.innerText);
  });
  await writer.signIn();
  await writer.follow(/^New: Activity Log/);
  const add = writer.document.getByRole('button', { name: 'Add row' });
  await add.click();
  await writer.typeInto('log-21-activity', 'First <b>row</b> & "more"');
  await add.click();
  await writer.typeInto('log-22-activity', 'Second row');
  await writer.press('Print');
  await expect.poll(() => papers.join(), { timeout: 60_000 }).toMatch(/First <b>row<\/b> & "more"[^]*Second row/);

  await writer.saveNew('With rows');
  await page.reload();
  await writer.showsRegion('log-21-activity', 'First <b>row</b> & "more"');
  await writer.showsRegion('log-22-activity', 'Second row');
  await writer.isClean();
  await writer.typeInto('log-22-activity', ', changed');
  await writer.save();
  await writer.submit();

  const wall = await writer.sibling();
  await wall.goto(`/wip-dashboard/${writer.wip}`);
  await wall.showsRegion('log-21-activity', 'First <b>row</b> & "more"');
  await wall.showsRegion('log-22-activity', 'Second row, changed');
  expect(await wall.document.getByRole('textbox').count()).toBe(0);

  await writer.goto('/archives');
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Activity Log', exact: true }).click();
  await page.getByRole('combobox', { name: 'WIP' }).selectOption({ label: 'With rows' });
  await writer.press(/^View Content/);
  await writer.showsRegion('log-22-activity', 'Second row, changed');
  // Escape closes the archive from inside its document too. Chromium may never answer for a key whose frame has gone.
  await writer.document.locator('#log-22-activity').click();
  await Promise.race([page.keyboard.press('Escape'), page.getByRole('dialog').waitFor({ state: 'detached' })]);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it("a document's own function that never gives the keyboard back: a notice, and nothing else is lost", async ({
  person: writer,
}) => {
  await writer.signIn();
  const script = '<script>window.getNewAttributes=()=>{for(;;);}</script>';
  await serve(writer, (html) => html.replace('</body>', `${script}</body>`));
  await writer.follow(/^New: General Message/);
  await writer.typeInto('incident-name', 'Kept');
  await writer.press(/^Save/);
  await writer.page.getByRole('textbox', { name: /^Form Name/ }).fill('Without rows');
  await writer.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await writer.sees(/^The document did not answer. What was typed into it last/);
  await writer.page.waitForURL(/\/wips\//);
  await writer.page.reload();
  await writer.showsRegion('incident-name', 'Kept');
});

it('rows that another user saves leave the keyboard to who is typing, and come with their next save', async ({
  windows,
  person: dana,
}) => {
  await dana.signIn();
  await dana.follow(/^New: Activity Log/);
  await dana.typeInto('incident-name', 'Corvane');
  await dana.saveNew('Rows beside typing');
  const amir = await amirAt(dana, windows);
  await amir.typeInto('incident-name', ' Ridge');
  await dana.document.getByRole('button', { name: 'Add row' }).click();
  await dana.typeInto('log-21-activity', 'Pump 4 out');
  await dana.typeInto('log-1-activity', 'Briefing');
  await dana.save();
  await amir.showsRegion('log-1-activity', 'Briefing');
  await amir.page.keyboard.type(' Fire');
  await amir.showsRegion('incident-name', 'Corvane Ridge Fire');
  await amir.save();
  await amir.showsRegion('log-21-activity', 'Pump 4 out');
  await dana.showsRegion('incident-name', 'Corvane Ridge Fire');
  await dana.showsRegion('log-21-activity', 'Pump 4 out');
  await amir.page.context().close();
});

inFull(it)(
  'a row that is added while the document with rows of somebody else is still on its way stays, and is asked about',
  async ({ windows, person: dana }) => {
    await dana.signIn();
    await dana.follow(/^New: Activity Log/);
    await dana.saveNew('Rows of two');
    const amir = await amirAt(dana, windows);
    await amir.document.getByRole('button', { name: 'Add row' }).click();
    await amir.typeInto('log-21-activity', 'Pump 4 out');

    // The frame for a newer document is held up on its line.
    const held = Promise.withResolvers<void>();
    let frames = 0;
    await dana.page.route('**/frame.html*', async (route) => {
      frames += 1;
      await held.promise;
      await route.continue();
    });
    await amir.save();
    await dana.typeInto('incident-name', 'Corvane');
    await dana.save();
    await expect.poll(() => frames).toBe(1);
    const shown = dana.page.locator('iframe').first().contentFrame();
    await shown.getByRole('button', { name: 'Add row' }).click();
    await shown.locator('#log-21-activity').click();
    await dana.page.keyboard.type('Crew 7 relieved');
    await dana.isDirty();
    expect(await dana.page.locator('iframe').count()).toBe(1);
    held.resolve();

    await dana.press(/^Save/);
    const question = dana.page.getByRole('dialog', { name: /^Somebody else changed the same field/ });
    for (const text of [/Pump 4 out/, /Crew 7 relieved/]) await question.getByText(text).first().waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await dana.showsRegion('log-21-activity', 'Crew 7 relieved');
    await dana.isDirty();
    await amir.page.context().close();
  },
);

inFull(it)(
  'a row that somebody else has changed since shows their text after a save, and the next save leaves it',
  async ({ windows, person: dana }) => {
    await dana.signIn();
    await dana.follow(/^New: Activity Log/);
    await dana.document.getByRole('button', { name: 'Add row' }).click();
    await dana.typeInto('log-21-activity', 'Pump out');
    await dana.saveNew('One row of two');
    const amir = await amirAt(dana, windows);
    await amir.typeInto('log-21-activity', ', crew sent');
    await amir.save();

    await dana.typeInto('incident-name', 'Corvane');
    await dana.save();
    await dana.showsRegion('log-21-activity', 'Pump out, crew sent');
    await dana.isClean();
    await dana.typeInto('incident-name', ' Ridge');
    await dana.save();
    await amir.page.reload();
    await amir.showsRegion('incident-name', 'Corvane Ridge');
    await amir.showsRegion('log-21-activity', 'Pump out, crew sent');
    await amir.page.context().close();
  },
);

it('rows that nobody has saved stay unsaved while their document is gone, and are in it again when it is back by itself', async ({
  person: dana,
}) => {
  const add = dana.document.getByRole('button', { name: 'Add row' });
  await dana.signIn();
  await dana.follow(/^New: Activity Log/);
  await add.click();
  await dana.typeInto('log-21-activity', 'Pump out');
  await dana.saveNew('Answers no more');
  await dana.typeInto('log-21-activity', ', crew sent');
  await add.click();
  await dana.typeInto('log-22-activity', 'Crew 7 relieved');
  await isKeptWhole(dana);
  await dana.document.locator('body').evaluate(() => window.location.reload());
  await dana.press(/^Save/);
  await dana.sees(/^The document did not answer/);
  await dana.isDirty();
  await dana.showsRegion('log-21-activity', 'Pump out, crew sent');
  await dana.showsRegion('log-22-activity', 'Crew 7 relieved');
  await dana.save();
  await isKept(dana, 0);
  await dana.page.reload();
  await dana.showsRegion('log-21-activity', 'Pump out, crew sent');
  await dana.showsRegion('log-22-activity', 'Crew 7 relieved');
  await dana.isClean();
  expect(await dana.page.getByText(/^\d+ unsaved/).count()).toBe(0);
});
