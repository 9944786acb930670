import { expect, test } from 'vitest';

import { desk, PATIENCE, soundDeskForEachTest, press, region } from '../harness.ts';

soundDeskForEachTest();

const html =
  '<!doctype html><title>T</title><p class="editable" id="a">one</p><p class="editable" id="b"></p><p id="c">fixed</p>';

/** Gives the keyboard to a new field of the page, as a dialog does. @returns its text */
const giveKeyboard = (type: string): Promise<void> =>
  desk.page.evaluate((of) => {
    const field = Object.assign(document.createElement('input'), { type: of, id: 'field' });
    document.querySelector('#field')?.remove();
    document.body.append(field);
    field.focus();
  }, type);
const inField = (): Promise<string> => desk.page.locator('#field').inputValue();

test('text typed after a key that leads out waits for a field, and never goes into a password', async () => {
  await desk.show(html);
  await region('b').click();
  const client = await desk.page.context().newCDPSession(desk.page);
  await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await press('ControlOrMeta+k', 'e', 'v', 'x', 'Backspace', 'Enter', 'Space', 'a');
  await giveKeyboard('search');
  await expect.poll(inField, PATIENCE).toBe('ev a');
  await desk.value('b', 'に');
  await region('a').click();
  await press('End', 'ControlOrMeta+/', 'p', 'w');
  await giveKeyboard('password');
  await desk.event('typed.settled', 2);
  expect(await desk.event('typed.settled')).toEqual({ left: 'pw', inserted: 0 });
  expect(await inField()).toBe('');
  expect(await region('a').innerHTML()).toBe('one');
});

test('text typed after a key that opens nothing is in the document, as far as its place is sure', async () => {
  await desk.show(html);
  await region('a').click();
  await press('End', 'ControlOrMeta+k', 'x', 'Enter', 'y', 'Tab', 'z');
  // Nothing opens in 3 s.
  await desk.value('a', 'onex\ny');
  expect(await desk.event('typed.settled')).toEqual({ left: 'z', inserted: 3 });
  await press('ControlOrMeta+z');
  await desk.value('a', 'one');
});

test('a document that is busy keeps nothing from the page, and what it kept back is shown when it answers', async () => {
  await desk.show(html);
  await region('a').click();
  await press('End', 'ControlOrMeta+k', 'e', 'v');
  const begun = desk.page.waitForEvent('console');
  const busy = region('a').evaluate(() => {
    console.log('busy');
    const start = performance.now();
    while (performance.now() - start < 2_500);
  });
  await begun;
  await giveKeyboard('search');
  await press('a', 'c');
  await expect.poll(inField, PATIENCE).toBe('ac');
  expect(await desk.seen('typed.settled')).toEqual([]);
  await press('x');
  expect(await inField()).toBe('acx');
  await busy;
  expect(await desk.event('typed.settled')).toEqual({ left: 'ev', inserted: 0 });
  await desk.value('a', 'one');
});

/** Types on the page while the document is busy, after one region or several, one after the other, were wanted. */
async function comeFromPage(ids: readonly string[], ...keys: string[]): Promise<void> {
  await giveKeyboard('button');
  const begun = desk.page.waitForEvent('console');
  const busy = desk.frame.locator('body').evaluate(() => {
    console.log('busy');
    const start = performance.now();
    while (performance.now() - start < 1_000);
  });
  await begun;
  await desk.page.evaluate(
    (all) => all.forEach((id) => window.page.host?.frame.send({ type: 'region.wanted', id })),
    ids,
  );
  await press(...keys);
  await busy;
}

test('text typed on the way into a document goes into the region that is wanted, and is shown if that takes none', async () => {
  await desk.show(
    `${html}<p class="editable" id="unseen" hidden></p><input class="editable" id="box" type="checkbox">`,
  );
  await region('a').click();
  for (const [id, settled] of [
    ['b', { left: '', inserted: 2 }],
    ['unseen', { left: 'xy', inserted: 0 }],
    ['box', { left: 'xy', inserted: 0 }],
    ['gone', { left: 'xy', inserted: 0 }],
  ] as const) {
    // oxlint-disable eslint/no-await-in-loop -- one after the other
    const before = (await desk.seen('typed.settled')).length;
    await comeFromPage([id], 'x', 'y');
    expect([id, await desk.event('typed.settled', before + 1)]).toEqual([id, settled]);
    // oxlint-enable eslint/no-await-in-loop
  }
  await desk.value('b', 'xy');
  const before = (await desk.seen('typed.settled')).length;
  // The second place is wanted before the document has answered to the first.
  await comeFromPage(['a', 'b'], 'z');
  expect(await desk.event('typed.settled', before + 1)).toEqual({ left: 'z', inserted: 0 });
  await desk.value('b', 'xy');
  expect(await region('a').innerHTML()).toBe('one');
});

test('of more than 200 letters typed ahead the first ones are kept, with a sign that there were more', async () => {
  const letters = 'abcdefghij'.repeat(21);
  await desk.show(html);
  await region('b').click();
  await press('ControlOrMeta+k');
  // All of them within the 3 s of a hold, on a busy machine as well.
  await Promise.all(letters.split('').map((letter) => desk.page.keyboard.press(letter)));
  await desk.value('b', letters.slice(0, 200));
  expect(await desk.event('typed.settled')).toEqual({ left: '…', inserted: 200 });
});

test('a line break at the end of what was kept back is in the document, and the user types on behind it', async () => {
  await desk.show(html);
  await region('a').click();
  await press('End', 'ControlOrMeta+k', 'x', 'Enter', 'Enter');
  await desk.event('typed.settled');
  await desk.page.keyboard.type('sub');
  await desk.value('a', 'onex\n\nsub');
  await region('b').click();
  await desk.paste('two\n');
  await press('ControlOrMeta+v', 'z', 'Home', 'ControlOrMeta+v');
  await desk.value('b', 'two\ntwo\nz');
});
