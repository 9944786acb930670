import { type ComponentType, createContext, use } from 'react';

const SetUpContext = createContext<ComponentType | null>(null);

export const SetUpProvider = SetUpContext.Provider;

/** The list of steps for the dashboard of this person; null where they have nothing to set up. */
export const useSetUpList = (): ComponentType | null => use(SetUpContext);
