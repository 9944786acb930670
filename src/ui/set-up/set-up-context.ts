import { createContext, type ReactNode, use } from 'react';

const SetUpContext = createContext<ReactNode>(null);

export const SetUpProvider = SetUpContext.Provider;

/** The list of steps for this user's dashboard; null if they have nothing to set up. */
export const useSetUpList = (): ReactNode => use(SetUpContext);
