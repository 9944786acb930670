import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Frame, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { markBlanks } from '#common/document/html/blanks.ts';
import type { FrameMode } from '#document/host/protocol.ts';
import { findBlanks } from '#server/domain/uploads/blanks/blanks.ts';

import { shows } from '#tests/support/shows.ts';
import { isFull } from '../../tools/test/suites.ts';
import { desk, deskForEachTest } from './harness.ts';

const folder = join(import.meta.dirname, 'corpus');
/** Not as alone: link notation is shown as links. */
const LINKED = 'links.html';
const files = (await readdir(folder)).filter((name) => name.endsWith('.html') && name !== LINKED);

deskForEachTest();

type Looks = {
  /** Each element with the place and size of its box, in whole pixels from the start of the document. */
  readonly boxes: Record<string, readonly number[]>;
  /** Each element with words of its own: the contrast of words and what is behind them. */
  readonly contrasts: Record<string, number>;
  /** Boxes that the frame draws and that are not in the document: around an empty region in a line. */
  readonly drawn: readonly (readonly number[])[];
};

/** Measures a document, alone or in a frame. Runs there. */
function measure(): Looks {
  type Colour = readonly [number, number, number, number];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('There is nothing to read colours with.');
  const colourOf = (css: string): Colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (at: 0 | 1 | 2): number => top[at] * top[3] + below[at] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const system = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const meta = document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content ?? 'light';
  const schemes = scheme === 'normal' ? meta : scheme;
  const isDark = schemes.includes('dark') && (system || !schemes.includes('light'));
  const paper: Colour = isDark ? [18, 18, 18, 1] : [255, 255, 255, 1];
  const behind = (element: Element | null): Colour =>
    element ? over(colourOf(getComputedStyle(element).backgroundColor), behind(element.parentElement)) : paper;
  const light = ([r, g, b]: Colour): number => {
    const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const boxes: Record<string, number[]> = {};
  const contrasts: Record<string, number> = {};
  for (const [index, element] of [...document.body.querySelectorAll('*'), document.body].entries()) {
    const name = `${index} ${element.localName}#${element.id}`;
    const { x, y, width, height } = element.getBoundingClientRect();
    boxes[name] = [x + scrollX, y + scrollY, width, height].map(Math.round);
    if (![...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')) continue;
    const ground = behind(element);
    const [a, b] = [light(ground), light(over(colourOf(getComputedStyle(element).color), ground))];
    contrasts[name] = Number(((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)).toFixed(1));
  }
  const drawn = [...document.querySelectorAll('[contenteditable]:empty')].map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left - 4, top - 4, right + 4, bottom + 4];
  });
  return { boxes, contrasts, drawn };
}

/** How many dots differ between two pictures, but for those in some places. Runs in a page. */
async function compare([one, two, but]: readonly [string, string, Looks['drawn']]): Promise<number> {
  const [a, b] = await Promise.all(
    [one, two].map(async (picture) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const paper = canvas.getContext('2d');
      paper?.drawImage(image, 0, 0);
      return paper?.getImageData(0, 0, image.width, image.height);
    }),
  );
  if (!a || !b || a.width !== b.width || a.height !== b.height) return Infinity;
  let count = 0;
  for (let at = 0; at < a.data.length; at += 1) {
    // The edges of letters are not rounded alike everywhere.
    if (Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) <= 16) continue;
    const [x, y] = [Math.floor(at / 4) % a.width, Math.floor(at / 4 / a.width)];
    const isBut = ([l = 0, t = 0, r = 0, u = 0]: readonly number[]): boolean => x >= l && x <= r && y >= t && y <= u;
    if (!but.some(isBut)) count += 1;
  }
  return count;
}

/** The document as the browser shows it by itself, in a window as large as the frame. */
async function openAlone(html: string): Promise<Page> {
  const size = await iframe().evaluate(({ clientWidth: width, clientHeight: height }) => ({ width, height }));
  const alone = await desk.page.context().newPage();
  await alone.setViewportSize(size);
  await alone.emulateMedia(await schemeOf(desk.page));
  await alone.route('**/*', (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
      : route.abort(),
  );
  await alone.goto('http://alone.example/');
  return alone;
}

const schemeOf = async (page: Page): Promise<{ colorScheme: 'light' | 'dark' }> => ({
  colorScheme: (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light',
});

const iframe = (): Locator => desk.page.locator('iframe:not([aria-hidden])');
const frameOf = async (): Promise<Frame> => (await (await iframe().elementHandle())?.contentFrame()) as Frame;

/** Those that differ most, each in the system that its colours were not made for; a full run looks at all in both. */
const FEW = {
  always: 'light',
  controls: 'dark',
  'no-colours': 'dark',
  quirks: 'light',
  right: 'dark',
  'white-sheet': 'dark',
};
const places = files.flatMap((file) =>
  (['light', 'dark'] as const)
    .filter((scheme) => isFull || Object.entries(FEW).some(([name, its]) => file.startsWith(name) && its === scheme))
    .map((scheme) => ({ file, scheme })),
);

test.each(places)(shows('d38.looks')('$file in a $scheme system looks as it does alone'), async ({ file, scheme }) => {
  const html = await readFile(join(folder, file), 'utf8');
  await desk.page.emulateMedia({ colorScheme: scheme });
  // A page with colours of its own, as the product's are: none of them may be seen through a document.
  await desk.page.evaluate(() =>
    Object.assign(document.documentElement.style, { colorScheme: 'light dark', background: 'light-dark(#dfd, #030)' }),
  );
  await desk.show(html, 'view');
  const alone = await openAlone(html);
  const there = await alone.evaluate(measure);
  const picture = (await alone.screenshot()).toString('base64');
  const compareNow = async (mode: FrameMode): Promise<void> => {
    const here = await (await frameOf()).evaluate(measure);
    expect(Object.keys(here.boxes)).toEqual(Object.keys(there.boxes));
    expect.soft(apart(here.boxes, there.boxes), `boxes, ${mode}`).toEqual({});
    expect.soft(here.contrasts, `contrasts, ${mode}`).toEqual(there.contrasts);
    // A frame has a process of its own: what its document says of itself may not be on the screen yet.
    const dotsApart = async (): Promise<number> => {
      const own = (await iframe().screenshot()).toString('base64');
      return alone.evaluate(compare, [own, picture, here.drawn] as const);
    };
    await expect.poll(dotsApart, { message: `dots, ${mode}`, timeout: 10_000, interval: 250 }).toBe(0);
  };
  await compareNow('view');
  await onPaper(async () => {
    const [here, paper] = [await (await frameOf()).evaluate(measure), await alone.evaluate(measure)];
    expect.soft(apart(here.boxes, paper.boxes), 'boxes, paper').toEqual({});
    expect.soft(here.contrasts, 'contrasts, paper').toEqual(paper.contrasts);
  });
  // Behind the other page everything that waits for a frame would take seconds.
  await desk.page.bringToFront();
  await desk.show(html, 'edit');
  await compareNow('edit');

  async function onPaper(look: () => Promise<void>): Promise<void> {
    const set = (media: 'print' | 'screen'): Promise<unknown> =>
      Promise.all([desk.page, alone].map((page) => page.emulateMedia({ media })));
    await set('print');
    await look();
    await set('screen');
  }
});

/** The boxes that are not where they are alone, give or take a pixel. */
function apart(here: Looks['boxes'], there: Looks['boxes']): Record<string, unknown> {
  const isNear = (a: readonly number[], b: readonly number[]): boolean =>
    a.every((value, at) => Math.abs(value - (b[at] ?? Infinity)) <= 1);
  return Object.fromEntries(
    Object.entries(here)
      .filter(([name, box]) => !isNear(box, there[name] ?? []))
      .map(([name, box]) => [name, { here: box, alone: there[name] }]),
  );
}

test('an empty region in a line is found and pressed, and nothing else moves for it', async () => {
  await desk.show(await readFile(join(folder, 'inline-empty.html'), 'utf8'));
  const frame = await frameOf();
  const before = await frame.evaluate(measure);
  for (const [id, dx] of [
    ['name', 5],
    ['unit', -5],
    ['code', 3],
  ] as const) {
    const region = desk.frame.locator(`#${id}`);
    expect(await region.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('dashed');
    const place = await iframe().boundingBox();
    const { x, y, height } = await region.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    await desk.page.mouse.click((place?.x ?? 0) + x + dx, (place?.y ?? 0) + y + height / 2);
    expect(await desk.frame.locator(':focus').getAttribute('id')).toBe(id);
    expect(
      Object.keys(apart((await frame.evaluate(measure)).boxes, before.boxes)).filter(
        (name) => !name.endsWith(`#${id}`),
      ),
    ).toEqual([]);
    await desk.page.keyboard.type('x y');
    await desk.value(id, 'x y');
    for (let left = 3; left > 0; left -= 1) await desk.page.keyboard.press('Backspace');
    await desk.value(id, '');
  }
  // A press elsewhere is none on a region.
  await desk.frame.getByText('Kind').click();
  expect(await desk.frame.locator(':focus').count()).toBe(0);
});

test('a place that is marked in the workshop keeps its height while it is empty, on walls and on paper', async () => {
  const source = `<style>p { margin: 0 } td { border: 1px solid }</style><table><tr><th>Name</th><th>Unit</th></tr>
    <tr><td><p>&nbsp;</p></td><td><br></td></tr><tr><td><p><b>&nbsp;</b></p></td><td>&nbsp;</td></tr>
    <tr><td><br>\n<br><br></td><td>&nbsp;<br>&nbsp;</td></tr></table>
    <p>Remarks</p><p>________________</p><p>________________</p><p>[Name of the chief]</p>`;
  const { blanks, ids } = findBlanks(source);
  const taken = blanks.flatMap(({ label, kind }, at) => (kind === 'text' ? [] : [{ at, label }]));
  const heights = async (html: string, mode: FrameMode): Promise<number[]> => {
    await desk.show(html, mode);
    return (await frameOf()).evaluate(() =>
      Array.from(document.querySelectorAll('tr, p'), (element) => Math.round(element.getBoundingClientRect().height)),
    );
  };
  const alone = await heights(source, 'view');
  // A drawn line below a place takes a pixel.
  const isAlike = (found: number[]): boolean[] => found.map((height, at) => [0, 1].includes(height - (alone[at] ?? 0)));
  const marked = markBlanks(source, blanks, taken, ids);
  expect([marked.match(/class="editable"/g)?.length, marked.includes('____')]).toEqual([8, false]);
  // A cell of several lines has one while it is edited.
  const isOneLine = alone.map((height) => height < 50);
  expect(isOneLine.filter((is) => !is).length).toBe(1);
  expect(isAlike(await heights(marked, 'edit'))).toEqual(isOneLine);
  expect(isAlike(await heights(marked, 'view'))).toEqual(alone.map(() => true));
  await desk.page.emulateMedia({ media: 'print' });
  expect(isAlike(await heights(marked, 'view'))).toEqual(alone.map(() => true));
});
