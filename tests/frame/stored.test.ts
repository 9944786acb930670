import { expect, test } from 'vitest';

import { bench, desk, deskForEachTest } from './harness.ts';

deskForEachTest();

/** Acts of a script on the region of an id, at its moment. */
const WAYS: Readonly<Record<string, string>> = {
  parsing: `set()`,
  parsed: `addEventListener('DOMContentLoaded', set)`,
  loaded: `addEventListener('load', set)`,
  soon: `setTimeout(set)`,
  late: `setTimeout(set, 300)`,
  again: `setInterval(set, 100)`,
  drawing: `requestAnimationFrame(set)`,
  promised: `Promise.resolve().then(set)`,
};

const scriptOf = (id: string, way: string): string =>
  `<script>{const set = () => write(document.getElementById('${id}')); ${way}}</script>`;

/** A document whose script writes into each of its regions, and notes what each drawing shows. */
const documentOf = (): string => {
  const kinds: Readonly<Record<string, (id: string) => string>> = {
    input: (id) => `<input class="editable" id="${id}" value="777">`,
    text: (id) => `<p class="editable" id="${id}">777</p>`,
    empty: (id) => `<p class="editable" id="${id}"></p>`,
    area: (id) => `<textarea class="editable" id="${id}">777</textarea>`,
    select: (id) => `<select class="editable" id="${id}"><option>001</option><option selected>777</option></select>`,
    box: (id) => `<input type="checkbox" class="editable" id="${id}" checked>`,
  };
  const all = Object.entries(WAYS).flatMap(([way, code]) =>
    Object.entries(kinds).map(([kind, make]) => make(`${way}-${kind}`) + scriptOf(`${way}-${kind}`, code)),
  );
  return `<!doctype html><body><script>
    const shown = (e) => e.type === 'checkbox' ? String(e.checked) : e.value ?? e.textContent;
    const write = (e) => { if (!e) return; e.type === 'checkbox' ? e.checked = false : 'value' in e ? e.value = '001' : e.textContent = '001'; };
    const drawn = window.drawn = {};
    const look = () => {
      for (const e of document.querySelectorAll('.editable[id]')) (drawn[e.id] ??= []).at(-1) === shown(e) || drawn[e.id].push(shown(e));
      document.body.dataset.frames = 1 + Number(document.body.dataset.frames ?? 0);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    setTimeout(() => document.body.dataset.later = 1, 600);
  </script>${all.join('\n')}
  <p><label><input type="radio" name="r" class="editable" id="r1" checked></label><label><input type="radio" name="r" class="editable" id="r2"></label>
  <select multiple class="editable" id="many"><option selected>a</option><option selected>b</option></select>
  <img alt="" src="data:," onerror="document.getElementById('r2').checked = true; document.getElementById('many').value = 'b'"></p>
  <div><p class="editable" id="replaced">777</p><p class="editable" id="back">777</p></div>
  <script type="module">await new Promise((done) => setTimeout(done, 50));
    document.getElementById('replaced').outerHTML = '<p class="editable" id="replaced">001</p>';
    const back = document.getElementById('back'), { parentElement } = back; back.remove();
    setTimeout(() => { back.textContent = '001'; parentElement.append(back); }, 100);
  </script>`;
};

const STORED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.keys(WAYS).flatMap((way) =>
      ['input', 'text', 'empty', 'area', 'select', 'box'].map((kind) => [
        `${way}-${kind}`,
        kind === 'box' ? 'true' : kind === 'empty' ? '' : '777',
      ]),
    ),
  ),
  r1: 'true',
  r2: 'false',
  many: 'a\nb',
  replaced: '777',
  back: '777',
};

/** The values that each drawing has shown, without the values of radio buttons and lists. */
const drawn = (): Promise<Record<string, string[]>> =>
  desk.frame.locator('body').evaluate(() => {
    const { drawn: all } = window as unknown as { drawn: Record<string, string[]> };
    return Object.fromEntries(Object.entries(all).filter(([id]) => !['r1', 'r2', 'many'].includes(id)));
  });

test('a view shows the stored value in each drawing, whatever a script writes and whenever', async () => {
  await desk.showStored(documentOf(), 'view');
  expect(await desk.values()).toEqual(STORED);
  await desk.frame.locator('body[data-later]').waitFor();
  const once = Object.entries(STORED).filter(([id]) => !['r1', 'r2', 'many'].includes(id));
  expect(await drawn()).toEqual(Object.fromEntries(once.map(([id, value]) => [id, [value]])));
  expect(await desk.frame.locator('#r1').isChecked()).toBe(true);
  expect(await desk.frame.locator('#many').evaluate((e) => (e as HTMLSelectElement).selectedOptions.length)).toBe(2);
  expect(await desk.seen('stored.contested')).toEqual([]);
});

test('in the editor they stay until somebody acts, and what the document would have there is offered', async () => {
  await desk.showStored(documentOf(), 'edit');
  await desk.frame.locator('body[data-later]').waitFor();
  expect(await desk.values()).toEqual(STORED);
  const wanted = Object.fromEntries(((await desk.event('wishes.reported')) as { wishes: [string, string][] }).wishes);
  expect(wanted).toMatchObject({
    'parsing-input': '001',
    'late-text': '001',
    'soon-box': 'false',
    r2: 'true',
    many: 'b',
  });
  expect(await desk.seen('text.edited')).toEqual([]);
  expect((await desk.snapshot()).values).toEqual(Object.entries(STORED));
});

test.each([
  ['an interval', `setInterval(set, 100)`],
  ['a timer that starts itself again', `const again = () => { set(); setTimeout(again, 700); }; again()`],
  ['each drawing', `const again = () => { set(); requestAnimationFrame(again); }; again()`],
  ['the focus', `set(); addEventListener('focusin', () => setTimeout(set, 50))`],
  ['typing', `set(); addEventListener('input', set)`],
])('in the editor they stay also while somebody writes elsewhere: %s', async (_name, way) => {
  await desk.showStored(
    `<p><input class="editable" id="ref" value="777"> <b class="editable" id="text">777</b> <b class="editable" id="b">one</b> <button type="button">Next</button></p><script>
    const set = () => { for (const id of ['ref', 'text']) { const e = document.getElementById(id);
        if (e) { 'value' in e ? e.value = '001' : e.textContent = '001'; } }
      if (document.getElementById('b')?.textContent.includes('!')) document.body.dataset.again = 1; };
    addEventListener('DOMContentLoaded', () => { ${way} });</script>`,
    'edit',
  );
  await desk.event('wishes.reported');
  await desk.frame.locator('#b').click();
  await desk.page.keyboard.press('End');
  await desk.page.keyboard.type('!!');
  await desk.value('b', 'one!!');
  await desk.frame.getByText('Next').click();
  await desk.frame.locator('body[data-again]').waitFor();
  expect((await desk.snapshot()).values).toEqual([
    ['ref', '777'],
    ['text', '777'],
    ['b', 'one!!'],
  ]);
  expect((await desk.seen('text.edited')).flat(2)).not.toContain('001');
});

test('paper shows what is stored, also in controls that a script has changed for it, and what a script computes', async () => {
  await desk.showStored(
    `<input class="editable" id="i" value="777"><textarea class="editable" id="a">777</textarea><select class="editable" id="s"><option>001<option selected>777</select>
    <input type="checkbox" class="editable" id="c" checked><p class="editable" id="p">777</p><b class="editable" id="made" data-ready-computed>777</b><script>
    const made = document.getElementById('made'), compute = () => { made.textContent = 'computed'; };
    compute(); addEventListener('load', compute); addEventListener('beforeprint', () => {
      for (const e of document.querySelectorAll('.editable')) e.type === 'checkbox' ? e.checked = false : 'value' in e ? e.value = '001' : e.textContent = '001';
    })</script>`,
    'view',
  );
  const printed = await desk.frame.locator('body').evaluate((body) => {
    dispatchEvent(new Event('beforeprint'));
    return Array.from(body.querySelectorAll<HTMLInputElement>('.editable'), (one) =>
      one.type === 'checkbox' ? String(one.checked) : (one.value ?? one.textContent),
    );
  });
  expect(printed).toEqual(['777', '777', '777', 'true', '777', '777']);
});

const SUMS = `<p>a <input class="editable" id="a" value="1"> b <span class="editable" id="b">2</span> sum <input class="editable" id="sum" value="3">
  <input class="editable" id="day" value="777"> <button type="button">Today</button> <b class="editable" id="made" data-ready-computed>0</b></p>
  <script>
    const of = (id) => document.getElementById(id), number = (id) => Number(of(id).value ?? of(id).textContent);
    const sum = () => { of('sum').value = number('a') + number('b'); };
    document.addEventListener('input', () => setTimeout(sum, 50));
    document.querySelector('button').onclick = () => { of('day').value = '001'; };
    of('made').textContent = '1';
    setTimeout(() => { of('made').textContent = '2'; of('day').value = '002'; document.body.dataset.later = 1; }, 100);
  </script>`;

test('the document answers what somebody does in it, or in the list of its regions', async () => {
  await desk.showStored(SUMS, 'edit');
  expect(await desk.values()).toMatchObject({ a: '1', b: '2', sum: '3', day: '777' });
  await desk.event('wishes.reported');
  await desk.value('made', '2');
  expect(await desk.seen('text.edited')).toEqual([[['made', '2']]]);
  // A change that came from outside and that no user has made is answered by nothing.
  await desk.command('patch', [['b', '3']]);
  await desk.page.waitForFunction(() =>
    window.page.seen.some(
      ([name, detail]) => name === 'wishes.reported' && JSON.stringify(detail).includes('"sum","4"'),
    ),
  );
  expect((await desk.values())['sum']).toBe('3');
  await desk.command('patch', [['a', '5']], true);
  await desk.value('sum', '8');
  await desk.frame.locator('#a').fill('1');
  await desk.value('sum', '4');
  await desk.frame.getByText('Today').click();
  await desk.value('day', '001');
  expect(await desk.seen('unasked')).toEqual([['made'], ['sum'], ['sum'], ['day']]);
});

test('what comes long after the last act is no answer to it', async () => {
  desk.isWorn = true;
  await desk.page.clock.install();
  await desk.page.goto(bench.origin);
  await desk.showStored(SUMS, 'edit');
  await desk.frame.locator('#b').click();
  await desk.page.keyboard.type('1');
  await desk.page.clock.runFor(500);
  const later = (value: string): Promise<void> =>
    desk.frame.locator('body').evaluate((body, text) => {
      const [field] = body.querySelectorAll('input');
      setTimeout(() => field && (field.value = text), 6_000);
    }, value);
  await later('9');
  await desk.page.clock.runFor(8_000);
  expect(await desk.frame.locator('#a').inputValue()).toBe('1');
  expect((await desk.snapshot()).values).toContainEqual(['a', '1']);
});

test.each(['view', 'edit'] as const)(
  'a document that fights for a region is let be, and the file says what was stored: %s',
  async (mode) => {
    await desk.showStored(
      `<p><label>Reference <input class="editable" id="ref" value="777"></label> <b class="editable" id="shift">Day</b> <b class="editable" id="__proto__">x</b></p>
    <script>const shift = document.getElementById('shift');
      new MutationObserver(() => shift.textContent === 'Night' || (shift.textContent = 'Night')).observe(shift, { childList: true });
      setInterval(() => { document.getElementById('ref').value = '001'; shift.textContent = 'Night'; }, 1);</script>`,
      mode,
    );
    expect(await desk.event('stored.contested')).toEqual({
      stored: [
        ['Reference', '777'],
        ['shift', 'Day'],
      ],
    });
    await desk.frame.locator('#ref').evaluate((ref) => {
      const proto = ref.ownerDocument.getElementById('__proto__');
      if (proto) proto.textContent = 'y';
    });
    await desk.frame.locator('#__proto__').getByText('x').waitFor();
    expect(await desk.values()).toEqual({ ref: '777', shift: 'Day', ['__proto__']: 'x' });
    expect(await desk.seen('text.edited')).toEqual([]);
  },
);
