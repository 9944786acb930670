import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { Pages } from '#ui/lists/use-pages.ts';
import { type Facts, indexed, matching, SEARCH_FROM, type Sort, sorted } from './arrange.ts';
import { useAddress } from '../shared/use-address.ts';

const QUERY = 'q';
const SORT = 'sort';
type Pressed = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean; readonly altKey: boolean };

/** True for keys that type or edit; any other may lead away from the field, as Tab, F5 or one with Ctrl. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: Pressed): boolean =>
  !ctrlKey && !metaKey && !altKey && /^(.|Backspace|Shift)$/u.test(key);

/**
 * Keeps the text of the search field, and writes it into the address when the user turns to something else: a change of address renders
 * every link on the screen, which is too much for each key.
 */
function useWhenLeft(write: (text: string) => void) {
  const waiting = useRef<string | null>(null);
  const leave = (): void => {
    if (waiting.current !== null) write(waiting.current);
    waiting.current = null;
  };
  useEffect(() => {
    const page = document.documentElement;
    // The pointer is moving to the browser's own buttons, or a finger pulls the page down.
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
 * A list, searched and sorted, here if it is loaded as a whole, else by the host. Both are kept in the address. A key renders the field at once;
 * the list follows, and the address when the user turns to something else.
 * @param entries as the host listed them
 * @param factsOf returns an entry's facts; the same function at every call
 * @param usual the default order, which the address does not name
 * @param pages pages of a list that the host returns in parts
 */
export function useList<T>(
  entries: readonly T[],
  factsOf: (entry: T) => Facts,
  usual: Sort,
  pages: Pages | null = null,
) {
  const { params, keep } = useAddress();
  // The field keeps its own text: a key must not render the screen around it.
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(params.get(QUERY) ?? '');
  const isSearchable = pages !== null || entries.length >= SEARCH_FROM;
  const sort: Sort = params.get(SORT) === 'name' ? 'name' : params.get(SORT) === 'newest' ? 'newest' : usual;
  const sought = isSearchable ? query : '';

  const isSearchedHere = isSearchable && pages === null;
  const index = useMemo(() => (isSearchedHere ? indexed(entries, factsOf) : null), [entries, factsOf, isSearchedHere]);
  const inOrder = useMemo(() => index && sorted(index, sort), [index, sort]);
  const shown = useMemo(
    () => (inOrder ? matching(inOrder, sought).map(({ entry }) => entry) : entries),
    [entries, inOrder, sought],
  );

  // The chart waits for a pause, and does not repeat a request: also for a search text from the address, or for one of a list that was loaded again.
  const seek = pages?.seek;
  useEffect(() => seek?.(query.trim(), sort), [seek, query, sort]);

  const address = useWhenLeft((text) => keep({ [QUERY]: text }));
  const search = (text: string): void => {
    startTransition(() => setQuery(text));
    address.later(text);
  };
  return {
    isSearchable,
    pages,
    total: pages?.total ?? entries.length,
    found: pages?.count ?? shown.length,
    shown,
    sought,
    sort,
    /** Query of `shown`: the result of another one is rendered from its beginning. */
    answerTo: `${sort} ${sought}`,
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
    sortBy: (next: Sort): void => keep({ [SORT]: next === usual ? '' : next }),
  };
}

export type List<T> = ReturnType<typeof useList<T>>;
