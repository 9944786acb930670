import type { Services } from '../screen-route.ts';

const keyOf = ({ env }: Services): string => `ready sign-in ${env.apiHost || location.origin}`;

/** Keeps in this tab where somebody wanted to go who leaves for the identity provider. @param to null for nowhere */
export function keepWish(services: Services, to: string | null): void {
  try {
    if (to === null) sessionStorage.removeItem(keyOf(services));
    else sessionStorage.setItem(keyOf(services), to);
  } catch {
    // A browser that keeps nothing leads to the dashboard.
  }
}

/** Gives it, once. */
export function takeWish(services: Services): string | null {
  try {
    const to = sessionStorage.getItem(keyOf(services));
    sessionStorage.removeItem(keyOf(services));
    return to;
  } catch {
    return null;
  }
}
