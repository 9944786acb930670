import { createContext, use } from 'react';
import type { LeaveGuardRef } from '#machines/shared/leave-guard.machine.ts';

/** How a screen navigates, and how it holds the user back; the routes provide it. */
export type Navigation = {
  /** Goes where a machine asks to, without asking the user again. */
  go(to: string, options?: { replace?: boolean }): void;
  /** Follows a link; a screen with a guard asks the user first. */
  follow(to: string): void;
  /** Goes back to the last page inside the application, or to `fallback`. */
  back(fallback: string): void;
  /**
   * Holds each attempt to leave until `allow` or `refuse` is called; the browser asks before it closes the page.
   * @param onAttempt called at each attempt to leave
   * @param start starts the chart that decides who may leave, which comes with the first screen that needs it
   * @returns ends the guard
   */
  guardLeaving(onAttempt: () => void, start: () => LeaveGuardRef): () => void;
  /** Does something that leaves the screen, such as logging out: at once, or when the screen's guard allows it. */
  attempt(leave: () => void): void;
  /** Lets the attempt that waits go on. */
  allow(): void;
  /** Drops the attempt that waits. */
  refuse(): void;
  /** Follows a link that leads out of the application, about which the user was asked already. */
  leaveTo(href: string): void;
};

const NavigationContext = createContext<Navigation | null>(null);

/** Gives navigation to the screens below. */
export const NavigationProvider = NavigationContext.Provider;

/**
 * @returns the routes' navigation
 * @throws when no `NavigationProvider` stands above
 */
export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('useNavigation needs a NavigationProvider above it.');
  return navigation;
}
