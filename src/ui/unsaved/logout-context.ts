import { createContext } from 'react';

/** A function that drops the logout of an open question. */
export const LogoutContext = createContext<() => void>(() => {});
