import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Facts, indexed, matching, SEARCH_FROM, type Sort, sorted } from './arrange.ts';

const QUERY = 'q';
const SORT = 'sort';

/**
 * A list as the person wants it: searched and sorted, both kept in the address, so that going back or sending the link finds it again.
 * @param entries as the host listed them
 * @param factsOf what is known of an entry; the same function at every call
 * @param usual the order that is not worth a word in the address
 */
export function useList<T>(entries: readonly T[], factsOf: (entry: T) => Facts, usual: Sort) {
  const [params, setParams] = useSearchParams();
  // The field does not wait for the address.
  const [query, setQuery] = useState(params.get(QUERY) ?? '');
  const isSearchable = entries.length >= SEARCH_FROM;
  const sort: Sort = params.get(SORT) === 'name' ? 'name' : params.get(SORT) === 'newest' ? 'newest' : usual;
  const sought = useDeferredValue(isSearchable ? query : '');

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
  return {
    isSearchable,
    total: entries.length,
    shown,
    query,
    sought,
    sort,
    search: (text: string): void => {
      setQuery(text);
      keep(QUERY, text);
    },
    sortBy: (next: Sort): void => keep(SORT, next === usual ? '' : next),
  };
}

/** What the parts of a list are given. */
export type List<T> = ReturnType<typeof useList<T>>;
