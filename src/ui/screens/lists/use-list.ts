import { startTransition, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Facts, indexed, matching, SEARCH_FROM, type Sort, sorted } from './arrange.ts';

const QUERY = 'q';
const SORT = 'sort';

/**
 * A list as the person wants it: searched and sorted, both kept in the address, so that going back or sending the link finds it again. A key in the field
 * draws nothing at once but the field itself; the list follows.
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

  const index = useMemo(() => indexed(entries, factsOf), [entries, factsOf]);
  const inOrder = useMemo(() => (isSearchable ? sorted(index, sort) : index), [index, isSearchable, sort]);
  const shown = useMemo(() => matching(inOrder, sought).map(({ entry }) => entry), [inOrder, sought]);

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
  const search = (text: string): void => {
    startTransition(() => setQuery(text));
    keep(QUERY, text);
  };
  return {
    isSearchable,
    total: entries.length,
    shown,
    sought,
    sort,
    field,
    search,
    clear: (): void => {
      if (field.current) field.current.value = '';
      field.current?.focus();
      search('');
    },
    sortBy: (next: Sort): void => keep(SORT, next === usual ? '' : next),
  };
}

/** What the parts of a list are given. */
export type List<T> = ReturnType<typeof useList<T>>;
