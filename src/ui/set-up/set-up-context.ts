import { createContext, type ReactNode, use } from 'react';

const SetUpContext = createContext<ReactNode>(null);

export const SetUpProvider = SetUpContext.Provider;

/** The list of steps for the dashboard of this person; null where they have nothing to set up. */
export const useSetUpList = (): ReactNode => use(SetUpContext);
