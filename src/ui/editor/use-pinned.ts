import { type RefObject, useLayoutEffect, useRef } from 'react';

/** So much of the window's height those rows take at most that a bar can do without. */
const MOST = 0.2;

/**
 * Pins a bar to the upper edge of the window, as much of it as there is room for: what stands before the first row that still fits goes out of sight as one scrolls.
 * How many rows there are depends on the width, on the size of the text and on what is said in them, so that it is measured. What is focused comes to stand below the bar.
 * @param rows selects the parts of the bar with which the pinned part may begin, from above; the last of them stays in any case
 * @returns the bar's ref; `--pinned-from` is where the pinned part begins, and the page's `--pinned` how high it is
 */
export function usePinned(rows: string): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    const root = document.documentElement;
    if (!element) return undefined;
    const measure = (): void => {
      const { top, height } = element.getBoundingClientRect();
      const starts = Array.from(element.querySelectorAll(rows), (row) => row.getBoundingClientRect())
        .filter((row) => row.height > 0)
        .map((row) => row.top - top);
      // By what stands above the last of them, which has words that come and go: what is pinned does not change with them.
      const last = Math.max(0, ...starts);
      const from = Math.min(last, ...starts.filter((start) => last - start <= window.innerHeight * MOST));
      element.style.setProperty('--pinned-from', `${Math.round(from)}px`);
      root.style.setProperty('--pinned', `${Math.round(height - from)}px`);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    window.addEventListener('resize', measure);
    measure();
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', measure);
      root.style.removeProperty('--pinned');
    };
  }, [rows]);
  return bar;
}
