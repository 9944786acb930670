import { expect } from 'vitest';
import catalogue from '../../templates/catalogue.json' with { type: 'json' };
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { it } from './app-test.ts';
import type { AppWindow } from './windows.ts';

const COMMAND = paths.multipleDashboard(COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT);
const PATIENCE = { timeout: 60_000 } as const;

/** What of a document lies outside of its frame, and how it is scaled. */
function looked(root: Element) {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = root;
  const bottoms = [...root.querySelectorAll('.editable')].map((region) => region.getBoundingClientRect().bottom);
  return {
    isFitted: root.hasAttribute('data-ready-fitted'),
    zoom: Number(getComputedStyle(root).zoom),
    isScrolled: scrollHeight > clientHeight || scrollWidth > clientWidth,
    isCut: Math.max(...bottoms) > innerHeight,
  };
}

/** Opens a dashboard, and waits until each of its documents is there. */
async function opened({ page }: AppWindow, path: string, documents: number) {
  await page.goto(path);
  const shown = page.locator('iframe:not([aria-hidden])');
  await expect.poll(() => shown.count(), PATIENCE).toBe(documents);
  const roots = (await shown.all()).map((iframe) => iframe.contentFrame().locator('html[data-ready-mode=view]'));
  for (const root of roots) await root.locator('.editable').first().waitFor(PATIENCE);
  return { look: () => Promise.all(roots.map((root) => root.evaluate(looked))) };
}

/** By how many pixels the page itself is larger than the window. */
const overflow = ({ page }: AppWindow): Promise<number[]> =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return [scrollHeight - clientHeight, scrollWidth - clientWidth];
  });

it.for([
  [1920, 1080],
  [3840, 2160],
  [1080, 1920],
] as const)(
  'all of each shipped document is seen on a wall of %i by %i',
  PATIENCE,
  async ([width, height], { admin }) => {
    await admin.page.setViewportSize({ width, height });
    const whole = { isFitted: true, isScrolled: false, isCut: false };
    const walls = [[COMMAND, 2] as const, ...catalogue.map(({ uuid }) => [paths.templateDashboard(uuid), 1] as const)];
    for (const [path, documents] of walls) {
      const { look } = await opened(admin, path, documents);
      await expect
        .poll(look, { ...PATIENCE, message: path })
        .toMatchObject(Array.from({ length: documents }, () => whole));
      expect(await overflow(admin), path).toEqual([0, 0]);
    }
  },
);

it('follows the window: larger with it, and as it is where panes stand under one another', async ({ admin }) => {
  const { page } = admin;
  await page.setViewportSize({ width: 1280, height: 900 });
  const { look } = await opened(admin, paths.templateDashboard(COMMAND_TEMPLATE_RIGHT), 1);
  const zoom = async (): Promise<number> => (await look())[0]?.zoom ?? 0;
  await expect.poll(zoom, PATIENCE).toBeLessThan(1);
  await page.setViewportSize({ width: 2560, height: 2160 });
  await expect.poll(zoom, PATIENCE).toBeGreaterThan(1.5);
  await page.setViewportSize({ width: 800, height: 900 });
  await expect.poll(look, PATIENCE).toMatchObject([{ isFitted: false, zoom: 1, isScrolled: true }]);
});
