import { type RefCallback, useCallback } from 'react';

/**
 * Keeps the height of an element in a custom property of the page, for what has to leave room for it.
 * @param property its name, as `--messages`
 * @returns the element's ref
 */
export function useHeightOnPage(property: string): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const root = document.documentElement;
      const watch = new ResizeObserver(() => root.style.setProperty(property, `${element.offsetHeight}px`));
      watch.observe(element);
      return () => {
        watch.disconnect();
        root.style.removeProperty(property);
      };
    },
    [property],
  );
}
