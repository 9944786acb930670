import { expect, test } from 'vitest';

import { desk, deskForEachTest, PATIENCE } from './harness.ts';

deskForEachTest();

test('a read-only view announces no text box: what a control holds is read as a note', async () => {
  await desk.show(
    `<label>Unit <input class="editable" id="u" value="Engine 4"></label><textarea class="editable" id="t" aria-label="Plan">Hold</textarea>
    <input class="editable" id="s" type="search" value="x"><input class="editable" id="n" type="number" value="3"><input class="editable" id="c" type="checkbox" checked>`,
    'view',
  );
  for (const role of ['textbox', 'searchbox', 'spinbutton'] as const)
    expect(await desk.frame.getByRole(role).count()).toBe(0);
  const notes = ['Unit: Engine 4', 'Plan: Hold', 's: x', 'n: 3'];
  const found = notes.map((name) => desk.frame.getByRole('note', { name, exact: true }).count());
  expect(await Promise.all(found)).toEqual([1, 1, 1, 1]);
  expect(await desk.frame.getByRole('checkbox').isDisabled()).toBe(true);
  await desk.frame.locator('#u').click();
  await desk.page.keyboard.type('!');
  expect(await desk.frame.locator('#u').inputValue()).toBe('Engine 4');
  // A value that is set later, as for printing, is announced as well.
  await desk.command('patch', [['u', 'Engine 5']]);
  await expect.poll(() => desk.frame.getByRole('note', { name: 'Unit: Engine 5' }).count(), PATIENCE).toBe(1);
});

test('a read-only view: boxes and lists stay as they are, whatever is pressed, and can be read like any other text', async () => {
  await desk.show(
    `<label>Keys <input class="editable" id="box" type="checkbox" checked></label><label><input class="editable" id="one" type="radio" name="k" checked>1</label>
    <label><input class="editable" id="two" type="radio" name="k">2</label><select class="editable" id="list"><option>x<option>y</select>
    <select class="editable" id="several" multiple><option>x<option selected>y</select><input class="editable" id="range" type="range" value="50"><input class="editable" id="date" type="date" value="2026-11-22">`,
    'view',
  );
  const held = () =>
    desk.frame.locator('body').evaluate((body) => {
      const controls = [...body.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.editable')];
      return controls.map((one) =>
        one instanceof HTMLSelectElement
          ? [...one.selectedOptions].map(({ value }) => value).join()
          : /range|date/.test(one.type)
            ? one.value
            : one.checked,
      );
    });
  const before = await held();
  expect(before).toEqual([true, true, false, 'x', 'y', '50', '2026-11-22']);
  for (const id of ['box', 'one', 'two', 'list', 'several', 'range', 'date']) {
    const control = desk.frame.locator(`#${id}`);
    await control.click({ force: true });
    await control.click({ force: true, position: { x: 4, y: 4 } });
    await control.focus();
    for (const key of [' ', 'ArrowDown', 'ArrowRight', 'y', '7', 'Enter']) await desk.page.keyboard.press(key);
    expect(await control.getAttribute('aria-disabled')).toBe('true');
    expect(await control.evaluate((element) => element.matches(':disabled'))).toBe(false);
  }
  for (const words of ['Keys', '2']) await desk.frame.getByText(words, { exact: true }).click({ force: true });
  expect(await held()).toEqual(before);
});

test('the key of a field’s history names the field that has the keyboard or was pressed last, by its file', async () => {
  await desk.show(
    `<p>Free <b>text</b></p><label>Unit <input class="editable" id="u" value="Engine 4"></label><p class="editable" id="p" data-ready-label="Plan">Hold <i>on</i></p>
    <label><input class="editable" id="yes" type="radio" name="k">yes</label><label><input class="editable" id="no" type="radio" name="k" checked>no</label>`,
    'view',
  );
  const ask = async (count: number): Promise<unknown> => {
    await desk.page.keyboard.press('Shift+F2');
    return desk.event('key.pressed', count);
  };
  await desk.frame.locator('b').click();
  expect(await ask(1)).toBe('history');
  await desk.frame.getByText('Hold').click();
  expect(await ask(2)).toEqual({ id: 'p', label: 'Plan' });
  await desk.page.keyboard.press('Tab');
  await desk.frame.locator('#no').focus();
  expect(await ask(3)).toMatchObject({ id: 'yes' });
  await desk.frame.locator('#u').focus();
  expect(await ask(4)).toEqual({ id: 'u', label: 'Unit' });
  // The view of attributes belongs to an editor.
  await desk.page.keyboard.press('F2');
  expect(await ask(5)).toEqual({ id: 'u', label: 'Unit' });
});

test('a view shows what is stored in words where the browser cannot show it in its field', async () => {
  const fields = [
    ['date', '2026-02-30'],
    ['number', '12-14'],
    ['time', 'noon'],
    ['datetime-local', 'soon'],
    ['month', 'May'],
    ['week', '2026-20'],
    ['date', '2026-02-28'],
  ] as const;
  await desk.showStored(
    fields
      .map(([type, value], at) => `<input class="editable" id="${type}${at}" type="${type}" value="${value}">`)
      .join(' '),
    'view',
  );
  const notes = fields.slice(0, -1).map(([type, value], at) =>
    desk.frame
      .getByRole('note', { name: `${type}${at}: ${value}` })
      .and(desk.frame.getByText(value))
      .count(),
  );
  expect(await Promise.all(notes)).toEqual(notes.map(() => 1));
  expect(await desk.frame.locator('[data-ready-covered]').count()).toBe(notes.length);
});

const LONG = 'Bridge at the mill closed, use the road along the river until the water has gone down';
const fields = `<!doctype html><p>Where <input class="editable" id="line" value="${LONG}"> <input class="editable" id="short" value="here"></p>
  <textarea class="editable" id="lines" rows="2">one\ntwo\nthree\n${LONG}</textarea><textarea class="editable" id="few">one</textarea>
  <input class="editable" id="wide" style="width:100%;box-sizing:border-box" value="${LONG}"><input class="editable" id="none" style="width:100%">
  <table><tr><td><input class="editable" id="cell" type="number" style="width:50px" value="1234567890"></table>
  <select class="editable" id="choice" style="width:60px"><option>${LONG}</select><select class="editable" id="free"><option>${LONG}</select>
  <select class="editable" id="list" multiple size="2"><option selected>first<option>second<option selected>third</select>
  <select class="editable" id="all" multiple size="2"><option selected>x<option>y</select>`;
/** The stand-ins of fields, each with whether all of it is in sight. */
const wholes = () => {
  const covered = [...document.querySelectorAll<HTMLElement>('[data-ready-covered]')];
  return covered.map((field) => {
    const text = field.previousElementSibling as HTMLElement;
    const isWhole = text.scrollWidth <= text.clientWidth + 1 && text.scrollHeight <= text.clientHeight + 1;
    return [field.id, field.offsetHeight, text.textContent, isWhole];
  });
};
const [LINE, LINES, CELL, CHOICE, LIST] = [
  ['line', 0, LONG, true],
  ['lines', 0, `one\ntwo\nthree\n${LONG}`, true],
  ['cell', 0, '1234567890', true],
  ['choice', 0, LONG, true],
  ['list', 0, 'first\nthird', true],
] as const;

test('where nobody can scroll in them, fields show their whole value and lists what is chosen, in whatever room there is', async () => {
  await desk.show(fields, 'view');
  const seen = () => desk.frame.locator('html').evaluate(wholes);
  expect(await seen()).toEqual([LINE, LINES, CELL, CHOICE, LIST]);
  await desk.page.setViewportSize({ width: 400, height: 720 });
  await expect.poll(seen, PATIENCE).toEqual([LINE, LINES, ['wide', 0, LONG, true], CELL, CHOICE, LIST]);
  await desk.page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(seen, PATIENCE).toEqual([LINE, LINES, CELL, CHOICE, LIST]);
  await desk.command('patch', [['line', 'here']]);
  await expect.poll(seen, PATIENCE).toEqual([LINES, CELL, CHOICE, LIST]);
  await desk.show(fields);
  expect(await seen()).toEqual([]);
});

test('on paper they do so too, also where the paper is narrower', async () => {
  const said: string[] = [];
  desk.page.on('console', (message) => said.push(message.text()));
  const script = `<script>window.print=()=>console.log('PRINT'+JSON.stringify((${String(wholes)})().map(([id,,text])=>[id,text])))</script>`;
  await desk.page.evaluate((html) => window.page.print(html, [['short', 'x'.repeat(90)]], null), fields + script);
  await expect.poll(() => said.find((text) => text.startsWith('PRINT['))?.slice(5), PATIENCE).toBeDefined();
  const printed = JSON.parse(said.find((text) => text.startsWith('PRINT['))?.slice(5) ?? '') as [string, string][];
  const ids = 'line short lines wide cell choice list all'.split(' ');
  expect(printed.map(([id]) => id)).toEqual(ids);
  expect(new Map(printed).get('all')).toBe('x');
  expect(new Map(printed).get('short')).toBe('x'.repeat(90));
});

test('what a screen reader is told of a document that is being edited', async () => {
  await desk.show(`<!doctype html><h1>Log</h1><label for="n">Name of incident</label> <span class="editable" id="n">Fire</span>
    <table><thead><tr><th>Unit<th>Count</thead><tr><th>Engine 4<td class="editable" id="cell">3</table>
    <fieldset><legend>Safety</legend><div class="editable" id="leg">x</div><label><input class="editable" id="box" type="checkbox"> Checked</label></fieldset>
    <div class="editable" id="hint" data-placeholder="Remarks"></div><input class="editable" id="unit" placeholder="Call sign" value="E4">
    <div class="editable" id="must" data-ready-required>z</div>`);
  expect(await desk.frame.locator('body').ariaSnapshot()).toBe(`- heading "Log" [level=1]
- text: Name of incident
- textbox "Name of incident"
- table:
  - rowgroup:
    - row "Unit Count":
      - columnheader "Unit"
      - columnheader "Count"
  - rowgroup:
    - row "Engine 4 3":
      - rowheader "Engine 4"
      - textbox "Engine 4, Count"
- group "Safety":
  - text: Safety
  - textbox "Safety"
  - checkbox "Checked"
  - text: Checked
- textbox "Remarks"
- textbox "Call sign": E4
- textbox "must"`);
  expect(await desk.frame.locator('#n').getAttribute('aria-multiline')).toBe('true');
});

test('F asks for wall mode once for each press, and not where it is a letter of a text, in a tree of its own too', async () => {
  await desk.show(
    `<p>x</p><input id="plain"><div id="own"></div>
<script>own.attachShadow({mode:'open'}).innerHTML='<input id="inner">'</script>`,
    'view',
  );
  const { keyboard } = desk.page;
  for (const field of ['#plain', '#inner']) {
    await desk.frame.locator(field).click();
    await keyboard.press('f');
  }
  expect(await desk.frame.locator('#inner').inputValue()).toBe('f');
  await desk.frame.locator('p').click();
  await keyboard.down('f');
  await keyboard.down('f');
  await keyboard.up('f');
  await keyboard.press('Escape');
  await expect.poll(() => desk.seen('key.pressed')).toEqual(['wall', 'close']);
});

test('two regions of one name are spoken with a number, also those that their author has named', async () => {
  await desk.show(
    `<p class="editable" id="a" data-ready-label="Name"></p><p class="editable" id="b" aria-label="Name"></p>
    <label>Name <input class="editable" id="c"></label><label>Room 2 <input class="editable" id="d"></label>`,
    'edit',
  );
  const spoken = desk.frame.locator('.editable');
  await expect
    .poll(() => spoken.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), PATIENCE)
    .toEqual(['Name', 'Name 2', 'Name 3', 'Room 2']);
});

test('regions of a long document get their numbers a moment later, in tasks that stop nobody', async () => {
  const rows = Array.from({ length: 6_000 }, (_, at) => `<tr><th>Name<td class="editable" id="r${at}">`);
  const observed = `<script>let since = Infinity, longest = 0, spoken = [];
    new MutationObserver(() => { since = Math.min(since, performance.now()); spoken.push(r5999.ariaLabel) }).observe(r5999, { attributeFilter: ['aria-label'] });
    new PerformanceObserver((list) => { for (const { startTime, duration } of list.getEntries())
      if (startTime > since) longest = Math.max(longest, duration) }).observe({ type: 'longtask' })</script>`;
  await desk.show(`<table>${rows.join('')}</table>${observed}`, 'edit');
  const [first, last] = [desk.frame.locator('#r0'), desk.frame.locator('#r5999')];
  await expect.poll(() => last.getAttribute('aria-label'), PATIENCE).toBe('Name 6000');
  expect(await first.getAttribute('aria-label')).toBe('Name');
  expect(await first.evaluate(() => window.eval('spoken') as unknown)).toEqual(['Name', 'Name 6000']);
  // One pass takes half a second: a busy machine makes a slice of 8 ms longer, but not so long.
  expect(Number(await first.evaluate(() => window.eval('longest') as unknown))).toBeLessThan(250);
});
