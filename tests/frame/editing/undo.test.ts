import { expect, test } from 'vitest';
import { desk, deskForEachTest, region } from '../harness.ts';

deskForEachTest();

const html = '<!doctype html><title>T</title><p class="editable" id="a">one</p>';

test('undo takes back what the list of regions has changed, in its order, and leaves the keyboard where it is', async () => {
  await desk.show(html);
  await region('a').click();
  await desk.page.keyboard.press('End');
  await desk.page.keyboard.type(' two');
  await desk.value('a', 'one two');
  await desk.page.evaluate(() => {
    window.page.host?.iframe?.style.setProperty('visibility', 'hidden');
    document.body.append(Object.assign(document.createElement('input'), { id: 'list' }));
  });
  await desk.page.locator('#list').focus();
  for (const text of ['one two https://ready.example/x[Plan]\nlist', ''])
    await desk.command('patch', [['a', text]], true);
  await desk.value('a', '');
  await desk.page.keyboard.type('still here');
  expect(await desk.page.locator('#list').inputValue()).toBe('still here');
  await desk.page.evaluate(() => window.page.host?.iframe?.style.removeProperty('visibility'));
  await region('a').click();
  for (const text of ['one two https://ready.example/x[Plan]\nlist', 'one two']) {
    await desk.page.keyboard.press('ControlOrMeta+z');
    await desk.value('a', text);
  }
  await desk.page.keyboard.press('ControlOrMeta+z');
  await desk.value('a', 'one');
  await desk.page.keyboard.press('ControlOrMeta+Shift+z');
  await desk.page.keyboard.press('ControlOrMeta+Shift+z');
  await desk.value('a', 'one two https://ready.example/x[Plan]\nlist');
  expect(await region('a').locator('a').getAttribute('href')).toBe('https://ready.example/x');
  expect(await desk.seen('document.losesMarkup')).toEqual([]);
});

test('text from outside goes into its region alone: the user types on where the caret is, and nothing is offered there', async () => {
  await desk.show(
    '<p class="editable" id="a" data-ready-type="line">one</p><p class="editable" id="b">b</p><input class="editable" id="c">',
  );
  await region('a').click();
  for (const [id, text] of [
    ['b', 'by'],
    ['c', 'y'],
  ] as const) {
    // oxlint-disable eslint/no-await-in-loop -- one after the other
    await region(id).click();
    await desk.page.keyboard.press('End');
    await desk.command('patch', [['a', `from outside, beside ${id}`]], true);
    await desk.value('a', `from outside, beside ${id}`);
    await desk.page.keyboard.type('y');
    await desk.value(id, text);
    // oxlint-enable eslint/no-await-in-loop
  }
  expect((await desk.values())['a']).toBe('from outside, beside c');
  expect(await desk.seen('suggestions.wanted')).not.toContainEqual({ id: 'a' });
});

test('undo takes back at once what came from outside into the field in which the user is', async () => {
  await desk.show(
    '<input class="editable" id="a" value="one"><textarea class="editable" id="b">one</textarea><input class="editable" id="c" value="one">',
  );
  for (const [id, text] of [
    ['a', 'from outside'],
    ['b', 'two\nlines'],
    ['a', ''],
  ] as const) {
    // oxlint-disable eslint/no-await-in-loop -- one after the other
    await region(id).click();
    await desk.page.keyboard.press('End');
    await desk.page.keyboard.type('!');
    await desk.value(id, 'one!');
    await desk.command('patch', [[id, text]], true);
    await desk.value(id, text);
    await desk.page.keyboard.press('ControlOrMeta+z');
    await desk.value(id, 'one!');
    await desk.page.keyboard.press('End');
    await desk.page.keyboard.press('Backspace');
    await desk.value(id, 'one');
    // oxlint-enable eslint/no-await-in-loop
  }
  await desk.command('patch', [['c', 'elsewhere']], true);
  await desk.value('c', 'elsewhere');
  expect(await region('a').evaluate((element) => element === document.activeElement)).toBe(true);
});
