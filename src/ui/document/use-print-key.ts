import type { RefObject } from 'react';
import { keyOf, useKeys } from '../shared/keys.ts';

/** Marks a place where a document is shown. */
export const DOCUMENT_PLACE = 'data-document';

/** The document to print: the one beside the focus, else the first of the page. A part of the page that is not shown yet is inert. */
function meant(): Element | undefined {
  const places = [...document.querySelectorAll(`[${DOCUMENT_PLACE}]:not([inert] *)`)];
  const around = document.activeElement?.closest('section, [role=dialog]');
  return places.find((place) => around?.contains(place)) ?? places[0];
}

/**
 * Ctrl+P (Cmd+P) on the page prints the document instead of the page around it.
 * @param place where the document is shown; marked with `DOCUMENT_PLACE`
 * @param print prints it
 */
export function usePrintKey(place: RefObject<Element | null>, print: () => void): void {
  useKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (keyOf(event) !== 'p' || place.current === null || meant() !== place.current) return;
    event.preventDefault();
    print();
  });
}
