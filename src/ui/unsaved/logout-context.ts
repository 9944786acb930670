import { createContext, use } from 'react';

const LogoutContext = createContext<() => void>(() => {});

/** Gives what is asked before a logout the way to drop it. */
export const LogoutProvider = LogoutContext.Provider;

/** @returns drops the logout that a question stands before */
export function useDroppedLogout(): () => void {
  return use(LogoutContext);
}
