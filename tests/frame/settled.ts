import { expect } from 'vitest';
import { desk } from './harness.ts';

/** Waits until the scale stays for two seconds: whatever comes late is told within a quarter of one. */
export async function settled(): Promise<void> {
  const scales = (): Promise<number> =>
    desk.page.evaluate(async () => {
      const seen = new Set<string>();
      const end = performance.now() + 2_000;
      while (performance.now() < end) {
        seen.add(document.querySelector<HTMLElement>('iframe:not([aria-hidden])')?.style.transform ?? '');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return seen.size;
    });
  await expect.poll(scales, { timeout: 40_000 }).toBe(1);
}
