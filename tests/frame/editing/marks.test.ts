import { expect, test } from 'vitest';
import { inFull, isFull } from '../../../tools/test/suites.ts';
import { awkward } from './awkward.ts';
import { desk, deskForEachTest, PATIENCE } from '../harness.ts';
import { shipped } from '../shipped.ts';
import { fitted } from '../fit/wall-look.ts';

deskForEachTest();

const board = (wind: string, body = '', head = ''): string => `<!DOCTYPE html><html lang="en">
<style>body{margin:0 9px;font:20px/1.4 sans-serif}p,td{border:1px solid;margin:10px}div div{display:none}${head}</style>
<p id="room" class="editable">Room</p><p id="wind" class="editable">${wind}</p>
<span id="tight" class="editable" style="display:inline-block">${wind}</span><input id="field" class="editable" value="${wind}">${body}`;

const tightPage = (style: string, body: string): string =>
  `<!DOCTYPE html><html lang="en"><style>*{margin:0;padding:0}${style}</style>${body}`;
const row = (no: number): string =>
  `<tr><th>Kind ${no}</th><td class="editable" id="count-${no}">${no}</td><td><span class="editable" id="unit-${no}">Unit ${no}</span></td></tr>`;
/** Documents in which texts stand close together. */
const tight: Readonly<Record<string, string>> = {
  'a table without room': tightPage(
    'table{border-collapse:collapse}td,th{border:1px solid}',
    `<table>${[1, 2, 3, 4].map(row).join('')}</table>`,
  ),
  'lines that touch': tightPage(
    'p{font:20px/1 serif}',
    [1, 2, 3].map((no) => `<p class="editable" id="p-${no}">Line ${no} goes jog</p>`).join(''),
  ),
  'regions within a sentence': tightPage(
    'p{font:16px/1.1 sans-serif;width:200px}',
    `<p>Wind <span class="editable" id="a">SW</span>, gusts to <b class="editable" id="b">25 knots until</b> noon, then <i class="editable" id="c">W</i>.</p>`,
  ),
  'letters that leave their lines': tightPage(
    'p{font:30px/.8 serif}',
    `<p>Above</p><p class="editable" id="a">Ågypt</p><p>Below</p>`,
  ),
  'fields side by side': tightPage(
    '',
    `<label>Yes <input type="checkbox" class="editable" id="a"></label><input class="editable" id="b" value="Value"><select class="editable" id="c"><option>One</option></select>`,
  ),
};

/** Shows a submission in the place of the one before, as a wall does. */
async function submit(html: string): Promise<void> {
  const before = (await desk.seen('document.ready')).length;
  await desk.page.evaluate((text) => window.page.openLive(text, true), html);
  await desk.event('document.ready', before + 1);
}
/** Marks that stand in the document. */
const drawn = () => desk.frame.locator('.line');
const labels = () => desk.frame.locator('.label');
const mark = (...marks: [id: string, words: string, isQuiet?: boolean][]): Promise<void> =>
  desk.page.evaluate((all) => window.page.host?.post({ type: 'mark', marks: all }), marks);
const rect = async (selector: string, at = 0) => {
  const box = await desk.frame.locator(selector).nth(at).boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen.`);
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
};
/** Returns the layout of the document. */
const lie = () =>
  desk.frame.locator('html').evaluate((root) => {
    const places = [...root.querySelectorAll('body, body *')].map((element) =>
      JSON.stringify(element.getBoundingClientRect()),
    );
    return { places, text: (root as HTMLElement).innerText, high: root.scrollHeight, wide: root.scrollWidth };
  });

test('what a submission has changed is marked, moves nothing, is no part of the document, and is gone from paper', async () => {
  await submit(board('SW 12'));
  expect(await drawn().count()).toBe(0);
  await submit(board('W 25'));
  await expect.poll(() => drawn().count()).toBe(12);
  const marked = await lie();
  await mark();
  await expect.poll(() => drawn().count()).toBe(0);
  expect(await lie()).toEqual(marked);
  await mark(['room', '']);
  await expect.poll(() => drawn().count()).toBe(4);
  await desk.page.emulateMedia({ media: 'print' });
  await drawn().first().waitFor({ state: 'hidden' });
});

test('on a wall no words stand at a region; in an editor they do beside its text where there is room, and are said in any case', async () => {
  await submit(board('SW 12'));
  await submit(board('W 25'));
  await expect.poll(() => drawn().count()).toBe(12);
  expect(await labels().count()).toBe(0);
  expect(await desk.frame.locator('[aria-description]').count()).toBe(0);

  const text = (id: string) =>
    desk.frame.locator(`#${id}`).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    });
  const rtl = '<p id="rtl" class="editable" dir="rtl">\u0631\u064a\u062d</p>';
  await desk.page.evaluate(() => window.page.host?.dispose());
  await desk.show(board('SW 12', rtl));
  await mark(['wind', 'changed by Dana'], ['tight', 'changed by Amir'], ['rtl', 'changed by Kim']);
  await labels().first().waitFor();
  expect(await labels().allTextContents()).toEqual(['changed by Dana', 'changed by Kim']);
  const zero = (await rect('html')).left;
  const [ltr, other] = [await rect('.label', 0), await rect('.label', 1)];
  expect(ltr.left).toBeGreaterThan(zero + (await text('wind')).right);
  expect(other.right).toBeLessThan(zero + (await text('rtl')).left);
  // Its triangle is where its lines end.
  expect(await rect('.corner.left')).toMatchObject({ left: (await rect('#rtl')).left });
  for (const [id, by] of [
    ['wind', 'Dana'],
    ['tight', 'Amir'],
  ] as const)
    expect(await desk.frame.locator(`#${id}`).getAttribute('aria-description')).toBe(`changed by ${by}`);
});

test('in forced colours marks have the colour of what is highlighted', async () => {
  await submit(board('SW 12'));
  await mark(['room', '']);
  const colours = () =>
    desk.frame
      .locator('.line')
      .first()
      .evaluate((line) => [null, '::after'].map((part) => getComputedStyle(line, part).backgroundColor));
  let usual: string[] = [];
  // A line that is being drawn again has none.
  await expect.poll(async () => new Set((usual = await colours())).size, PATIENCE).toBe(2);
  await desk.page.emulateMedia({ forcedColors: 'active' });
  const isOther = async (): Promise<boolean> => {
    const [ground = '', line = ''] = await colours();
    return line !== '' && line !== usual[1] && line !== ground;
  };
  await expect.poll(isOther, PATIENCE).toBe(true);
  await desk.page.emulateMedia({ forcedColors: null });
});

/** Areas that the lines of all marks enclose. */
const frame = async () => {
  const lines = await Promise.all(Array.from({ length: await drawn().count() }, (_, at) => rect('.line', at)));
  const most = (side: keyof (typeof lines)[0], sign: number) =>
    sign * Math.max(...lines.map((line) => sign * line[side]));
  return { left: most('left', -1), top: most('top', -1), right: most('right', 1), bottom: most('bottom', 1) };
};
const isAround = async (selector: string): Promise<boolean> => {
  const [box, region] = [await frame(), await rect(selector)];
  return Object.entries(box).every(([side, at]) => Math.abs(at - region[side as 'left']) <= 6);
};

test('a field that shows its whole value is marked where that stands', async () => {
  const field = (value: string): string => board('SW 12', `<textarea id="long" class="editable">${value}</textarea>`);
  await submit(field('one'));
  await submit(field('one\ntwo\nthree\nfour\nfive'));
  // A new look at the room puts a new stand-in there.
  await expect.poll(() => isAround('span[role=note]').catch(() => false), PATIENCE).toBe(true);
});

test('marks follow a document that moves by itself', async () => {
  await submit(board('SW 12'));
  await submit(board('SW 12').replace('>Room', '>Rooms'));
  await expect.poll(() => isAround('#room').catch(() => false), PATIENCE).toBe(true);
  await desk.frame.locator('html').evaluate(() => document.querySelector('p')?.before(document.createElement('h1')));
  await desk.frame.locator('h1').evaluate((heading) => void (heading.style.height = '200px'));
  await expect.poll(async () => (await rect('#room')).top > 200 && (await isAround('#room')), PATIENCE).toBe(true);
});

/** In the document. @returns what a mark covers, and which regions have none */
function faultsOf(html: Element) {
  const texts: [what: string, at: DOMRect][] = [];
  const walk = document.createTreeWalker(html, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode as Text;
    const words = data.trim();
    if (words === '' || parentElement?.closest('option,textarea,style,script')) continue;
    const start = data.indexOf(words);
    range.setStart(walk.currentNode, start);
    range.setEnd(walk.currentNode, start + words.length);
    for (const line of range.getClientRects()) texts.push([words.slice(0, 30), line]);
  }
  for (const field of document.querySelectorAll('input,select,textarea')) {
    const { left, top, right, bottom } = field.getBoundingClientRect();
    const style = getComputedStyle(field);
    const edge = (side: 'Left' | 'Right'): number =>
      Number.parseFloat(style[`padding${side}`]) + Number.parseFloat(style[`border${side}Width`]);
    const [from, to] = [left + edge('Left'), right - edge('Right')];
    texts.push([`value of ${field.id}`, new DOMRect(from, top + 3, to - from, bottom - top - 6)]);
  }
  const meets = (one: DOMRect, other: DOMRect, by: number): boolean =>
    one.left < other.right - by &&
    one.right > other.left + by &&
    one.top < other.bottom - by &&
    one.bottom > other.top + by;
  const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const marks = roots.flatMap((root) => [...root.querySelectorAll('.line,.corner,.label')]);
  const places = marks.map((one) => one.getBoundingClientRect());
  const covered = texts.filter(([, at]) => at.width > 1 && places.some((place) => meets(place, at, 0.1)));
  const regions = [...document.querySelectorAll('.editable[id]')].map((one) => {
    const isStoodIn = one.hasAttribute('data-ready-covered');
    return [one.id, (isStoodIn ? one.previousElementSibling : one)?.getBoundingClientRect()] as const;
  });
  const unmarked = regions.filter(
    ([, at]) => at && at.width > 0 && at.height > 0 && !places.some((place) => meets(place, at, -8)),
  );
  return { covered: covered.map(([what]) => what), unmarked: unmarked.map(([id]) => id), count: marks.length };
}

/** Awkward documents that lie in different ways; all of them are shown in a full run. */
const SAMPLED = /stays|right to left|form controls|places of their own/;
const WALLS = [
  [1920, 1080],
  [1024, 768],
  [3840, 2160],
] as const;

test('no mark covers any text, whatever has changed: of the shipped documents and of awkward ones, on each wall', async () => {
  await desk.page.evaluate(() => window.page.openLive('<!DOCTYPE html><p>First</p>', true));
  await desk.event('document.ready');
  await desk.page.evaluate(() => {
    const place = document.querySelector('iframe')?.parentElement;
    document.querySelector('#own')?.remove();
    document.body.style.margin = '0';
    Object.assign(place?.style ?? {}, { width: 'calc(100vw - 24px)', height: 'calc(100vh - 96px)' });
  });
  const isSampled = ([name]: [string, string]): boolean => isFull || !(name in awkward) || SAMPLED.test(name);
  const all = Object.entries({ ...shipped, ...awkward, ...tight }).filter(isSampled);
  for (const [name, html] of all) {
    // oxlint-disable eslint/no-await-in-loop -- one document after the other
    await submit(html);
    const ids = await desk.frame.locator('.editable[id]').evaluateAll((regions) => regions.map(({ id }) => id));
    await mark(...ids.slice(0, 500).map((id): [string, string] => [id, '']));
    for (const [width, height] of isFull ? WALLS : WALLS.slice(0, 1)) {
      await desk.page.setViewportSize({ width, height });
      const look = async (): Promise<unknown> => {
        const { count, covered, unmarked } = await desk.frame.locator('html').evaluate(faultsOf);
        return { covered, unmarked, isMarked: count > 0 || ids.length === 0 };
      };
      await expect
        .poll(look, { ...PATIENCE, message: `${name} at ${width}` })
        .toEqual({ covered: [], unmarked: [], isMarked: true });
    }
    // oxlint-enable eslint/no-await-in-loop
  }
});

/** True if a region is on the page that is seen. */
const isSeen = async (selector: string): Promise<boolean> => {
  const edges = await desk.page.locator('iframe:not([aria-hidden])').evaluate(fitted);
  return desk.frame.locator(selector).evaluate((region, { top, bottom }) => {
    const box = region.getBoundingClientRect();
    return box.top >= top - 1 && box.bottom <= bottom + 1;
  }, edges);
};
const sixty = (changed: Record<number, string>): string =>
  `<!DOCTYPE html><html lang="en">${Array.from(
    { length: 60 },
    (_, at) => `<p class="editable" id="line-${at}">Line ${at}${changed[at] ?? ''}</p>`,
  ).join('')}`;

test('the page with the first change is turned to once, also in a tab that is shown later', async () => {
  await desk.page.evaluate((html) => window.page.openLive(html, true), sixty({}));
  await desk.event('document.ready');
  const before = (await desk.seen('page.wanted')).length;
  /** Turns to the page that is wanted, as the page turner of a screen does. */
  const turn = async (count: number): Promise<void> => {
    await desk.event('page.wanted', before + count);
    const { page } = (await desk.seen('page.wanted')).at(-1) as { page: number };
    await desk.page.evaluate((at) => window.page.host?.frame.send({ type: 'page.turned', page: at }), page);
    await expect.poll(() => isSeen('#line-40'), PATIENCE).toBe(true);
  };
  await submit(sixty({ 40: ' new', 55: ' new' }));
  await turn(1);
  // A document that is fitted again for another room is not turned once more.
  await desk.page.evaluate(() => window.page.host?.frame.send({ type: 'page.turned', page: 0 }));
  const fits = (await desk.seen('pages.reported')).length;
  await desk.page.setViewportSize({ width: 1100, height: 720 });
  await desk.event('pages.reported', fits + 1);
  await desk.event('pong.received');
  expect((await desk.seen('page.wanted')).length).toBe(before + 1);

  const hide = (isHidden: boolean): Promise<void> =>
    desk.page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await hide(true);
  await submit(sixty({ 40: ' newer', 55: ' new' }));
  await submit(sixty({ 40: ' newer', 55: ' newer' }));
  expect((await desk.seen('page.wanted')).length).toBe(before + 1);
  await hide(false);
  // The first of all that has come meanwhile.
  await turn(2);
  expect((await desk.seen('page.wanted')).length).toBe(before + 2);
});

const MANY = 20_000;

inFull(test)(`a document with ${MANY} changed regions stays one that can be read`, async () => {
  const rows = (value: string): string =>
    Array.from({ length: MANY }, (_, at) => `<p id="row-${at}" class="editable">${value}</p>`).join('');
  await submit(board('SW 12', rows('one')));
  await submit(board('W 25', rows('two')));
  await expect.poll(() => drawn().count(), PATIENCE).toBe(2_000);
  await desk.event('pong.received');
});

test('what was filled from another document has a triangle alone, and says so at the region', async () => {
  await desk.page.evaluate((html) => window.page.open(html, 'edit'), board('SW 12'));
  await desk.event('document.ready');
  const before = await lie();
  await mark(['wind', 'filled from “Night log”', true]);
  await expect.poll(() => desk.frame.locator('.corner').count()).toBe(1);
  expect([await drawn().count(), await labels().count()]).toEqual([0, 0]);
  expect(await desk.frame.locator('#wind').getAttribute('aria-description')).toBe('filled from “Night log”');
  await mark();
  await expect.poll(() => desk.frame.locator('.corner').count()).toBe(0);
  expect([await desk.frame.locator('#wind').getAttribute('aria-description'), await lie()]).toEqual([null, before]);
});
