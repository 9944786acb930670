import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Pages } from '#ui/lists/use-pages.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import styles from './lists.module.css';

type FurtherPagesProps = {
  readonly pages: Pages;
  /** Number of rendered entries. */
  readonly drawn: number;
  /** Renders more of the loaded entries; null when all of them are rendered. */
  readonly drawMore: (() => void) | null;
  readonly end: RefObject<HTMLDivElement | null>;
};

/** The end of the loaded part of a list in pages: its size, and a button for more. More is also loaded when the user scrolls near. */
export function FurtherPages({ pages, drawn, drawMore, end }: FurtherPagesProps) {
  const { activity, count, hasMore, message, more, retry } = pages;
  const words = useRef<HTMLParagraphElement>(null);
  const isAwaiting = drawMore === null && hasMore && activity === null;
  useEffect(() => {
    if (!isAwaiting || !end.current || !('IntersectionObserver' in window)) return undefined;
    let isScrolled = false;
    const near = new IntersectionObserver(
      (seen) => {
        // The first callback reports the position of the end before the user has scrolled.
        if (isScrolled && seen.some(({ isIntersecting }) => isIntersecting)) more();
        isScrolled = true;
      },
      { rootMargin: '1200px' },
    );
    near.observe(end.current);
    return () => near.disconnect();
  }, [isAwaiting, drawn, more, end]);
  const hasFailed = activity === 'moreFailed';
  return (
    <div ref={end} className={styles.further}>
      <p role="status" ref={words} tabIndex={-1} className={styles.count}>
        {count > 0 && `${drawn} of ${count} shown`}
      </p>
      {hasFailed && <Banner tone="error">{message}</Banner>}
      {(drawMore ?? hasMore) && (
        <MoreButton
          label={hasFailed ? 'Try Again' : 'Show more'}
          busy={activity === 'fetching'}
          unavailable={activity === 'searching' || activity === 'searchFailed'}
          onClick={drawMore ?? (hasFailed ? retry : more)}
          focusTarget={words}
        />
      )}
    </div>
  );
}

type MoreButtonProps = {
  readonly label: string;
  readonly busy: boolean;
  readonly unavailable: boolean;
  readonly onClick: () => void;
  /** Element that receives focus when the button disappears with the last page; the scroll position stays. */
  readonly focusTarget: RefObject<HTMLElement | null>;
};

function MoreButton({ label, focusTarget, ...rest }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const [own, next] = [button.current, focusTarget.current];
    return () => {
      if (own !== null && document.activeElement === own) next?.focus({ preventScroll: true });
    };
  }, [focusTarget]);
  return (
    <Button ref={button} busyLabel="Loading more" {...rest}>
      {label}
    </Button>
  );
}
