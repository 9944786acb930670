import { expect, test } from 'vitest';

import { desk, PATIENCE, soundDeskForEachTest, press, region } from '../harness.ts';

soundDeskForEachTest();

const options = () => desk.frame.getByRole('option');

const PAGE = `<!doctype html><html lang="de"><p class="editable" id="day" data-ready-type="date" title="own">26. März</p>
  <p class="editable" id="at" data-ready-type="time"></p><p class="editable" id="when" data-ready-type="datetime">soon</p>
  <p class="editable" id="level" data-ready-type="choice" data-ready-options="ALS|BLS"></p>
  <p class="editable" id="count" data-ready-type="number">7</p><p class="editable" id="note" data-ready-type="multiline">x</p>
  <input class="editable" id="clock" type="time"><input class="editable" id="field" data-ready-type="number" value="many">
  <input class="editable" id="tick" type="checkbox"><input class="editable" id="amount" type="number" value="3">`;

const misfits = (): Promise<Record<string, string>> =>
  desk.frame
    .locator('body')
    .evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll('[aria-invalid=true]')].map((one) => [one.id, one.getAttribute('title') ?? '']),
      ),
    );

test('a value that does not fit is kept and said in words, as long as it does not; what is saved is the value alone', async () => {
  await desk.show(PAGE);
  const when = 'Not a date and time, such as 2026-11-26 14:05';
  expect(await misfits()).toEqual({ when, field: 'Not a number' });
  await region('at').click();
  await desk.page.keyboard.type('noon');
  await desk.value('at', 'noon');
  // The person is not finished yet.
  expect(Object.keys(await misfits())).not.toContain('at');
  await region('day').click();
  await press('End');
  await desk.page.keyboard.type(' bald');
  await desk.value('day', '26. März bald');
  await region('note').click();
  await expect
    .poll(misfits, PATIENCE)
    .toEqual({ at: 'Not a time, such as 14:05', day: 'Not a date, such as 2026-11-26', when, field: 'Not a number' });
  await region('at').hover();
  expect(await region('at').evaluate((own) => getComputedStyle(own, '::after').content)).toContain('Not a time');
  await desk.command('patch', [
    ['at', '12:00'],
    ['day', ''],
    ['when', '26. März, 12:00'],
    ['count', 'x'],
  ]);
  await expect.poll(misfits, PATIENCE).toEqual({ count: 'Not a number', field: 'Not a number' });
  expect(await region('day').getAttribute('title')).toBe('own');
  const { values } = await desk.snapshot();
  expect(Object.fromEntries(values)).toMatchObject({ at: '12:00', count: 'x', field: 'many' });
});

test('a field that its browser cannot read is no empty one: its value stays the last that could be read, and its mark says so', async () => {
  await desk.show(`<input class="editable" id="n" type="number" value="7"><input class="editable" id="d" type="date" value="2026-11-28">
    <input class="editable" id="t" type="time"><p class="editable" id="note">x</p>`);
  await region('n').click();
  await press('ControlOrMeta+a');
  await desk.page.keyboard.type('-');
  await region('d').focus();
  await press('Backspace');
  await region('t').focus();
  await desk.page.keyboard.type('11');
  await region('note').click();
  await expect.poll(misfits, PATIENCE).toEqual({
    n: 'Not a number: it is not saved',
    d: 'Not a whole date: it is not saved',
    t: 'Not a whole time: it is not saved',
  });
  expect(await desk.values()).toEqual({ n: '7', d: '2026-11-28', t: '', note: 'x' });
  expect(Object.fromEntries((await desk.snapshot()).values)).toMatchObject({ n: '7', d: '2026-11-28' });
  // A value that is read again is reported, although it is the value from before: the page has dropped it.
  await region('n').fill('');
  await desk.value('n', '');
  await desk.command('patch', [['d', '2026-11-28']]);
  await expect.poll(misfits, PATIENCE).toEqual({ t: 'Not a whole time: it is not saved' });
  expect(await region('d').inputValue()).toBe('2026-11-28');
});

test('a document that is only shown has no marks and no lists', async () => {
  await desk.show(PAGE.replace('ALS|BLS">', 'ALS|BLS">CLS'), 'view');
  await region('level').click();
  expect(await misfits()).toEqual({});
  expect(await options().count()).toBe(0);
});

test('a phone shows its keyboard of digits for a number, and regions of one line are told as such', async () => {
  await desk.show(PAGE);
  expect(await region('count').getAttribute('inputmode')).toBe('decimal');
  expect(await region('note').getAttribute('inputmode')).toBeNull();
  expect(await region('count').getAttribute('aria-multiline')).toBe('false');
  expect(await region('note').getAttribute('aria-multiline')).toBe('true');
});

test('choices are offered by key and by press; one that is taken can be undone, and anything else can be typed', async () => {
  await desk.show(PAGE);
  await region('count').click();
  await desk.command('focus', 'level');
  // The focus reaches the document's process on another way than the browser's keys.
  await desk.frame.locator('#level:focus').waitFor();
  await press('Alt+ArrowDown');
  await expect.poll(() => options().allTextContents(), PATIENCE).toEqual(['ALS', 'BLS']);
  expect(await desk.frame.getByRole('status').textContent()).toBe('ALS, 1 of 2');
  await press('ArrowDown', 'Enter');
  await desk.value('level', 'BLS');
  expect(await options().count()).toBe(0);
  await press('ControlOrMeta+z');
  await desk.value('level', '');
  await region('level').click();
  await options().first().click();
  await desk.value('level', 'ALS');
  await desk.page.keyboard.type(', later');
  await desk.value('level', 'ALS, later');
  await press('Alt+ArrowDown', 'Escape');
  expect(await options().count()).toBe(0);
  await press('Alt+ArrowDown');
  expect(await options().count()).toBe(2);
  await region('day').click();
  await expect.poll(() => options().count(), PATIENCE).toBe(0);
  await expect.poll(misfits, PATIENCE).toMatchObject({ level: 'Not one of the choices: ALS, BLS' });
  expect(await desk.seen('unasked')).toEqual([]);
});

test('a document cannot choose for a person, nor reach into the page by the list', async () => {
  await desk.show(`${PAGE}<script>new MutationObserver(()=>{for(const layer of document.documentElement.children)
    layer.shadowRoot?.querySelector('[role=option]')?.click()}).observe(document.documentElement,{childList:true})</script>`);
  await region('level').click();
  await expect.poll(() => options().count(), PATIENCE).toBe(2);
  expect((await desk.values())['level']).toBe('');
});

test('Ctrl+; puts the local time at the caret, and Ctrl+Shift+; date and time; a field of the browser gets its own', async () => {
  await desk.show(PAGE);
  const time = /^([01]\d|2[0-3]):[0-5]\d$/;
  const moment = /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d$/;
  const valueOf = async (id: string): Promise<string> => (await desk.values())[id] ?? '';
  await region('at').click();
  await press('Control+;');
  await expect.poll(() => valueOf('at'), PATIENCE).toMatch(time);
  await press('ControlOrMeta+z');
  await desk.value('at', '');
  await region('note').click();
  await press('Home', 'Control+Shift+:');
  await expect.poll(async () => (await valueOf('note')).slice(0, -1), PATIENCE).toMatch(moment);
  await region('day').selectText();
  await press('Control+Shift+:');
  await expect.poll(() => valueOf('day'), PATIENCE).toMatch(/^\d{4}-\d\d-\d\d$/);
  await region('clock').focus();
  await press('Control+;');
  await expect.poll(() => valueOf('clock'), PATIENCE).toMatch(time);
  expect(await desk.seen('unasked')).toEqual([]);
});

test('Ctrl+; writes nothing where no time fits, and says so there', async () => {
  await desk.show(`${PAGE}<select class="editable" id="pick"><option>a<option>b</select>`);
  const before = await desk.values();
  for (const id of ['count', 'level', 'field', 'tick', 'amount', 'pick']) {
    await region(id).focus();
    await press('Control+;');
    const said = desk.frame.locator('.list', { hasText: 'Neither a time nor a date fits here.' });
    await said.waitFor();
    const [at, own] = await Promise.all([said.boundingBox(), region(id).boundingBox()]);
    expect(Math.abs((at?.y ?? 0) - (own?.y ?? 0) - (own?.height ?? 0))).toBeLessThan(4);
    await press('Escape');
    expect(await said.count()).toBe(0);
  }
  expect(await desk.values()).toEqual(before);
});
