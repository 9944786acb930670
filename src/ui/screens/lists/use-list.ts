import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Facts, indexed, matching, SEARCH_FROM, type Sort, sorted } from './arrange.ts';

const QUERY = 'q';
const SORT = 'sort';
type Pressed = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean };

/** Any other key may lead away from a field, as Tab, F5 or one with Ctrl do. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: Pressed): boolean =>
  !ctrlKey && !metaKey && !altKey && /^(.|Backspace|Shift)$/u.test(key);

/**
 * Keeps what is typed into a field, and writes it down when the person turns to something else: every link on the screen is drawn anew with the address, which is
 * too much for each key.
 */
function useWhenLeft(write: (text: string) => void) {
  const waiting = useRef<string | null>(null);
  const leave = (): void => {
    if (waiting.current !== null) write(waiting.current);
    waiting.current = null;
  };
  useEffect(() => {
    const page = document.documentElement;
    // On the way to the browser's own buttons, or by a finger that pulls the page down.
    page.addEventListener('pointerleave', leave);
    page.addEventListener('pointerdown', leave);
    return () => {
      page.removeEventListener('pointerleave', leave);
      page.removeEventListener('pointerdown', leave);
    };
  });
  return {
    later: (text: string): void => void (waiting.current = text),
    onBlur: leave,
    onKeyDown: (event: Pressed): void => {
      if (!isTyped(event)) leave();
    },
  };
}

/**
 * A list as the person wants it: searched and sorted, both kept in the address, so that going back or sending the link finds it again. A key in the field
 * draws nothing at once but the field itself; the list follows, and the address when the person turns to something else.
 * @param entries as the host listed them
 * @param factsOf what is known of an entry; the same function at every call
 * @param usual the order that is not worth a word in the address
 */
export function useList<T>(entries: readonly T[], factsOf: (entry: T) => Facts, usual: Sort) {
  const [params, setParams] = useSearchParams();
  // The field keeps its own text: a key must not draw the screen around it.
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(params.get(QUERY) ?? '');
  const isSearchable = entries.length >= SEARCH_FROM;
  const sort: Sort = params.get(SORT) === 'name' ? 'name' : params.get(SORT) === 'newest' ? 'newest' : usual;
  const sought = isSearchable ? query : '';

  const index = useMemo(() => (isSearchable ? indexed(entries, factsOf) : null), [entries, factsOf, isSearchable]);
  const inOrder = useMemo(() => index && sorted(index, sort), [index, sort]);
  const shown = useMemo(
    () => (inOrder ? matching(inOrder, sought).map(({ entry }) => entry) : entries),
    [entries, inOrder, sought],
  );

  const keep = (name: string, value: string): void => {
    setParams(
      (before) => {
        if (value === '') before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  };
  const address = useWhenLeft((text) => keep(QUERY, text));
  const search = (text: string): void => {
    startTransition(() => setQuery(text));
    address.later(text);
  };
  return {
    isSearchable,
    total: entries.length,
    shown,
    sought,
    sort,
    field,
    search,
    onBlur: address.onBlur,
    onKeyDown: address.onKeyDown,
    clear: (): void => {
      if (field.current) field.current.value = '';
      field.current?.focus();
      startTransition(() => setQuery(''));
      address.later('');
      address.onBlur();
    },
    sortBy: (next: Sort): void => keep(SORT, next === usual ? '' : next),
  };
}

/** What the parts of a list are given. */
export type List<T> = ReturnType<typeof useList<T>>;
