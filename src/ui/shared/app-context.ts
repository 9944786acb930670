import { createContext, use } from 'react';
import type { InspectionEvent } from 'xstate';
import type { Env } from '#common/config/env.ts';
import type { AppRef } from '#machines/app/app.machine.ts';

/** A listener for `createActor(machine, { inspect })`. */
export type Inspect = (event: InspectionEvent) => void;

/** Root of every screen's hook, as made by `app.ts`. */
export type App = {
  root: AppRef;
  env: Env;
  /** Documents with unsaved text in the page's memory. */
  unsaved: { readonly size: number };
  /** True while the host waits for its first administrator. */
  firstRun: { readonly isDue: boolean };
  /** Passed to every actor of a screen; set in development and in builds with the living charts only. */
  inspect?: Inspect;
};

const AppContext = createContext<App | null>(null);

export const AppProvider = AppContext.Provider;

/**
 * @returns the application
 * @throws if there is no `AppProvider` above
 */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp needs an AppProvider above it.');
  return app;
}
