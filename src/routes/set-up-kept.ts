import type { Services } from './screen-route.ts';

/**
 * A user's steps as stored in this browser: names of steps only. `isOver`: none was missing at the last check, so that a dashboard makes no
 * requests.
 */
type Kept = { skipped: string[]; isOver: boolean };

const keyOf = ({ env, auth }: Services): string =>
  `ready set-up ${env.apiHost || location.origin} ${auth?.getSnapshot().context.user?.user_id ?? ''}`;

/** @returns null if nothing is stored, or the browser has no storage */
export function keptSetUp(services: Services): Kept | null {
  try {
    const { skipped, isOver } = JSON.parse(localStorage.getItem(keyOf(services)) ?? 'null') as Kept;
    return { skipped: [...skipped], isOver };
  } catch {
    return null;
  }
}

/** Stores the steps. A browser that refuses shows the list again at the next visit. */
export function keepSetUp(services: Services, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(services), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage.
  }
}
