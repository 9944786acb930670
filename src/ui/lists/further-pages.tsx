import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Pages } from '#ui/lists/use-pages.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import styles from './lists.module.css';

type FurtherPagesProps = {
  readonly pages: Pages;
  /** How many entries are drawn. */
  readonly drawn: number;
  /** Draws more of those that are here; null when all of them are drawn. */
  readonly drawMore: (() => void) | null;
  readonly end: RefObject<HTMLDivElement | null>;
};

/** The end of what is there of a list in pages: how much that is, and the way to more. It also comes when a person scrolls near. */
export function FurtherPages({ pages, drawn, drawMore, end }: FurtherPagesProps) {
  const { activity, count, hasMore, message, more, retry } = pages;
  const words = useRef<HTMLParagraphElement>(null);
  const isAwaiting = drawMore === null && hasMore && activity === null;
  useEffect(() => {
    if (!isAwaiting || !end.current || !('IntersectionObserver' in window)) return undefined;
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
          heir={words}
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
  /** What gets the focus when the button goes with the last page; what is read stays where it is. */
  readonly heir: RefObject<HTMLElement | null>;
};

function MoreButton({ label, heir, ...rest }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const [own, next] = [button.current, heir.current];
    return () => {
      if (own !== null && document.activeElement === own) next?.focus({ preventScroll: true });
    };
  }, [heir]);
  return (
    <Button ref={button} busyLabel="Loading more" {...rest}>
      {label}
    </Button>
  );
}
