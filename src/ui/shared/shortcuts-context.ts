import { createContext, use } from 'react';

const ShortcutsContext = createContext<() => void>(() => {});

/** Gives the frame of the application's way to show its shortcuts to the screens below. */
export const ShortcutsProvider = ShortcutsContext.Provider;

/** @returns opens the sheet of keyboard shortcuts; nothing where no `ShortcutsProvider` stands above */
export function useShortcuts(): () => void {
  return use(ShortcutsContext);
}
