import { useEffect, useState } from 'react';

/** Code that loads after the screen that needs it. `loaded` is null until then. */
export type Late<T> = { loaded: T | null; readonly load: () => Promise<T> };

/** @param fetchCode an import, which is tried again after a failure */
export function late<T>(fetchCode: () => Promise<T>): Late<T> {
  const code: Late<T> = { loaded: null, load: async () => (code.loaded ??= await fetchCode()) };
  return code;
}

/**
 * Loads code as soon as its place is drawn, before anything needs it: in the moment of need the network may be gone. If that failed, it is tried
 * again each time that it is needed, and by `retry`.
 */
export function useLate<T>(
  code: Late<T>,
  isNeeded: boolean,
): { loaded: T | null; hasFailed: boolean; retry: () => void } {
  const [tries, setTries] = useState(0);
  const [phase, setPhase] = useState<'loading' | 'loaded' | 'failed'>(code.loaded === null ? 'loading' : 'loaded');
  useEffect(() => {
    if (code.loaded === null) setPhase('loading');
    code.load().then(
      () => setPhase('loaded'),
      () => setPhase('failed'),
    );
  }, [code, isNeeded, tries]);
  return { loaded: code.loaded, hasFailed: phase === 'failed', retry: () => setTries((count) => count + 1) };
}
