import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from '../editor.module.css';

/** Rows rendered beyond the visible ones, on each side. */
const MARGIN = 6;

type WindowedListProps<T> = {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** True for a row that stays while it is out of sight: its field holds what nothing else does. */
  readonly isKept?: (item: T) => boolean;
  readonly render: (item: T) => ReactNode;
};

/**
 * A list of rows of one height (`--row`, `editor.module.css`). Only the visible ones are rendered, and the focused
 * one with its neighbours: text that is being typed stays, and Tab finds the next row.
 */
export function WindowedList<T>({ label, items, keyOf, isKept, render }: WindowedListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 2 * MARGIN });
  const [focused, setFocused] = useState<string | null>(null);

  const measure = (): void => {
    const { current } = scroller;
    const row = current?.querySelector('li')?.getBoundingClientRect().height ?? 0;
    if (!current || row === 0) return;
    const from = Math.max(0, Math.floor(current.scrollTop / row) - MARGIN);
    const to = Math.ceil((current.scrollTop + current.clientHeight) / row) + MARGIN;
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  useLayoutEffect(measure, [items.length]);
  useEffect(() => {
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);

  const follow = (to: Element | null): void => setFocused(to?.closest('li')?.getAttribute('data-key') ?? null);
  const at = items.findIndex((item) => keyOf(item) === focused);
  const isShown = (index: number): boolean =>
    (index >= range.from && index < range.to) || (at >= 0 && Math.abs(index - at) <= 1);

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      onScroll={measure}
      onFocus={({ target }) => follow(target)}
      // Keeps the row that the focus moves to, and this one while only the window has lost the focus.
      onBlur={({ relatedTarget }) => follow(relatedTarget ?? document.activeElement)}
    >
      <ul aria-label={label} className={styles.windowed} style={{ '--rows': items.length } as CSSProperties}>
        {items.flatMap((item, index) =>
          isShown(index) || isKept?.(item) === true
            ? [
                <li
                  key={keyOf(item)}
                  aria-posinset={index + 1}
                  aria-setsize={items.length}
                  style={{ '--at': index } as CSSProperties}
                  data-key={keyOf(item)}
                >
                  {render(item)}
                </li>,
              ]
            : [],
        )}
      </ul>
    </div>
  );
}
