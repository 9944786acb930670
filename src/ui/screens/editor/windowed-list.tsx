import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './editor.module.css';

/** Rows beyond what is in sight that are there already when one scrolls. */
const MARGIN = 6;

type WindowedListProps<T> = {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly render: (item: T) => ReactNode;
};

/**
 * A list of rows of one height (`--row`, `editor.module.css`), of which only those in sight are in the page, with the one that has the focus
 * and its neighbours, so that nothing that is being typed goes away and Tab finds the next row.
 */
export function WindowedList<T>({ label, items, keyOf, render }: WindowedListProps<T>) {
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

  useEffect(() => {
    const { current } = scroller;
    const follow = (to: EventTarget | null): void =>
      setFocused((to as Element | null)?.closest('li')?.getAttribute('data-key') ?? null);
    const arrive = ({ target }: FocusEvent): void => follow(target);
    // The next row has to stay when the focus is on its way there; and so has this one while only the window is left.
    const leave = ({ relatedTarget }: FocusEvent): void => follow(relatedTarget ?? document.activeElement);
    current?.addEventListener('focusin', arrive);
    current?.addEventListener('focusout', leave);
    return () => {
      current?.removeEventListener('focusin', arrive);
      current?.removeEventListener('focusout', leave);
    };
  }, []);

  const at = focused === null ? -1 : items.findIndex((item) => keyOf(item) === focused);
  const shown = new Set(at < 0 ? [] : [at - 1, at, at + 1].filter((index) => index >= 0 && index < items.length));
  for (let index = range.from; index < Math.min(range.to, items.length); index += 1) shown.add(index);

  return (
    <div ref={scroller} className={styles.scroller} onScroll={measure}>
      <ul aria-label={label} className={styles.windowed} style={{ '--rows': items.length } as CSSProperties}>
        {[...shown]
          .toSorted((a, b) => a - b)
          .map((index) => {
            const item = items[index];
            if (item === undefined) return null;
            const key = keyOf(item);
            return (
              <li
                key={key}
                aria-posinset={index + 1}
                aria-setsize={items.length}
                style={{ '--at': index } as CSSProperties}
                data-key={key}
              >
                {render(item)}
              </li>
            );
          })}
      </ul>
    </div>
  );
}
