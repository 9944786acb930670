import { createContext } from 'react';

/** The application's function that opens the sheet of keyboard shortcuts. */
export const ShortcutsContext = createContext<() => void>(() => {});
