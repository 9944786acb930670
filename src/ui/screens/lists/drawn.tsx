import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { DRAWN_AT_ONCE } from './arrange.ts';
import styles from './lists.module.css';

type DrawnProps<T> = { readonly entries: readonly T[]; readonly children: (drawn: readonly T[]) => ReactNode };

/** Draws a long list piece by piece: the next one comes when its end is near, or by a button. Give another `key` to begin again. */
export function Drawn<T>({ entries, children }: DrawnProps<T>) {
  const [count, setCount] = useState(DRAWN_AT_ONCE);
  const end = useRef<HTMLDivElement>(null);
  const left = entries.length - count;
  useEffect(() => {
    if (left <= 0 || !end.current || !('IntersectionObserver' in window)) return undefined;
    const near = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setCount(count + DRAWN_AT_ONCE);
      },
      { rootMargin: '1200px' },
    );
    near.observe(end.current);
    return () => near.disconnect();
  }, [left, count]);
  return (
    <>
      {children(left > 0 ? entries.slice(0, count) : entries)}
      {left > 0 && (
        <div ref={end} className={styles.more}>
          <Button
            onClick={() => setCount(count + DRAWN_AT_ONCE)}
          >{`Show ${Math.min(left, DRAWN_AT_ONCE)} more`}</Button>
        </div>
      )}
    </>
  );
}
