import { expect, test } from 'vitest';

import { desk, PATIENCE, soundDeskForEachTest, press, region } from '../harness.ts';

soundDeskForEachTest();

const type = (text: string): Promise<void> => desk.page.keyboard.type(text);
const options = () => desk.frame.getByRole('option');
const offered = async (...expected: string[]): Promise<void> => {
  await expect.poll(() => options().allTextContents(), PATIENCE).toEqual(expected);
};
const place = () => desk.frame.locator('body').evaluate(() => [getSelection()?.anchorOffset, scrollY]);
const current = () => desk.frame.getByRole('option', { selected: true }).allTextContents();

const NAMES = ['Amir Haddad', 'Ann Berg', 'Dana Okafor', 'June Amundsen'];
const PAGE = `<!doctype html><body style="height:3000px"><p class="editable" id="who"></p><p class="editable" id="notes" data-ready-type="multiline"></p>
  <p class="editable" id="at" data-ready-type="time"></p><input class="editable" id="field">
  <div data-ready-private><p class="editable" id="phone"></p></div>
  <table><tr><td class="editable" id="a1"></td></tr><tr><td class="editable" id="a2"></td></tr></table>`;

/** Answers each request for values used before, as the page does at a host that has them. */
const answering = (values: readonly string[] = NAMES): Promise<void> =>
  desk.page.evaluate((suggestions) => {
    const { host } = window.page;
    host?.frame.on('suggestions.wanted', ({ id }) =>
      host.frame.send({ type: 'suggestions.given', id, values: suggestions }),
    );
  }, values);
const asked = async (): Promise<string[]> =>
  (await desk.seen('suggestions.wanted')).map((detail) => (detail as { id: string }).id);

test('what goes on as the text does is offered while one types, and taken by a key or a press alone; one undo takes it back', async () => {
  await desk.show(PAGE);
  await answering();
  await region('who').click();
  expect(await options().count()).toBe(0);
  await type('am');
  await offered('Amir Haddad', 'June Amundsen');
  expect(await current()).toEqual([]);
  await type('i');
  await offered('Amir Haddad');
  await press('ArrowDown');
  expect(await desk.frame.getByRole('status').textContent()).toBe('Amir Haddad, 1 of 1');
  await press('Enter');
  await desk.value('who', 'Amir Haddad');
  expect(await options().count()).toBe(0);
  await press('ControlOrMeta+z');
  await desk.value('who', 'ami');
  expect(await options().count()).toBe(0);
  await press('End', 'Backspace');
  await offered('Amir Haddad', 'June Amundsen');
  await options().last().click();
  await desk.value('who', 'June Amundsen');
  await type('!');
  await desk.value('who', 'June Amundsen!');
  // It was asked for once.
  expect(await asked()).toEqual(['who']);
  expect(await desk.seen('unasked')).toEqual([]);
});

test('nobody has to care: Enter and Tab do what they do, Escape closes the list for this region, Alt+↓ opens it', async () => {
  await desk.show(PAGE);
  await answering();
  await region('who').click();
  await type('da');
  await offered('Dana Okafor');
  await press('Enter');
  await type('da');
  await desk.value('who', 'da\nda');
  expect(await options().count()).toBe(0);
  await press('ControlOrMeta+a');
  await type('da');
  await offered('Dana Okafor');
  await press('Escape');
  expect(await options().count()).toBe(0);
  await type('n');
  await desk.value('who', 'dan');
  expect(await options().count()).toBe(0);
  await press('Alt+ArrowDown');
  await offered('Dana Okafor');
  expect(await current()).toEqual(['Dana Okafor']);
  await press('Escape', 'ControlOrMeta+a', 'Backspace', 'Alt+ArrowDown');
  await offered(...NAMES);
  await press('ArrowUp');
  expect(await current()).toEqual(['June Amundsen']);
  await press('Tab');
  await expect.poll(() => options().count(), PATIENCE).toBe(0);
  await desk.value('who', '');
  await press('Shift+Tab');
  await type('ann');
  await offered('Ann Berg');
  await press('Tab');
  await desk.value('who', 'ann');
  expect(await options().count()).toBe(0);
});

test('in a table the arrows go to other cells, and Alt+↓ into the list', async () => {
  await desk.show(PAGE);
  await answering();
  await region('a1').click();
  await type('d');
  await offered('Dana Okafor');
  await press('ArrowDown');
  await expect.poll(() => region('a2').evaluate((own) => own === document.activeElement), PATIENCE).toBe(true);
  await desk.value('a1', 'd');
  await type('j');
  await offered('June Amundsen');
  await press('Alt+ArrowDown', 'Enter');
  await desk.value('a2', 'June Amundsen');
  await press('ArrowUp');
  await expect.poll(() => region('a1').evaluate((own) => own === document.activeElement), PATIENCE).toBe(true);
});

test('a field of one line takes them too; text of many lines, moments and what is private ask for none', async () => {
  await desk.show(PAGE);
  await answering();
  await region('field').click();
  await type('jun');
  await offered('June Amundsen');
  await press('ArrowDown', 'Enter');
  await desk.value('field', 'June Amundsen');
  for (const id of ['notes', 'at', 'phone']) {
    await region(id).click();
    await type('a');
    const before = await place();
    await press('Alt+ArrowDown');
    await desk.frame.locator('.list', { hasText: 'Nothing to offer here.' }).waitFor();
    expect(await place()).toEqual(before);
    await type('b');
    await expect.poll(() => desk.frame.locator('.list').count(), PATIENCE).toBe(0);
    await desk.value(id, 'ab');
  }
  expect(await options().count()).toBe(0);
  expect(await asked()).toEqual(['field']);
});

test('values that come late open where somebody still types, and nowhere else; a host that tells none is no hindrance', async () => {
  await desk.show(PAGE);
  const give = (id: string): Promise<void> =>
    desk.page.evaluate(
      ([one, values]) => window.page.host?.frame.send({ type: 'suggestions.given', id: one, values }),
      [id, NAMES] as const,
    );
  await region('who').click();
  await type('an');
  await desk.value('who', 'an');
  await expect.poll(asked, PATIENCE).toEqual(['who']);
  await give('who');
  await offered('Ann Berg');
  await region('field').click();
  await give('who');
  await type('d');
  await desk.value('field', 'd');
  await press('Alt+ArrowDown');
  expect(await options().count()).toBe(0);
  await give('a1');
  await give('field');
  await offered('Dana Okafor');
});

test('a document that writes by itself, or asks without a hand in it, is told nothing', async () => {
  await desk.show(`${PAGE}<script>setInterval(() => {
    who.textContent = 'am'; who.dispatchEvent(new InputEvent('input', { bubbles: true })); }, 50)</script>`);
  await answering();
  await desk.value('who', 'am');
  expect(await asked()).toEqual([]);
  expect(await options().count()).toBe(0);
});
