import { type RefCallback, useCallback } from 'react';

/**
 * Writes the height of an element into a custom property of the page, for other elements that leave room for it. @param property its name, as
 * `--messages` @returns the element's ref
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
