import { createContext, use } from 'react';

const ShortcutsContext = createContext<() => void>(() => {});

/** Provides the application's function for showing its shortcuts to the screens below. */
export const ShortcutsProvider = ShortcutsContext.Provider;

/** @returns a function that opens the sheet of keyboard shortcuts; it does nothing without a `ShortcutsProvider` above */
export function useShortcuts(): () => void {
  return use(ShortcutsContext);
}
