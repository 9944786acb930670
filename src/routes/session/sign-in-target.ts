import type { Services } from '../screen-route.ts';

const keyOf = ({ env }: Services): string => `ready sign-in ${env.apiHost || location.origin}`;

/** Stores in this tab the target of a user who leaves for the identity provider. @param to null for none */
export function keepTarget(services: Services, to: string | null): void {
  try {
    if (to === null) sessionStorage.removeItem(keyOf(services));
    else sessionStorage.setItem(keyOf(services), to);
  } catch {
    // A browser without storage leads to the dashboard.
  }
}

/** Returns it, once. */
export function takeTarget(services: Services): string | null {
  try {
    const to = sessionStorage.getItem(keyOf(services));
    sessionStorage.removeItem(keyOf(services));
    return to;
  } catch {
    return null;
  }
}
