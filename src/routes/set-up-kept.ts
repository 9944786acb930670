import type { Services } from './screen-route.ts';

/** What this browser keeps of somebody's steps: names of steps alone. `isOver`: none was missing when it was looked at last, so that a dashboard asks nothing. */
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

/** Where the browser refuses, the list is there again at the next visit. */
export function keepSetUp(services: Services, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(services), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage.
  }
}
