import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { whenIdle } from '#ui/lists/when-idle.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { CardList } from '#ui/primitives/layout/card.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { DRAWN_AT_ONCE, DRAWN_FIRST, drawnFirst } from './arrange.ts';
import type { List } from './use-list.ts';
import { Failure } from '../shared/failure.tsx';
import { FurtherPages } from './further-pages.tsx';
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
