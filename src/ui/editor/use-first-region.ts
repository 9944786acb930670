import { useEffect, useRef } from 'react';
import { hasTouchOnly, isUnused } from '../shared/keyboard-use.ts';

type Opening = {
  /** The document is being loaded. */
  isLoading: boolean;
  /** It can be edited, and it is known if a bar asks something. */
  isThere: boolean;
  /** A question is open, or nothing can be typed. */
  isAsked: boolean;
  begin: () => void;
};

/**
 * Focuses the first region, once for each document that is opened (ADR 46): not over a question, not on a touch
 * screen, where a keyboard would cover the page, and not while the user uses something else.
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
