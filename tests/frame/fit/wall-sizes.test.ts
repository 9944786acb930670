import { expect, test } from 'vitest';
import { awkward } from '../editing/awkward.ts';
import { isFull } from '../../../tools/test/suites.ts';
import { desk, deskForEachTest, PATIENCE } from '../harness.ts';
import { shipped } from '../shipped.ts';
import { fitted, look, type Look } from './wall-look.ts';

deskForEachTest();

/** Reads the document that is shown, page by page. */
async function read() {
  const iframe = desk.page.locator('iframe:not([aria-hidden])');
  const html = desk.frame.locator('html');
  await html.evaluate(() => {
    // A control that cannot be pressed is seen all the same.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*{pointer-events:auto!important}');
    document.adoptedStyleSheets.push(sheet);
  });
  const { count } = (await desk.seen('pages.reported')).at(-1) as { count: number };
  const seen = new Set<number>();
  const cut: string[] = [];
  let now: Look = { all: [], seen: [], cut: [], text: 0, label: 0, scrollY: -1, isWide: false };
  for (let page = 0; page < count; page += 1) {
    // oxlint-disable eslint/no-await-in-loop -- page by page
    const before = now.scrollY;
    await expect
      .poll(
        async () => {
          // Sent each time: a document that is fitted meanwhile begins again.
          await desk.page.evaluate((at) => window.page.host?.frame.send({ type: 'page.turned', page: at }), page);
          now = await html.evaluate(look, await iframe.evaluate(fitted));
          return page === 0 || now.scrollY !== before;
        },
        { timeout: 5_000, interval: 10 },
      )
      .toBe(true)
      // A document that has fewer pages by now is read again.
      .catch(() => undefined);
    for (const at of now.seen) seen.add(at);
    cut.push(...now.cut.map((what) => `${page} ${what}`));
    // oxlint-enable eslint/no-await-in-loop
  }
  const { all, text, label, isWide } = now;
  const { scale } = await iframe.evaluate(fitted);
  const unseen = all.filter((_, at) => !seen.has(at));
  return { text: text * scale, label: label * scale, unseen, cut, isWide };
}

/** Documents that are as wide as they are: their letters are as large as that leaves them. */
const ofOwnWidth = /wide|top to bottom|30 columns|places of their own|frames|from right to left/;
/** Documents that are fitted in different ways: whole, in pages, with what stays in sight, narrower than they are wide, late. */
const SAMPLED = /very|stays|late|right to left|form controls/;
const isSampled = ([name]: [string, string]): boolean => isFull || name in shipped || SAMPLED.test(name);

const sizes = [
  [1920, 1080],
  [3840, 2160],
  [1024, 768],
  [1080, 1920],
].map(([width = 0, height = 0]) => ({ width, height }));

test.each(isFull ? sizes : sizes.slice(0, 1))(
  'on a wall of $width by $height all of each document is seen, at once or in pages',
  async (wall) => {
    const { width, height } = wall;
    await desk.page.setViewportSize({ width, height });
    await desk.page.evaluate(() => window.page.openLive('<!DOCTYPE html><p>First</p>', true));
    await desk.event('document.ready');
    await desk.page.evaluate(() => {
      // The room that the head of a dashboard with one pane leaves.
      const place = document.querySelector('iframe')?.parentElement;
      document.querySelector('#own')?.remove();
      document.body.style.margin = '0';
      Object.assign(place?.style ?? {}, { width: `${innerWidth - 24}px`, height: `${innerHeight - 96}px` });
    });
    let opened = 1;
    for (const [name, html] of Object.entries({ ...shipped, ...awkward }).filter(isSampled)) {
      // oxlint-disable eslint/no-await-in-loop -- one document after the other
      const reports = (await desk.seen('pages.reported')).length;
      await desk.page.evaluate((text) => window.page.openLive(text, true), html);
      await desk.event('document.ready', (opened += 1));
      await desk.event('pages.reported', reports + 1);
      if (html.includes('dataset.done')) await desk.frame.locator('html[data-done]').waitFor();
      // A document that comes late, or was fitted for another one's room, is fitted once more: then it is read again.
      let last: Awaited<ReturnType<typeof read>> | null = null;
      const faults = async (): Promise<unknown> => {
        last = await read();
        return { unseen: last.unseen, cut: last.cut, isWide: last.isWide };
      };
      await expect.poll(faults, { ...PATIENCE, message: name }).toEqual({ unseen: [], cut: [], isWide: false });
      const { text, label } = last as unknown as Awaited<ReturnType<typeof read>>;
      const least = (0.97 * Math.min(width, height)) / 1_080;
      expect.soft(ofOwnWidth.test(name) ? Infinity : text, `${name}: text`).toBeGreaterThanOrEqual(33 * least);
      expect.soft(name in shipped ? label : Infinity, `${name}: labels`).toBeGreaterThanOrEqual(20 * least);
      // oxlint-enable eslint/no-await-in-loop
    }
  },
);
