import { createContext, type ReactNode } from 'react';

/** The list of steps for this user's dashboard; null if they have nothing to set up. */
export const SetUpContext = createContext<ReactNode>(null);
