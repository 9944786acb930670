import type { Page } from 'playwright-core';

/** Holds calls back. @param calls a pattern of addresses. @returns lets them go on, those that come later too */
export async function hold(page: Page, calls: string): Promise<() => void> {
  const { promise: isLetIn, resolve: letIn } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await isLetIn;
    // A page that was left waits for nothing any more.
    await route.continue().catch(() => undefined);
  });
  return letIn;
}

/** From the first byte of the next page on, adds up what moves without a person's doing (layout shift). */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, 'shifts', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Reflect.set(window, 'shifts', Number(Reflect.get(window, 'shifts')) + Number(Reflect.get(entry, 'value')));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What `countShifts` has found. */
export const shiftsOf = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(window, 'shifts') as number);
