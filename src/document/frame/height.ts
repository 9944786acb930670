import { FRAME_LIMITS } from './limits.ts';
import { ownDocument } from './own.ts';

/**
 * Follows how high the document is, in CSS pixels, a million at most.
 * @param tell is called when it changes, and not for each step of that
 */
export function watchHeight(tell: (height: number) => void): void {
  let height = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const look = (): void => {
    timer = null;
    const now = Math.min(1e6, ownDocument.documentElement.scrollHeight);
    if (now === height) return;
    height = now;
    tell(now);
  };
  new ResizeObserver(() => {
    timer ??= setTimeout(look, FRAME_LIMITS.size);
  }).observe(ownDocument.documentElement);
}
