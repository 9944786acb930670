import { createContext, use } from 'react';
import type { InspectionEvent } from 'xstate';
import type { Env } from '#config/env.ts';
import type { AppRef } from '#machines/app.machine.ts';
import type { loginMachine } from '#machines/login.machine.ts';
import type { Machines } from './machines.ts';

/** Follows what actors do; for `createActor`. */
export type Inspect = (event: InspectionEvent) => void;

/** What every screen's hook starts from: the root actor and the machines with their implementations, as `app.ts` joined them. */
export type App = {
  root: AppRef;
  env: Env;
  loginMachine: typeof loginMachine;
  /** @throws before `loadMachines` has ended once */
  readonly machines: Machines;
  /** Rejects when the code did not come, and fetches it anew when asked again. */
  loadMachines(): Promise<void>;
  /** Given to every actor of a screen; there in development and in builds with the living charts only. */
  inspect?: Inspect;
};

const AppContext = createContext<App | null>(null);

/** Gives the application to the screens below. */
export const AppProvider = AppContext.Provider;

/**
 * @returns the application
 * @throws when no `AppProvider` stands above
 */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp needs an AppProvider above it.');
  return app;
}
