import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { FRAME_REOPENED } from '#config/frame.ts';

import { bench, desk, deskForEachTest } from './harness.ts';

deskForEachTest();

test('a control that cannot show what its document gave it keeps it until somebody changes it', async () => {
  const given = { day: '01.03.2024', count: '1,5', hour: '9:5', shade: 'red-ish', level: '', mail: ' a@b.example ' };
  await desk.show(`<input class="editable" id="day" type="date" value="01.03.2024"><input class="editable" id="count" type="number" value="1,5">
    <input class="editable" id="hour" type="time" value="9:5"><input class="editable" id="shade" type="color" value="red-ish">
    <input class="editable" id="level" type="range"><input class="editable" id="mail" type="email" value=" a@b.example "><p class="editable" id="a">x</p>`);
  expect(await desk.values()).toEqual({ ...given, a: 'x' });
  await desk.frame.locator('#a').click();
  await desk.page.keyboard.type('y');
  await desk.event('text.edited');
  expect(Object.fromEntries((await desk.snapshot()).values)).toEqual({ ...given, a: 'xy' });
  await desk.frame.locator('#day').fill('2026-11-23');
  await desk.value('day', '2026-11-23');
  await desk.frame.locator('#day').fill('');
  await desk.value('day', '');
  await desk.frame.locator('#count').fill('2');
  await desk.value('count', '2');
  await desk.frame.locator('#level').fill('51');
  await desk.value('level', '51');
  await desk.frame.locator('#level').fill('50');
  await desk.value('level', '50');
  // Values that another view sets are no edits of this one.
  const edits = (await desk.seen('text.edited')).length;
  await desk.command('patch', [
    ['count', ''],
    ['shade', '#000000'],
    ['hour', ''],
    ['mail', 'a@b.example'],
  ]);
  await desk.frame.locator('#a').press('z');
  await desk.event('text.edited', edits + 1);
  const changed = ((await desk.seen('text.edited')) as [string, string][][]).slice(edits).flat();
  expect(changed.map(([id]) => id)).toEqual(['a']);
  const now = Object.fromEntries((await desk.snapshot()).values);
  expect(now).toMatchObject({ day: '', level: '50', count: '', shade: '#000000', hour: '', mail: 'a@b.example' });
});

test('a document that would load itself anew after a while stays, with what is typed into it', async () => {
  /** The document's own clock says when a refresh would have come. */
  const later = '<script>setTimeout(()=>{document.body.dataset.later=1},1500)</script>';
  const isLater = (): Promise<void> => desk.frame.locator('body[data-later]').waitFor();
  await desk.show(`<meta content="1" HTTP-EQUIV = 'Refresh'><meta http-equiv="refresh" content="1;url=http://127.0.0.1:1/">
    ${later}<p class="editable" id="a">x</p>`);
  await desk.frame.locator('#a').click();
  await desk.page.keyboard.type('y');
  await isLater();
  await desk.page.keyboard.type('z');
  await desk.value('a', 'xyz');
  // Beside one that is none.
  const real = '<meta http-equiv="refresh" content="1">';
  const others = [`<!--${real}-->`, `<template>${real}</template>`, `<script>const s='${real}'</script>`];
  await desk.show(`${others.join('')}${real}${others.join('')}${later}<p class="editable" id="a">x</p>`);
  await desk.frame.locator('#a').click();
  await isLater();
  await desk.page.keyboard.type('y');
  await desk.value('a', 'xy');
  // In every spelling that a parser takes, be it the ninth, or behind what a parser without scripts would read otherwise.
  const spelt = [
    '<meta/http-equiv=refresh content=1>',
    '<meta http-equiv="re&#102;resh" content="1">',
    '<meta name="a>b" HTTP-EQUIV=refresh content="1">',
    '<meta http-equiv\n=\n"REFRESH"content="1">',
    '<meta http-equiv="refresh" http-equiv="pragma" content="1">',
    '<noscript><!--</noscript><meta http-equiv=refresh content="1"><!---->',
    ...Array.from({ length: 9 }, () => real),
  ];
  await desk.show(
    `<!--http-equiv-->${spelt.join('<meta http-equiv="pragma" content="x">')}${later}<p class="editable" id="a">x</p>`,
  );
  await desk.frame.locator('#a').click();
  await isLater();
  await desk.page.keyboard.type('y');
  await desk.value('a', 'xy');
  // The same letters in a text field are its words.
  const words = '<meta http-equiv="refresh" content="9">';
  await desk.show(`<textarea class="editable" id="t">${words}</textarea>`);
  expect(await desk.values()).toEqual({ t: words });
  await desk.show(`<meta/http-equiv=refresh content="900"><textarea class="editable" id="t">${words}</textarea>`);
  expect(await desk.values()).toEqual({ t: words });
  // It is looked for in one pass.
  await desk.show(`<p class="editable" id="a">x</p><!--<meta http-equiv=${' '.repeat(500_000)}-->`);
  expect(await desk.values()).toEqual({ a: 'x' });
});

test('a document whose script takes it out of its frame is opened again by itself; one in which people write by its owner', async () => {
  const document = '<p class="editable" id="a">x</p>';
  const goes = (): Promise<void> =>
    desk.frame.locator('body').evaluate((body) => {
      const refresh = body.ownerDocument.createElement('meta');
      refresh.httpEquiv = 'refresh';
      refresh.content = '0;url=about:blank';
      body.append(refresh);
    });
  desk.isWorn = true;
  await desk.page.clock.install();
  await desk.page.goto(bench.origin);
  await desk.page.evaluate((html) => window.page.openLive(html), document);
  await desk.event('document.ready');
  await goes();
  await desk.event('gone');
  await desk.page.clock.runFor(FRAME_REOPENED);
  await desk.event('document.ready', 2);
  await desk.frame.locator('#a').waitFor();
  expect(await desk.seen('lost')).toEqual([]);
  await desk.show(document);
  await goes();
  await desk.event('gone');
  // No other document takes its place.
  expect(await desk.page.locator('iframe').count()).toBe(0);
  await desk.page.clock.runFor(FRAME_REOPENED);
  await desk.event('xstate.after.reopening.documentFrame.shown.gone.waiting');
  expect(await desk.seen('document.ready')).toHaveLength(1);
});

describe('a press on a link', () => {
  const LINK = 'https://ready.example/x';

  test('in which a region stands places the caret', async () => {
    await desk.show(`<a href="${LINK}">Link <b class="editable" id="a">x</b></a>`);
    await desk.frame.locator('#a').click();
    await desk.page.keyboard.press('End');
    await desk.page.keyboard.type('y');
    await desk.value('a', 'xy');
    // An opening would have been reported before the text.
    expect(await desk.seen('opened')).toEqual([]);
  });

  const over = 'style="position:fixed;inset:0;z-index:9"';
  const asks: string[] = [];
  const host = createServer(({ url }, response) => {
    asks.push(url ?? '');
    response.end('x');
  });
  beforeAll(() => new Promise<void>((done) => host.listen(0, '127.0.0.1', done)));
  afterAll(() => host.close());
  test.each([
    ['of HTML', `const q=document.body.appendChild(document.createElement('a'));q.href='AWAY'`],
    [
      'of SVG',
      `document.body.insertAdjacentHTML('beforeend','<svg ${over}><a xlink:href="AWAY"><rect width="999" height="999"/></a></svg>');const q=document.querySelector('svg a')`,
    ],
    [
      'in a closed shadow',
      `const q=document.createElement('a');q.href='AWAY';document.body.appendChild(document.createElement('div')).attachShadow({mode:'closed'}).append(q)`,
    ],
  ])('%s leaves by no gesture of the browser either', async (_, make) => {
    const away = `http://127.0.0.1:${(host.address() as AddressInfo).port}/away`;
    const context = desk.page.context();
    const before = context.pages().length;
    await desk.show(`<p class="editable" id="a">x</p><script>${make.replace('AWAY', away)};q.style.cssText='position:fixed;inset:0;z-index:9';
      q.addEventListener('click',(event)=>{event.stopPropagation();window.pressed=(window.pressed??0)+1})</script>`);
    const place = await desk.page.locator('iframe:not([aria-hidden])').boundingBox();
    for (const modifiers of [['Shift'], ['Alt'], ['Shift', 'Control']]) {
      for (const key of modifiers) await desk.page.keyboard.down(key);
      await desk.page.mouse.click((place?.x ?? 0) + 50, (place?.y ?? 0) + 50);
      for (const key of modifiers) await desk.page.keyboard.up(key);
    }
    const frame = await (await desk.page.locator('iframe:not([aria-hidden])').elementHandle())?.contentFrame();
    await expect.poll(() => frame?.evaluate(() => Reflect.get(window, 'pressed') as number)).toBe(3);
    await desk.page.waitForTimeout(500);
    expect(asks).toEqual([]);
    expect(context.pages()).toHaveLength(before);
  });
});

test("a form's own Reset is heard", async () => {
  await desk.show(
    '<form><input class="editable" id="a" value="x"><button type="reset">Reset</button></form><p>Elsewhere</p>',
  );
  await desk.frame.locator('#a').fill('changed');
  await desk.frame.getByText('Elsewhere').click();
  await desk.value('a', 'changed');
  // Nothing of that is on its way any more.
  await desk.snapshot();
  await desk.frame.getByRole('button').click();
  await desk.value('a', 'x');
});
