import { createContext, use } from 'react';

/** How a screen leaves and is kept from leaving; the routes provide it. */
export type Navigation = {
  /** Goes where a machine asked to, without asking the person again. */
  go(to: string, options?: { replace?: boolean }): void;
  /** Goes where a person asked to by a link; a screen that keeps the person asks first. */
  follow(to: string): void;
  /** Goes to where the person came from inside the application, or to `fallback`. */
  back(fallback: string): void;
  /**
   * Keeps the person on the page until `allow` or `refuse` is called.
   * @param onAttempt called at each attempt to leave
   * @returns ends the guard
   */
  guardLeaving(onAttempt: () => void): () => void;
  /** Does something that takes the screen away, such as logging out: at once, or when the screen that holds the person lets go. */
  attempt(leave: () => void): void;
  /** Lets the attempt that waits go on. */
  allow(): void;
  /** Drops the attempt that waits. */
  refuse(): void;
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
