import { describe, expect } from 'vitest';
import { it as test } from '../app-test.ts';
import { serve } from '../served.ts';
import type { AppWindow } from '../windows.ts';

/** `open` signs a user in and opens a template that has this HTML. */
const it = test.extend('open', ({ person }) =>
  async (html: string): Promise<void> => {
    await person.page
      .context()
      .route('https://elsewhere.example/**', (route) =>
        route.fulfill({ contentType: 'text/plain', body: 'elsewhere' }),
      );
    await person.signIn();
    await serve(person, () => html);
    await person.follow(/^New: General Message/);
    await person.document.locator('#a').waitFor();
  });
const LINKED =
  '<p class="editable" id="a">x</p><a href="https://elsewhere.example/top" target="_top">top</a> <a href="https://elsewhere.example/tab">tab</a>';
const link = (person: AppWindow, name: string) => person.document.getByRole('link', { name });

describe('links of a document', () => {
  it('one that does not take the page after all leaves the browser asking', async ({ person, open }) => {
    const { page } = person;
    await open(LINKED);
    await page.context().route('https://elsewhere.example/top', (route) => route.fulfill({ status: 204 }));
    await person.typeInto('a', '!');
    await link(person, 'top').click();
    const answered = page.waitForEvent('response', (response) => response.url() === 'https://elsewhere.example/top');
    await person.press('Leave');
    await answered;
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await person.showsRegion('a', 'x!');
  });

  it('without changes it follows at once; another tab has no way back to us', async ({ person, open }) => {
    const { page } = person;
    await open(LINKED);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link(person, 'tab').click()]);
    await tab.waitForURL('https://elsewhere.example/tab');
    expect(await tab.evaluate(() => window.opener === null && document.referrer === '')).toBe(true);
    await link(person, 'top').click();
    await page.waitForURL('https://elsewhere.example/top');
  });

  it('an address that does not stand in the document is shown in full and asked about', async ({ person, open }) => {
    const { page } = person;
    await open(
      '<p class="editable" id="a">x</p><a id="made">made</a><script>made.href="https://elsewhere.exam"+"ple/?taken="+"words"</script>',
    );
    await link(person, 'made').click();
    await person.sees('https://elsewhere.example/?taken=words');
    await person.press('Cancel');
    expect(page.context().pages()).toHaveLength(1);
    await link(person, 'made').click();
    const [tab] = await Promise.all([page.context().waitForEvent('page'), person.press('Open')]);
    await tab.waitForURL('https://elsewhere.example/?taken=words');
  });
});

it('a document cannot take the keyboard from a question', async ({ person, open }) => {
  const { page } = person;
  await open(
    '<p class="editable" id="a">x</p><label id="label">Take <input id="thief"></label><script>setInterval(()=>{label.click();thief.dataset.tries=1+Number(thief.dataset.tries||0)},20)</script>',
  );
  await person.press(/^Save/);
  const name = page.getByRole('textbox', { name: /^Form Name/ });
  await name.waitFor();
  // A hidden document cannot take the focus again.
  await page.locator('[data-document][hidden]').waitFor({ state: 'attached' });
  await name.pressSequentially('Held fast', { delay: 30 });
  expect(await name.inputValue()).toBe('Held fast');
  await person.press('Cancel');
  await person.document.locator('#thief').waitFor();
  expect(await person.document.locator('#thief').inputValue()).toBe('');
});
