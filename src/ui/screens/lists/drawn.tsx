import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { DRAWN_AT_ONCE, DRAWN_FIRST, drawnFirst } from './arrange.ts';
import styles from './lists.module.css';

type DrawnProps<T> = {
  readonly entries: readonly T[];
  /** What the entries are an answer to: another one begins again. */
  readonly of: string;
  readonly children: (drawn: readonly T[]) => ReactNode;
};

/** How many come after so many: first those that the first paint left out. */
const after = (count: number): number =>
  [DRAWN_FIRST, DRAWN_AT_ONCE].find((step) => count < step) ?? count + DRAWN_AT_ONCE;

/** Draws a long list piece by piece: the next one comes when its end is near, or by a button. */
export function Drawn<T>({ entries, of, children }: DrawnProps<T>) {
  const [reached, setReached] = useState(() => ({ of, count: drawnFirst() }));
  if (reached.of !== of) setReached({ of, count: drawnFirst() });
  const { count } = reached;
  const end = useRef<HTMLDivElement>(null);
  const left = entries.length - count;
  const more = (): void => setReached({ of, count: after(count) });
  useEffect(() => {
    if (left <= 0 || !end.current) return undefined;
    const grow = (): void => startTransition(() => setReached({ of, count: after(count) }));
    const near =
      'IntersectionObserver' in window
        ? new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && grow(), {
            rootMargin: count <= DRAWN_FIRST ? '400px' : '1200px',
          })
        : null;
    near?.observe(end.current);
    // What can be there as a whole comes without scrolling, so that the browser's own search finds it.
    const isWhole = entries.length <= Math.max(DRAWN_AT_ONCE, after(count)) && 'requestIdleCallback' in window;
    let idle = 0;
    const complete = (): void => void (idle = window.requestIdleCallback(grow));
    // Each key in the search may bring another list: then it comes when the person turns to something else.
    const { activeElement } = document;
    const field = document.hasFocus() && activeElement instanceof HTMLInputElement ? activeElement : null;
    if (isWhole && field) field.addEventListener('blur', complete, { once: true });
    else if (isWhole) complete();
    return () => {
      near?.disconnect();
      field?.removeEventListener('blur', complete);
      if (idle !== 0) window.cancelIdleCallback(idle);
    };
  }, [entries, left, count, of]);
  return (
    <>
      {children(left > 0 ? entries.slice(0, count) : entries)}
      {left > 0 && (
        <div ref={end} className={styles.more}>
          <Button onClick={more}>{`Show ${Math.min(left, after(count) - count)} more`}</Button>
        </div>
      )}
    </>
  );
}
