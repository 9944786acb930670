import type { Services } from '../screen-route.ts';

/** Somebody's steps as this browser keeps them: names of steps alone. `isOver`: none was missing when it was looked at last, so that a dashboard asks nothing. */
type Kept = { skipped: string[]; isOver: boolean };

const keyOf = ({ env, auth }: Services): string =>
  `ready set-up ${env.apiHost || location.origin} ${auth?.getSnapshot().context.user?.user_id ?? ''}`;

/** @returns null where nothing is kept, or the browser keeps nothing */
export function keptSetUp(services: Services): Kept | null {
  try {
    const { skipped, isOver } = JSON.parse(localStorage.getItem(keyOf(services)) ?? 'null') as Kept;
    return { skipped: [...skipped], isOver };
  } catch {
    return null;
  }
}

/** A browser that refuses shows the list again at the next visit. */
export function keepSetUp(services: Services, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(services), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage.
  }
}
