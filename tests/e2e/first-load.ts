import type { Locator, Page } from 'playwright-core';
import { BUILT } from '#common/config/paths.ts';
import type { DemoScreen } from './screens.ts';

/** Holds calls back. @param calls a pattern of addresses. @returns releases them, and later ones too */
export async function hold(page: Page, calls: string): Promise<() => void> {
  const { promise: isLetIn, resolve: letIn } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await isLetIn;
    // The call's page may have been closed meanwhile.
    await route.continue().catch(() => undefined);
  });
  return letIn;
}

type Shift = { value: number; sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] };

/** Notes the layout shifts of the next page from its first byte on. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Reflect.set(window, 'shifts', shifts);
    const rect = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as Shift;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const what = node instanceof Element ? node.outerHTML : node?.textContent;
          return `${rect(previousRect)} -> ${rect(currentRect)} ${what?.slice(0, 120)}`;
        });
        shifts.push([value, ...moved].join('\n'));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The layout shifts that were noted, each with its size and the elements that moved. */
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, 'shifts') as string[]);

/** Ends when the application has taken over the page that the build made. */
export const isTakenOver = (page: Page, limit = 30_000): Promise<void> =>
  page.locator(`#root[${BUILT}]`).waitFor({ state: 'detached', timeout: limit });

/** The part of a screen that is shown once it has loaded. */
export const readyPart = (page: Page, ready: DemoScreen['ready']): Locator =>
  typeof ready === 'string'
    ? page.getByText(ready).first()
    : page.getByRole('heading', { level: 1, name: ready.heading });

/** Ends when the application has taken the place of the shell, and shows its screen. @param limit milliseconds */
export async function isThere(page: Page, ready: DemoScreen['ready'], limit = 30_000): Promise<void> {
  await isTakenOver(page, limit);
  await page.locator('#root > :not(#shell, #painted)').first().waitFor({ state: 'attached', timeout: limit });
  await readyPart(page, ready).waitFor({ timeout: limit });
}

/** The shell's message when the application has not started. */
export const lateNotice = (page: Page): Locator => page.locator('.shell-late').getByRole('alert');

/** Lets the ten seconds pass after which the shell says that the application has not started. */
export async function showLateNotice(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSAnimation && animation.animationName.startsWith('shell-')) animation.finish();
  });
  await lateNotice(page).waitFor();
}
