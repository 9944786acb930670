import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { serve } from './served.ts';
import { type AppWindow, openBrowser, type Windows } from './windows.ts';

let server: TestServer;
let windows: Windows;
let person: AppWindow;

beforeAll(async () => {
  [server, windows] = await Promise.all([startServer(), openBrowser()]);
});
afterAll(async () => {
  await windows.close();
  await server.stop();
});
beforeEach(async () => {
  person = await windows.open(server.origin);
  await person.page
    .context()
    .route('https://elsewhere.example/**', (route) => route.fulfill({ contentType: 'text/plain', body: 'elsewhere' }));
  await person.signIn();
});
afterEach(async () => {
  expect(windows.complaints.splice(0)).toEqual([]);
  await person.page.context().close();
});

const open = async (html: string): Promise<void> => {
  await serve(person, () => html);
  await person.follow(/^New: General Message/);
  await person.document.locator('#a').waitFor();
};
const LINKED =
  '<p class="editable" id="a">x</p><a href="https://elsewhere.example/top" target="_top">top</a> <a href="https://elsewhere.example/tab">tab</a>';
const link = (name: string) => person.document.getByRole('link', { name });

describe('links of a document', () => {
  it('one that takes the place of the page asks first while there are unsaved changes', async () => {
    const { page } = person;
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await open(LINKED);
    await person.typeInto('a', '!');
    const here = page.url();
    await link('top').click();
    await person.sees('Leave without saving?');
    await person.press('Stay');
    await person.showsRegion('a', 'x!');
    expect(page.url()).toBe(here);
    await link('top').click();
    await person.press('Leave');
    await page.waitForURL('https://elsewhere.example/top');
    // The person was asked once, not again by the browser.
    expect(asked).toEqual([]);
  });

  it('without changes it follows at once; another tab has no way back to us', async () => {
    const { page } = person;
    await open(LINKED);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link('tab').click()]);
    await tab.waitForURL('https://elsewhere.example/tab');
    expect(await tab.evaluate(() => window.opener === null && document.referrer === '')).toBe(true);
    await link('top').click();
    await page.waitForURL('https://elsewhere.example/top');
  });

  it('an address that does not stand in the document is shown in full and asked about', async () => {
    const { page } = person;
    await open(
      '<p class="editable" id="a">x</p><a id="made">made</a><script>made.href="https://elsewhere.exam"+"ple/?taken="+"words"</script>',
    );
    await link('made').click();
    await person.sees('https://elsewhere.example/?taken=words');
    await person.press('Cancel');
    expect(page.context().pages()).toHaveLength(1);
    await link('made').click();
    const [tab] = await Promise.all([page.context().waitForEvent('page'), person.press('Open')]);
    await tab.waitForURL('https://elsewhere.example/?taken=words');
  });
});

it('a document cannot take the keyboard from a question', async () => {
  const { page } = person;
  await open(
    '<p class="editable" id="a">x</p><input id="thief"><script>setInterval(()=>{thief.focus();thief.dataset.tries=1+Number(thief.dataset.tries||0)},20)</script>',
  );
  await person.press(/^Save/);
  const name = page.getByRole('textbox', { name: /^Form Name/ });
  await name.waitFor();
  // Out of sight it cannot grab any more.
  await page.locator('[data-document][hidden]').waitFor({ state: 'attached' });
  await name.pressSequentially('Held fast', { delay: 30 });
  expect(await name.inputValue()).toBe('Held fast');
  await person.press('Cancel');
  await person.document.locator('#thief').waitFor();
  expect(await person.document.locator('#thief').inputValue()).toBe('');
});
