import { createContext, use } from 'react';
import type { LeaveGuardRef } from '#machines/shared/leave-guard.machine.ts';

/** Navigation for screens, and guards that hold the user back; the routes provide it. */
export type Navigation = {
  /** Navigates for a machine, without asking the user again. */
  go(to: string, options?: { replace?: boolean }): void;
  /** Follows a link; a screen with a guard asks the user first. @param state for the screen there */
  follow(to: string, state?: unknown): void;
  /** Goes back to the last page inside the application, or to `fallback`. */
  back(fallback: string): void;
  /**
   * Holds each attempt to leave until `allow` or `refuse` is called; the browser asks before it closes the page.
   * @param onAttempt called at each attempt to leave
   * @param start starts the chart that decides about leaving, whose code loads with the first screen that needs it
   * @returns a function that ends the guard
   */
  guardLeaving(onAttempt: () => void, start: () => LeaveGuardRef): () => void;
  /** Runs a function that leaves the screen, such as logging out: at once, or when the screen's guard allows it. */
  attempt(leave: () => void): void;
  /** Continues the waiting attempt. */
  allow(): void;
  /** Drops the waiting attempt. */
  refuse(): void;
  /** Follows a link out of the application, after the user was asked. */
  leaveTo(href: string): void;
};

const NavigationContext = createContext<Navigation | null>(null);

/** Provides navigation to the screens below. */
export const NavigationProvider = NavigationContext.Provider;

/**
 * @returns the routes' navigation
 * @throws if there is no `NavigationProvider` above
 */
export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('useNavigation needs a NavigationProvider above it.');
  return navigation;
}
