import { useEffect, useRef } from 'react';
import { hasTouchOnly, isUnused } from '../shared/keyboard-use.ts';

type Opening = {
  /** The document is loaded anew. */
  isLoading: boolean;
  /** It can be written into, and it is known whether a bar asks something. */
  isThere: boolean;
  /** Something is asked, or nothing can be typed. */
  isAsked: boolean;
  begin: () => void;
};

/**
 * Gives the keyboard to the first region, once for each document that is opened (ADR 46): not over a question, not on a touch screen, where a keyboard would
 * cover the page, and not where somebody uses something else already.
 */
export function useFirstRegion({ isLoading, isThere, isAsked, begin }: Opening): void {
  const isOver = useRef(false);
  useEffect(() => {
    if (isLoading) isOver.current = false;
    if (!isThere || isOver.current) return;
    isOver.current = true;
    if (!isAsked && !hasTouchOnly() && isUnused() && window.scrollY === 0) begin();
  }, [isLoading, isThere, isAsked, begin]);
}
