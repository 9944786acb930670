import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Maximum part of the window's height for rows that a bar can do without. */
const MOST = 0.2;

/**
 * Pins a bar to the upper edge of the window, as much of it as there is room for: the part above the first row that
 * still fits scrolls out of sight. The number of rows depends on the width, the text size and the messages in them,
 * so it is measured. A focused element is scrolled to below the bar.
 * @param rows selects the parts of the bar with which the pinned part may begin, from the top; the last one is always
 * pinned
 * @returns the bar's ref; `--pinned-from` is where the pinned part begins, and the page's `--pinned` its height
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
      // Measures above the last row, whose words change: the pinned part does not change with them.
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
