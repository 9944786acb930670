import { type ReactNode, startTransition, useEffect, useRef, useState, type RefObject, useLayoutEffect } from 'react';
import { whenIdle } from '#ui/lists/when-idle.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { CardList } from '#ui/primitives/layout/card.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { DRAWN_AT_ONCE, DRAWN_FIRST, drawnFirst } from './arrange.ts';
import type { List } from './use-list.ts';
import { Failure } from '../shared/failure.tsx';
import type { Pages } from '#ui/lists/use-pages.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import styles from './lists.module.css';

type ListCardsProps<T> = {
  readonly list: List<T>;
  /** The id of the heading that names the list. */
  readonly labelledBy: string;
  /** A card before the entries. */
  readonly first?: ReactNode;
  /** The card of an entry, with its key. */
  readonly children: (entry: T) => ReactNode;
};

/** Next number of rendered entries: first those that the first paint left out. */
const after = (count: number): number =>
  [DRAWN_FIRST, DRAWN_AT_ONCE].find((step) => count < step) ?? count + DRAWN_AT_ONCE;

/** The entries of a list as cards. A long list is rendered piece by piece: the next one follows when its end is near, or by a button. */
export function ListCards<T>({ list, labelledBy, first, children }: ListCardsProps<T>) {
  const { shown, answerTo, pages } = list;
  const [reached, setReached] = useState(() => ({ answerTo, count: drawnFirst() }));
  if (reached.answerTo !== answerTo) setReached({ answerTo, count: drawnFirst() });
  const { count } = reached;
  const end = useRef<HTMLDivElement>(null);
  const left = shown.length - count;
  const more = (): void => setReached({ answerTo, count: after(count) });
  useEffect(() => {
    if (left <= 0 || !end.current) return undefined;
    const grow = (): void => startTransition(() => setReached({ answerTo, count: after(count) }));
    const near =
      'IntersectionObserver' in window
        ? new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && grow(), {
            rootMargin: count <= DRAWN_FIRST ? '400px' : '1200px',
          })
        : null;
    near?.observe(end.current);
    let cancel = (): void => {};
    const complete = (): void => {
      cancel = whenIdle(grow);
    };
    // A list that fits as a whole is completed without scrolling, so that the browser's own search finds it.
    const isWhole = shown.length <= Math.max(DRAWN_AT_ONCE, after(count));
    // Each key in a search may bring another list: then it is completed when the user leaves the field.
    const { activeElement } = document;
    const isWritten = activeElement instanceof HTMLInputElement && activeElement.value !== '';
    const field = document.hasFocus() && isWritten ? activeElement : null;
    if (isWhole && field) field.addEventListener('blur', complete, { once: true });
    else if (isWhole) complete();
    return () => {
      near?.disconnect();
      field?.removeEventListener('blur', complete);
      cancel();
    };
  }, [shown, left, count, answerTo]);
  const isNothingFound = list.total > 0 && shown.length === 0;
  return (
    <>
      {pages?.activity === 'searchFailed' && <Failure message={pages.message} onRetry={pages.retry} />}
      {(first || !isNothingFound) && (
        <CardList labelledBy={labelledBy}>
          {first}
          {shown.slice(0, count).map(children)}
        </CardList>
      )}
      {left > 0 && !pages && (
        <div ref={end} className={styles.more}>
          <Button onClick={more}>{`Show ${Math.min(left, after(count) - count)} more`}</Button>
        </div>
      )}
      {pages && (
        <FurtherPages pages={pages} drawn={Math.min(count, shown.length)} drawMore={left > 0 ? more : null} end={end} />
      )}
      {isNothingFound && (
        <EmptyState
          message={`Nothing found for “${list.sought.trim()}”.`}
          actions={<Button onClick={list.clear}>Clear search</Button>}
        />
      )}
    </>
  );
}

type FurtherPagesProps = {
  readonly pages: Pages;
  /** Number of rendered entries. */
  readonly drawn: number;
  /** Renders more of the loaded entries; null when all of them are rendered. */
  readonly drawMore: (() => void) | null;
  readonly end: RefObject<HTMLDivElement | null>;
};

/** The end of the loaded part of a list in pages: its size, and a button for more. More is also loaded when the user scrolls near. */
function FurtherPages({ pages, drawn, drawMore, end }: FurtherPagesProps) {
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
