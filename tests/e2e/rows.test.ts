import { expect } from 'vitest';
import { it } from './app-test.ts';
import catalogue from '../../templates/catalogue.json' with { type: 'json' };
import { isKeptWhole } from './killed-browser.ts';
import { serve } from './served.ts';

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
  // Escape closes the archive from inside its document too.
  await writer.document.locator('#log-22-activity').click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it.for([
  ['throws', 'window.getNewAttributes=()=>{throw new Error("mine")}'],
  ['never ends', 'window.getNewAttributes=()=>new Promise(()=>{})'],
  ['never gives the keyboard back', 'window.getNewAttributes=()=>{for(;;);}'],
  ['gives nonsense', 'window.getNewAttributes=()=>"rows"'],
])(
  "a document's own function that %s: a notice, and nothing else is lost",
  async ([how, script], { person: writer, complaints }) => {
    await writer.signIn();
    await serve(writer, (html) => html.replace('</body>', `<script>${script}</script></body>`));
    await writer.follow(/^New: General Message/);
    await writer.typeInto('incident-name', 'Kept');
    await writer.press(/^Save/);
    await writer.page.getByRole('textbox', { name: /^Form Name/ }).fill('Without rows');
    await writer.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const isSilent = how === 'never gives the keyboard back';
    await writer.sees(
      isSilent ? /^The document did not answer. Your text is kept/ : /^Rows that you added were not saved/,
    );
    await writer.page.waitForURL(/\/wips\//);
    await writer.page.reload();
    await writer.showsRegion('incident-name', 'Kept');
    // Errors that the document's own script logged are expected.
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('mine')));
  },
);

it('what is chosen in form controls stands in the stored HTML, in the archive and on the wall', async ({
  person: writer,
}) => {
  const { page } = writer;
  // Level 3 may write everything.
  await writer.signIn({ username: 'amir', password: 'ready-demo-3' });
  const uuid = catalogue.find(({ name }) => name === 'Incident Objectives')?.uuid ?? '';
  await writer.goto(`/forms/${uuid}`);
  const choice = writer.document.locator('#site-safety-plan-required');
  await writer.document.locator('#attached-204').check();
  await choice.selectOption({ index: 1 });
  const chosen = await choice.inputValue();
  await writer.isDirty();
  await writer.saveNew('Chosen');
  await writer.submit();
  const { wip } = writer;
  const stored = await page.evaluate(async (id) => (await fetch(`/v1/wips/${id}?html=true`)).text(), wip);
  expect(stored).toMatch(/id=\\"attached-204\\"[^>]*checked|checked[^>]*id=\\"attached-204\\"/);
  expect(stored).toMatch(/<option[^>]* selected/);
  await writer.goto(`/wip-dashboard/${wip}`);
  await choice.waitFor();
  expect(await choice.inputValue()).toBe(chosen);
  expect(chosen).not.toBe('');
  expect(await choice.isDisabled()).toBe(true);
  expect(await writer.document.locator('#attached-204').isChecked()).toBe(true);
  expect(await writer.document.locator('#attached-203').isChecked()).toBe(false);
});

it('a row that is added while the document with rows of somebody else is still on its way stays, and is asked about', async ({
  server,
  windows,
  person: dana,
}) => {
  await dana.signIn();
  await dana.follow(/^New: Activity Log/);
  await dana.saveNew('Rows of two');
  const amir = await windows.open(server.origin);
  await amir.signIn({ username: 'amir', password: 'ready-demo-3' });
  await amir.goto(new URL(dana.page.url()).pathname);
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
  const question = dana.page.getByRole('dialog', { name: 'Somebody else changed the same' });
  for (const text of [/Pump 4 out/, /Crew 7 relieved/]) await question.getByText(text).first().waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dana.showsRegion('log-21-activity', 'Crew 7 relieved');
  await dana.isDirty();
  await amir.page.context().close();
});

it('rows that nobody has saved are in a document again that stopped and is opened anew', async ({ person: dana }) => {
  await dana.signIn();
  await dana.follow(/^New: Activity Log/);
  await dana.typeInto('incident-name', 'Corvane');
  await dana.document.getByRole('button', { name: 'Add row' }).click();
  await dana.typeInto('log-21-activity', 'Pump 4 out');
  await isKeptWhole(dana);
  await dana.document.locator('body').evaluate(() => window.location.reload());
  await dana.press('Reload document');
  await dana.showsRegion('log-21-activity', 'Pump 4 out');
  await dana.showsRegion('incident-name', 'Corvane');
  await dana.isDirty();
  await dana.saveNew('After it stopped');
  await dana.page.reload();
  await dana.showsRegion('log-21-activity', 'Pump 4 out');
  await dana.isClean();
  expect(await dana.page.getByText(/^Not saved: \d/).count()).toBe(0);
});

it('rows that are restored are asked about where somebody else has saved others since', async ({
  server,
  windows,
  person: dana,
}) => {
  await dana.signIn();
  await dana.follow(/^New: Activity Log/);
  await dana.saveNew('Rows since');
  await dana.document.getByRole('button', { name: 'Add row' }).click();
  await dana.typeInto('log-21-activity', 'Crew 7 relieved');
  await isKeptWhole(dana);
  const amir = await windows.open(server.origin);
  await amir.signIn({ username: 'amir', password: 'ready-demo-3' });
  await amir.goto(new URL(dana.page.url()).pathname);
  await amir.document.getByRole('button', { name: 'Add row' }).click();
  await amir.typeInto('log-21-activity', 'Pump 4 out');
  await amir.save();
  await dana.page.reload();
  await dana.showsRegion('log-21-activity', 'Pump 4 out');
  await dana.press('Restore');
  await dana.showsRegion('log-21-activity', 'Crew 7 relieved');
  await dana.press(/^Save/);
  const question = dana.page.getByRole('dialog', { name: 'Somebody else changed the same' });
  for (const text of [/Pump 4 out/, /Crew 7 relieved/]) await question.getByText(text).first().waitFor();
  await amir.page.context().close();
});

it('a row that somebody else has changed since shows their text after a save, and the next save leaves it', async ({
  server,
  windows,
  person: dana,
}) => {
  await dana.signIn();
  await dana.follow(/^New: Activity Log/);
  await dana.document.getByRole('button', { name: 'Add row' }).click();
  await dana.typeInto('log-21-activity', 'Pump out');
  await dana.saveNew('One row of two');
  const amir = await windows.open(server.origin);
  await amir.signIn({ username: 'amir', password: 'ready-demo-3' });
  await amir.goto(new URL(dana.page.url()).pathname);
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
});

it('rows that a document does not list at one save, and has listed before, stay unsaved, and take none from the host', async ({
  person: dana,
  complaints,
}) => {
  await dana.signIn();
  const failing =
    'const own = getNewAttributes; getNewAttributes = () => { if (window.fails) throw new Error("mine"); return own(); }';
  await serve(dana, (html) => html.replace('</body>', `<script>${failing}</script></body>`));
  await dana.follow(/^New: Activity Log/);
  const add = dana.document.getByRole('button', { name: 'Add row' });
  await add.click();
  await dana.typeInto('log-21-activity', 'Pump out');
  await dana.saveNew('Listed before');
  await add.click();
  await dana.typeInto('log-22-activity', 'Crew 7 relieved');
  await isKeptWhole(dana);
  const fails = (isFailing: boolean): Promise<unknown> =>
    dana.document.locator('body').evaluate((_, value) => Reflect.set(window, 'fails', value), isFailing);
  await fails(true);
  await dana.press(/^Save/);
  await dana.sees(/^Rows that you added were not saved/);
  await dana.isDirty();
  const stored = await dana.page.evaluate(async (id) => (await fetch(`/v1/wips/${id}?html=true`)).text(), dana.wip);
  expect(stored).toContain('Pump out');
  await fails(false);
  await dana.save();
  await dana.isClean();
  await dana.page.reload();
  await dana.showsRegion('log-21-activity', 'Pump out');
  await dana.showsRegion('log-22-activity', 'Crew 7 relieved');
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('mine')));
});

it('what was typed in a row of a document that does not answer any more stays unsaved', async ({ person: dana }) => {
  await dana.signIn();
  await dana.follow(/^New: Activity Log/);
  await dana.document.getByRole('button', { name: 'Add row' }).click();
  await dana.typeInto('log-21-activity', 'Pump out');
  await dana.saveNew('Answers no more');
  await dana.typeInto('log-21-activity', ', crew sent');
  await dana.document.locator('body').evaluate(() => window.location.reload());
  await dana.page.getByText('The document stopped responding.').waitFor();
  await dana.press(/^Save/);
  await dana.sees(/^The document did not answer/);
  await dana.isDirty();
  await dana.press('Reload document');
  await dana.showsRegion('log-21-activity', 'Pump out, crew sent');
  await dana.save();
  await dana.page.reload();
  await dana.showsRegion('log-21-activity', 'Pump out, crew sent');
});
