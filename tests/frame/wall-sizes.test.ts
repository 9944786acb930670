import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import catalogue from '../../templates/catalogue.json' with { type: 'json' };
import { renderDocument } from '#document/document-plan.ts';
import { planOf } from '#document/make-plan.ts';
import { awkward } from './awkward.ts';
import { desk, deskForEachTest } from './harness.ts';

deskForEachTest();

type Wip = { template: string; name: string; values: Record<string, string>; new_attributes: unknown[] };
const root = new URL('../../', import.meta.url);
const wips = readdirSync(new URL('server/seed-data/wips/', root)).map(
  (name) => JSON.parse(readFileSync(new URL(`server/seed-data/wips/${name}`, root), 'utf8')) as Wip,
);

/** Every shipped document as the demo fills it in, by its name. */
const shipped: Readonly<Record<string, string>> = Object.fromEntries(
  catalogue.map(({ uuid, file_name: file }) => {
    const wip = wips.find(({ template }) => template === uuid);
    if (!wip) throw new Error(`The demo has no ${file}.`);
    const { name, values, new_attributes } = wip;
    const source = readFileSync(new URL(`templates/${file}`, root), 'utf8');
    const rows = new_attributes.length > 0 ? JSON.stringify(new_attributes) : null;
    return [name, renderDocument(source, planOf(source), { values: new Map(Object.entries(values)), rows })];
  }),
);

/** What is seen of a document at one of its pages. */
type Look = {
  /** What there is to see, by number, and which of it stands whole in sight with nothing over it. */
  all: string[];
  seen: number[];
  /** Lines of text of which a part is seen. */
  cut: string[];
  /** The smallest letters of what a region says, and of what labels it, in the document's own pixels. */
  text: number;
  label: number;
  scrollY: number;
};

/** In the document. @param edges from where to where of the frame is seen, in its own pixels */
function look(html: Element, { top, bottom }: { top: number; bottom: number }): Look {
  const all: string[] = [];
  const seen: number[] = [];
  const cut: string[] = [];
  const note = (what: string, element: Element, box: DOMRect): void => {
    all.push(what);
    // A line's letters do not reach the edges of its box.
    const isHigh = box.top >= top - 1.5 && box.bottom <= bottom + 1.5;
    const isWithin = isHigh && box.left >= -1 && box.right <= innerWidth + 1;
    if (!isWithin) return;
    const over = document.elementFromPoint(box.left + box.width / 2, (box.top + box.bottom) / 2);
    // Controls that are only shown cannot be pressed: behind them is what they stand in.
    const isControl = element.matches('input,select,textarea');
    if (over !== null && (element.contains(over) || (isControl && over.contains(element)))) seen.push(all.length - 1);
  };
  // What is for those who listen is cut off to a pixel, with all that stands in it.
  const isForEars = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== 'none' || isForEars(element.parentElement));
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isForEars(element);
  const texts = document.createTreeWalker(html, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const parent = node.parentElement;
    if (!node.nodeValue?.trim() || !parent || parent.closest('option,textarea,svg') || !isShown(parent)) continue;
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width <= 1) continue;
      const what = `${parent.id || parent.localName}: ${node.nodeValue.trim().slice(0, 30)}`;
      note(what, parent, line);
      if ([top, bottom].some((edge) => line.top < edge - 1.5 && line.bottom > edge + 1.5)) cut.push(what);
    }
  }
  for (const piece of document.querySelectorAll('img,svg,canvas,iframe,input,textarea,select')) {
    if (isShown(piece)) note(piece.id || piece.localName, piece, piece.getBoundingClientRect());
  }
  const size = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
  const said = (element: Element): string =>
    element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)
      ? ''
      : 'value' in element
        ? String(element.value)
        : (element.textContent ?? '');
  const regions = [...document.querySelectorAll('.editable[id]')].filter((one) => said(one).trim() && isShown(one));
  const labels = [...document.querySelectorAll('dt,th,h2,caption,legend,label,.label')].filter(
    (one) => one.textContent?.trim() && isShown(one),
  );
  return {
    all,
    seen,
    cut,
    text: Math.min(...regions.map(size)),
    label: Math.min(...labels.map(size)),
    scrollY: Math.round(scrollY),
  };
}

/** In the page: how the frame is fitted. */
function fitted(iframe: HTMLIFrameElement) {
  const { transform, clipPath } = iframe.style;
  const [, top = '0', bottom = top] = /^inset\(([\d.]+)(?:px)?(?: \S+ ([\d.]+)px)?/.exec(clipPath) ?? [];
  const scale = Number(/scale\(([\d.]+)\)/.exec(transform)?.[1] ?? 0);
  return { scale, top: Number(top), bottom: iframe.clientHeight - Number(bottom) };
}

/** What can be read of the document that is shown, page by page. */
async function read() {
  const iframe = desk.page.locator('iframe:not([aria-hidden])');
  const html = desk.frame.locator('html');
  await html.evaluate(() => {
    // A control that cannot be pressed is seen all the same.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*{pointer-events:auto!important}');
    document.adoptedStyleSheets.push(sheet);
  });
  const { count } = (await desk.seen('pages.told')).at(-1) as { count: number };
  const seen = new Set<number>();
  const cut: string[] = [];
  let now: Look = { all: [], seen: [], cut: [], text: 0, label: 0, scrollY: -1 };
  for (let page = 0; page < count; page += 1) {
    // oxlint-disable eslint/no-await-in-loop -- page by page
    const before = now.scrollY;
    await expect
      .poll(
        async () => {
          // Once more each time: a document that is fitted meanwhile begins anew.
          await desk.page.evaluate((at) => window.page.host?.frame.send({ type: 'page.turned', page: at }), page);
          now = await html.evaluate(look, await iframe.evaluate(fitted));
          return page === 0 || now.scrollY !== before;
        },
        { timeout: 5_000, interval: 10 },
      )
      .toBe(true)
      // A document that has fewer pages by now is read anew.
      .catch(() => undefined);
    for (const at of now.seen) seen.add(at);
    cut.push(...now.cut.map((what) => `${page} ${what}`));
    // oxlint-enable eslint/no-await-in-loop
  }
  const { all, text, label } = now;
  const { scale } = await iframe.evaluate(fitted);
  const unseen = all.filter((_, at) => !seen.has(at));
  return { text: text * scale, label: label * scale, unseen, cut };
}

/** Documents that are as wide as they are: their letters are as large as that leaves them. */
const isWide = /wide|top to bottom|30 columns|places of their own|frames|from right to left/;

test.each([
  [1920, 1080],
  [3840, 2160],
  [1024, 768],
  [1080, 1920],
])('on a wall of %i by %i all of each document is seen, at once or in pages', async (width, height) => {
  await desk.page.setViewportSize({ width, height });
  await desk.page.evaluate(() => window.page.openLive('<p>First</p>', true));
  await desk.event('document.ready');
  await desk.page.evaluate(() => {
    // What the head of a dashboard with one pane leaves.
    const place = document.querySelector('iframe')?.parentElement;
    document.querySelector('#own')?.remove();
    document.body.style.margin = '0';
    Object.assign(place?.style ?? {}, { width: `${innerWidth - 24}px`, height: `${innerHeight - 96}px` });
  });
  let opened = 1;
  for (const [name, html] of Object.entries({ ...shipped, ...awkward })) {
    // oxlint-disable eslint/no-await-in-loop -- one document after the other
    await desk.page.evaluate((text) => window.page.openLive(text, true), html);
    await desk.event('document.ready', (opened += 1));
    if (html.includes('dataset.done')) await desk.frame.locator('html[data-done]').waitFor();
    let last: Awaited<ReturnType<typeof read>> | null = null;
    // What comes late, and what was fitted for the room of another document, is fitted once more.
    const isRead = async (): Promise<boolean> => (last = await read()).unseen.length === 0;
    await expect
      .poll(isRead, { timeout: 20_000 })
      .toBe(true)
      .catch(() => undefined);
    const { text, label, unseen, cut } = last as unknown as Awaited<ReturnType<typeof read>>;
    expect.soft(cut, `${name}: cut`).toEqual([]);
    expect.soft(unseen, `${name}: out of sight`).toEqual([]);
    const least = (0.97 * Math.min(width, height)) / 1_080;
    expect.soft(isWide.test(name) ? Infinity : text, `${name}: text`).toBeGreaterThanOrEqual(33 * least);
    expect.soft(name in shipped ? label : Infinity, `${name}: labels`).toBeGreaterThanOrEqual(20 * least);
    // oxlint-enable eslint/no-await-in-loop
  }
});
