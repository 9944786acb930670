import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Values that are kept in the address, so that going back, reloading or sending the link finds them again.
 * @returns the values, and what writes some of them in the place of those that the address has; an empty one is not named
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
