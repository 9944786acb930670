import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Values stored in the address, so that going back, reloading or sending the link restores them. @returns the values, and a function that replaces
 * some of them in the address; an empty one is left out
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const keep = useCallback(
    (values: Readonly<Record<string, string>>): void =>
      setParams(
        (before) => {
          for (const [name, value] of Object.entries(values)) {
            if (value === '') before.delete(name);
            else before.set(name, value);
          }
          return before;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { params, keep };
}
