import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inFull } from '../../../tools/test/suites.ts';
import { it } from '../app-test.ts';
import { serve } from '../served.ts';
import { PATIENCE, type AppWindow } from '../windows.ts';

const view = (person: AppWindow, name: string): Promise<void> => person.page.getByRole('radio', { name }).click();
const many = `<!doctype html><title>Register</title>${Array.from({ length: 20_000 }, (_, n) => `<p class="editable" id="r${n}">Value ${n}</p>`).join('')}`;

const MAP = 'https://example.org/map?at=1';
const LINK_TO_MAP = `${MAP}[Link,window=_top]`;

/** Pastes a text at the caret. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
}

it('two faces of one state: what is written in one stands in the other, by name, with fitting controls', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.follow(/^New: Activity Log/);
  await person.typeInto('log-name', 'In the document');
  await view(person, 'Attributes');
  const name = page.getByRole('textbox', { name: 'Name log-name', exact: true });
  await expect.poll(() => name.inputValue(), PATIENCE).toBe('In the document');
  expect(await page.getByRole('textbox', { name: 'ICS position log-position' }).getAttribute('placeholder')).toBe(
    'Empty',
  );
  await name.press('End');
  // A blank at the end does not belong to the value, but must not be lost while the user types on.
  await name.pressSequentially(', and in the list');
  expect(await name.inputValue()).toBe('In the document, and in the list');
  await paste(page, `${MAP}\n`);
  const question = page.getByRole('dialog', { name: 'Link text' });
  await question.getByRole('button', { name: 'Insert link' }).click();
  // The caret is behind the link: more text is typed there.
  await expect.poll(() => name.inputValue(), PATIENCE).toBe(`In the document, and in the list ${LINK_TO_MAP}`);
  await expect.poll(() => name.evaluate((field) => field === document.activeElement), PATIENCE).toBe(true);
  await page.keyboard.press('ControlOrMeta+z');
  expect(await name.inputValue()).toBe('In the document, and in the list');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  expect(await name.inputValue()).toBe(`In the document, and in the list ${LINK_TO_MAP}`);
  await page.keyboard.press('Home');
  await paste(page, MAP);
  await question.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => name.inputValue(), PATIENCE).toBe(`${MAP}In the document, and in the list ${LINK_TO_MAP}`);
  await expect.poll(() => name.evaluate((field) => field === document.activeElement), PATIENCE).toBe(true);
  await page.keyboard.type(' - ');
  expect(await name.inputValue()).toBe(`${MAP} - In the document, and in the list ${LINK_TO_MAP}`);
  await page.getByRole('searchbox', { name: 'Search fields' }).fill('line 7, act');
  await page.getByRole('textbox', { name: /log-7-activity$/ }).fill('Found by name');
  await page.getByRole('searchbox', { name: 'Search fields' }).fill('found by');
  await person.sees(/^1 of 73 fields/);
  await view(person, 'Document');
  await person.showsRegion('log-name', `${MAP} - In the document, and in the list Link`);
  expect(await person.document.locator('#log-name a').getAttribute('href')).toBe(MAP);
  await person.showsRegion('log-7-activity', 'Found by name');

  await person.document.getByRole('button', { name: 'Add row' }).click();
  await person.typeInto('log-21-activity', 'A row of its own');
  await view(person, 'Attributes');
  const made = page.getByRole('textbox', { name: '“Line 21, activity” log-21-activity' });
  await expect.poll(() => made.inputValue(), PATIENCE).toBe('A row of its own');
  await made.fill('Changed in the list');
  await view(person, 'Document');
  await person.showsRegion('log-21-activity', 'Changed in the list');
});

/** Controls of the page that the success banner covers. It uses nothing from outside, since it is sent into the browser as text. */
function underBanner(): string[] {
  const banner = [...document.querySelectorAll('[role="status"]')].find((one) => /successfully!/.test(one.textContent));
  const box = banner?.firstElementChild?.getBoundingClientRect();
  if (!box || box.width === 0) return ['there is no banner'];
  return [...document.querySelectorAll('header a, header button, [role="group"] :is(a, button), h1')]
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    })
    .map((control) => control.textContent);
}

/** True if an element's middle is inside the window and not covered. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

inFull(it)(
  'on a phone the regions come first, as a list; saving stays in sight, and its word covers no control',
  async ({ person }) => {
    const { page } = person;
    await person.signIn();
    await page.setViewportSize({ width: 360, height: 740 });
    await person.follow(/^New: Activity Log/);
    const attributes = page.getByRole('radio', { name: 'Attributes', checked: true });
    await attributes.waitFor();
    await page.getByRole('textbox', { name: 'Name log-name', exact: true }).fill('Written on a phone');
    await page.getByRole('textbox', { name: /log-20-activity$/ }).fill('Far down');
    const box = await page.getByRole('button', { name: /^Save/ }).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(100);
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('textbox', { name: /^Form Name/ }).fill('Phone log');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await person.sees('Form saved successfully!');
    expect(await page.evaluate(underBanner)).toEqual([]);
    await attributes.waitFor();
    // The message of a failed save is visible at the user's scroll position, not at the top of the page.
    await page.route('**/update', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('textbox', { name: /log-20-activity$/ }).fill('Farther down');
    await page.getByRole('button', { name: /^Save/ }).click();
    const problem = page.getByText('Error saving form. Please try again.');
    await problem.waitFor();
    expect(await problem.evaluate(isOnTop)).toBe(true);
    await page.unroute('**/update');
    await page.getByRole('button', { name: /^Save/ }).click();
    await person.sees('Form saved successfully!');
    // A view that the user chose stays when the window's size changes.
    await view(person, 'Document');
    await person.showsRegion('log-name', 'Written on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await view(person, 'Attributes');
    await page.setViewportSize({ width: 360, height: 740 });
    await view(person, 'Document');
    await page.setViewportSize({ width: 1280, height: 800 });
    await person.typeInto('log-name', ', and at a desk');
    await person.press(/^Save/);
    await person.sees('Form saved successfully!');
    expect(await page.evaluate(underBanner)).toEqual([]);
  },
);

it('form controls have a fitting control in the list', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  await serve(
    person,
    () => `<label><input class="editable" id="box" type="checkbox"> Keys</label>
      <label><input class="editable" id="r1" type="radio" name="r" checked> One</label><label><input class="editable" id="r2" type="radio" name="r"> Two</label>
      <label>Kind <select class="editable" id="sel"><option value="a">Alpha<option value="b">Beta</select></label>
      <label>Day <input class="editable" id="day" type="date"></label>`,
  );
  await person.follow(/^New: General Message/);
  await person.document.locator('#box').waitFor();
  await view(person, 'Attributes');
  await page.getByRole('checkbox', { name: 'Keys box' }).check();
  await page.getByRole('radio', { name: 'Two r2' }).check();
  await page.getByRole('combobox', { name: 'Kind sel' }).selectOption('Beta');
  await page.getByLabel('Day day').fill('2026-11-21');
  await expect.poll(() => page.getByRole('radio', { name: 'One r1' }).isChecked(), PATIENCE).toBe(false);
  await view(person, 'Document');
  await expect.poll(() => person.document.locator('#day').inputValue(), PATIENCE).toBe('2026-11-21');
  expect(await person.document.locator('#box').isChecked()).toBe(true);
  expect(await person.document.locator('#r2').isChecked()).toBe(true);
  expect(await person.document.locator('#sel').inputValue()).toBe('b');
  await person.document.locator('#box').uncheck();
  await view(person, 'Attributes');
  await expect.poll(() => page.getByRole('checkbox', { name: 'Keys box' }).isChecked(), PATIENCE).toBe(false);
});

it('what a field cannot hold is never called saved, in both views, and what is stored stays', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  await serve(
    person,
    () => `<label>Pumps <input class="editable" id="n" type="number" value="7"></label>
      <label>Hoses <input class="editable" id="m" type="number" value="3"></label>`,
  );
  await person.follow(/^New: General Message/);
  await person.document.locator('#n').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('12-14');
  await person.isDirty();
  await person.sees('Cannot be saved as typed: Pumps');
  await person.sees('1 of 2 filled');
  await view(person, 'Attributes');
  await person.sees('In the document: Not a number: it is not saved');
  const hoses = page.getByLabel('Hoses m');
  await hoses.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('5-');
  await person.sees('Cannot be saved as typed: Pumps, Hoses');
  // Text that is typed in the list stays there while the document is shown.
  await view(person, 'Document');
  await expect.poll(() => person.document.locator('#m').inputValue(), PATIENCE).toBe('3');
  await view(person, 'Attributes');
  expect(await hoses.evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(true);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/save'));
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('textbox', { name: /^Form Name/ }).fill('Half read');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ edited_attributes: [] });
  await person.isDirty();
  await person.sees('Cannot be saved as typed: Pumps, Hoses');
  expect(await page.getByText('Form saved successfully!').count()).toBe(0);
  await page.getByRole('button', { name: 'Submit to Dashboard' }).hover();
  await person.sees(/^Not saved: what is typed in “Pumps” and “Hoses”/);
  await hoses.fill('6');
  await person.sees('Cannot be saved as typed: Pumps');
  await page.getByLabel('Pumps n').fill('');
  await view(person, 'Document');
  await expect.poll(() => person.document.locator('#m').inputValue(), PATIENCE).toBe('6');
  expect(await person.document.locator('#n').evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(
    false,
  );
  await person.save();
});

inFull(it)(
  'of 20,000 regions only those in sight are in the page; scrolling, Tab and search find the others',
  async ({ person }) => {
    const { page } = person;
    await person.signIn();
    await serve(person, () => many);
    await person.follow(/^New: General Message/);
    await person.document.locator('#r0').waitFor();
    await view(person, 'Attributes');
    await person.sees('20000 of 20000 fields');
    const rows = page.getByRole('list', { name: 'Fields' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBeLessThan(60);
    await page.getByRole('textbox', { name: 'r0', exact: true }).focus();
    // On a busy processor the list receives its scroll events late: the keys come before them.
    const letScroll = await page.evaluateHandle(() => {
      const hold = (event: Event): void => event.stopImmediatePropagation();
      window.addEventListener('scroll', hold, true);
      return () => window.removeEventListener('scroll', hold, true);
    });
    for (let n = 0; n < 30; n += 1) await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value), PATIENCE)
      .toBe('Value 30');
    await letScroll.evaluate((run) => run());
    await page.getByRole('list', { name: 'Fields' }).evaluate((list) => {
      list.parentElement?.scrollTo(0, 1e9);
    });
    const left = page.getByRole('textbox', { name: 'r30', exact: true });
    await page.getByRole('textbox', { name: 'r19999', exact: true }).waitFor();
    // The browser does this when the user turns to another window: blur, with the field still the active element.
    await left.evaluate((field) => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await left.count()).toBe(1);
    await page.getByRole('textbox', { name: 'r19999', exact: true }).fill('The last one');
    await expect.poll(() => left.count(), PATIENCE).toBe(0);
    expect(await rows.last().getAttribute('aria-posinset')).toBe('20000');
    await person.isDirty();
    await page.getByRole('searchbox', { name: 'Search fields' }).fill('value 1234');
    await person.sees('11 of 20000 fields');
    await view(person, 'Document');
    await expect.poll(() => person.document.locator('#r19999').innerText(), { timeout: 60_000 }).toBe('The last one');
  },
);

it('what a region cannot keep is said before it is changed in the list, where it is seen', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  const lines = Array.from({ length: 30 }, (_, n) => `<p class="editable" id="line-${n}">Line ${n}</p>`).join('');
  await serve(
    person,
    () => `<!doctype html><title>Steps</title>${lines}<div class="editable" id="plan"><ul><li>First</ul></div>`,
  );
  await person.follow(/^New: General Message/);
  await person.document.locator('#plan').waitFor();
  await view(person, 'Attributes');
  const lost = page.getByText('what is saved of it is without its lists');
  await page.getByRole('textbox', { name: 'line-29', exact: true }).click();
  await page.waitForTimeout(500);
  expect(await lost.count()).toBe(0);
  await page.getByRole('textbox', { name: 'plan', exact: true }).click();
  await lost.waitFor();
  expect(await lost.evaluate(isOnTop)).toBe(true);
});
