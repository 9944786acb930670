import { createContext, use } from 'react';

const LogoutContext = createContext<() => void>(() => {});

/** Provides the question before a logout with a function that drops the logout. */
export const LogoutProvider = LogoutContext.Provider;

/** @returns a function that drops the logout of an open question */
export function useDroppedLogout(): () => void {
  return use(LogoutContext);
}
