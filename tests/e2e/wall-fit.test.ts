import { expect } from 'vitest';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { it } from './app-test.ts';
import type { AppWindow } from './windows.ts';

const COMMAND = paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT);
const PATIENCE = { timeout: 30_000 } as const;

/** How a frame is fitted: its scale, and from where to where of it is seen, in its own pixels. */
function fitted(iframe: Element) {
  const { transform, clipPath } = (iframe as HTMLIFrameElement).style;
  const [, top = '0', bottom = top] = /^inset\(([\d.]+)(?:px)?(?: \S+ ([\d.]+)px)?/.exec(clipPath) ?? [];
  return {
    scale: Number(/scale\(([\d.]+)\)/.exec(transform)?.[1] ?? 0),
    top: Number(top),
    bottom: (iframe as HTMLIFrameElement).clientHeight - Number(bottom),
  };
}

/** The regions with a text that are seen, all there are, and the smallest letters of what a region and what a label says. */
function looked(root: Element, { top, bottom }: { top: number; bottom: number }) {
  // A box that is ticked has no letters.
  const regions = [...root.querySelectorAll<HTMLElement>('.editable[id]:not([type=checkbox],[type=radio])')];
  const said = (region: HTMLElement): string => ('value' in region ? String(region.value) : (region.textContent ?? ''));
  const filled = regions.filter((region) => said(region).trim() && region.checkVisibility());
  const size = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
  const labels = [...root.querySelectorAll('dt,th,h2,caption')].filter((label) => label.checkVisibility());
  /** How much of its text stands whole between the two edges. */
  const lines = (region: HTMLElement): string[] => {
    const range = document.createRange();
    range.selectNodeContents(region);
    const seen = [...range.getClientRects()].filter((line) => line.top >= top - 1 && line.bottom <= bottom + 1);
    return seen.map((line) => `${region.id} ${Math.round(line.top + scrollY)} ${Math.round(line.left)}`);
  };
  const all = (region: HTMLElement): string[] => {
    const range = document.createRange();
    range.selectNodeContents(region);
    return [...range.getClientRects()].map(
      (line) => `${region.id} ${Math.round(line.top + scrollY)} ${Math.round(line.left)}`,
    );
  };
  return {
    seen: filled.flatMap(lines),
    all: filled.flatMap(all),
    text: Math.min(...filled.map(size)),
    label: Math.min(...labels.map(size)),
    isWide: root.scrollWidth > root.clientWidth,
    wide: root.clientWidth,
  };
}

/** By how many pixels the page itself is larger than the window. */
const overflow = ({ page }: AppWindow): Promise<number[]> =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return [scrollHeight - clientHeight, scrollWidth - clientWidth];
  });

/** Reads a pane page by page. */
async function read({ page }: AppWindow, at: number) {
  const pane = page.locator('section:has(iframe)').nth(at);
  const iframe = pane.locator('iframe:not([aria-hidden])');
  const root = iframe.contentFrame().locator('html[data-ready-fitted]');
  await root.waitFor(PATIENCE);
  // The heads of panes may grow with what they say, and documents are fitted anew then.
  let before = '';
  const isAtRest = async (): Promise<boolean> => {
    const last = before;
    before = await iframe.evaluate((own) => (own as HTMLIFrameElement).style.cssText);
    return before === last;
  };
  await expect.poll(isAtRest, { ...PATIENCE, interval: 400 }).toBe(true);
  const words = pane.getByText(/^Page \d+ of \d+$/);
  const pages = async (): Promise<number> => Number(/of (\d+)/.exec((await words.textContent()) ?? '')?.[1]);
  const isTold = async (): Promise<boolean> =>
    (await root.evaluate((own) => own.scrollHeight > own.clientHeight)) === (await pages()) > 1;
  await expect.poll(isTold, PATIENCE).toBe(true);
  const count = await pages();
  const seen = new Set<string>();
  let last = null;
  for (let turn = 0; turn < count; turn += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- page by page
    await expect
      .poll(async () => {
        const edges = await iframe.evaluate(fitted);
        last = { ...edges, ...(await root.evaluate(looked, edges)) };
        return last.seen.some((line) => !seen.has(line));
      }, PATIENCE)
      .toBe(true);
    for (const line of (last as unknown as ReturnType<typeof looked>).seen) seen.add(line);
    // oxlint-disable-next-line eslint/no-await-in-loop -- page by page
    if (count > 1) await pane.getByRole('button', { name: 'Next page' }).click();
  }
  const { scale, text, label, all, isWide, wide } = last as unknown as ReturnType<typeof looked> & { scale: number };
  return {
    text: text * scale,
    label: label * scale,
    unseen: all.filter((line) => !seen.has(line)),
    isWide,
    wide,
  };
}

it.for([
  [1920, 1080],
  [3840, 2160],
  [1024, 768],
  [1080, 1920],
] as const)(
  'the Command Docs can be read on a wall of %i by %i, and all of them is seen, at once or in pages',
  { timeout: 240_000 },
  async ([width, height], { admin }) => {
    await admin.page.setViewportSize({ width, height });
    await admin.page.goto(COMMAND);
    for (const at of [0, 1]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one pane after the other
      const { text, label, unseen, isWide, wide } = await read(admin, at);
      expect.soft({ at, unseen, isWide }).toEqual({ at, unseen: [], isWide: false });
      // A quarter of a projector's width, or of a wall that stands upright: laid out narrower than so the words would break.
      const isNarrowest = at === 1 && wide < 205 && width < 1_100;
      const least = (pixels: number): number => (isNarrowest ? 0 : (0.97 * pixels * Math.min(width, height)) / 1_080);
      expect.soft(text, `${at}: text`).toBeGreaterThanOrEqual(least(33));
      expect.soft(label, `${at}: labels`).toBeGreaterThanOrEqual(least(20));
    }
    expect(await overflow(admin)).toEqual([0, 0]);
  },
);

it(
  'follows the window: scaled with it, and as it is where panes stand under one another',
  { timeout: 120_000 },
  async ({ admin }) => {
    const { page } = admin;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(paths.templateDashboard(COMMAND_TEMPLATE_RIGHT));
    const iframe = page.locator('iframe:not([aria-hidden])');
    const scale = async (): Promise<number> => (await iframe.evaluate(fitted)).scale;
    await expect.poll(scale, PATIENCE).toBeGreaterThan(1);
    const before = await scale();
    await page.setViewportSize({ width: 2560, height: 2160 });
    await expect.poll(scale, PATIENCE).toBeGreaterThan(before * 1.2);
    await page.setViewportSize({ width: 800, height: 900 });
    await expect.poll(scale, PATIENCE).toBe(0);
    const root = iframe.contentFrame().locator('html');
    await expect.poll(() => root.getAttribute('data-ready-fitted'), PATIENCE).toBeNull();
  },
);
