import { FRAME_LIMITS } from '../limits.ts';
import { ownDocument } from '../own.ts';

/**
 * Follows the height of the document, in CSS pixels, a million at most.
 * @param report is called after the height changes, or the height or width of the content, and not for each step of that
 */
export function watchHeight(report: (height: number) => void): void {
  let last = '';
  let timer: ReturnType<typeof setTimeout> | null = null;
  const look = (): void => {
    timer = null;
    const height = Math.min(1e6, ownDocument.documentElement.scrollHeight);
    const now = `${height} ${ownDocument.body?.scrollHeight} ${ownDocument.documentElement.scrollWidth}`;
    if (now === last) return;
    last = now;
    report(height);
  };
  const soon = (): void => {
    timer ??= setTimeout(look, FRAME_LIMITS.size);
  };
  const observer = new ResizeObserver(soon);
  observer.observe(ownDocument.documentElement);
  if (ownDocument.body) observer.observe(ownDocument.body);
  // Late images and fonts change the size of their parents.
  addEventListener('load', soon, true);
  void ownDocument.fonts.ready.then(soon);
}
