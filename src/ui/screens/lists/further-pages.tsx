import { useEffect, useRef } from 'react';
import type { Pages } from '#ui/hooks/use-pages.ts';
import { Banner } from '#ui/primitives/banner.tsx';
import { Button } from '#ui/primitives/button.tsx';
import styles from './lists.module.css';

/** The end of what is there of a list in pages: how much that is, and the way to more. It also comes when a person scrolls near. */
export function FurtherPages({ pages, shown }: { pages: Pages; shown: number }) {
  const { activity, count, hasMore, message, more, retry } = pages;
  const end = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const wasPressed = useRef(false);
  const isAsked = hasMore && activity === null;
  useEffect(() => {
    if (!isAsked || !end.current || !('IntersectionObserver' in window)) return undefined;
    let isScrolled = false;
    const near = new IntersectionObserver(
      (seen) => {
        // The first word tells where the end is before anybody has scrolled.
        if (isScrolled && seen.some(({ isIntersecting }) => isIntersecting)) more();
        isScrolled = true;
      },
      { rootMargin: '1200px' },
    );
    near.observe(end.current);
    return () => near.disconnect();
  }, [isAsked, shown, more]);
  useEffect(() => {
    if (hasMore || !wasPressed.current) return;
    wasPressed.current = false;
    // The button that had the focus has gone with the last page.
    if (document.activeElement === document.body) words.current?.focus();
  }, [hasMore]);
  const hasFailed = activity === 'moreFailed';
  const press = (): void => {
    wasPressed.current = true;
    if (hasFailed) retry();
    else more();
  };
  return (
    <div ref={end} className={styles.further}>
      <p role="status" ref={words} tabIndex={-1} className={styles.count}>
        {count > 0 && `${shown} of ${count} shown`}
      </p>
      {hasFailed && <Banner tone="error">{message}</Banner>}
      {hasMore && (
        <Button
          busy={activity === 'fetching'}
          unavailable={activity === 'searching' || activity === 'searchFailed'}
          busyLabel="Loading more"
          onClick={press}
        >
          {hasFailed ? 'Try Again' : 'Show more'}
        </Button>
      )}
    </div>
  );
}
