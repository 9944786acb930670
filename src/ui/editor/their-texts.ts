import type { TheirChange } from '#ui/editor/changes/use-their-changes.ts';
import { momentText, timeText } from '../shared/moment.tsx';

/** True for a moment of this day, whose date is not shown. */
export const isOfToday = (at: number): boolean => new Date(at).toDateString() === new Date().toDateString();

/**
 * Name of the user, if all changes are by one user whose name is known. A name may have another text direction than
 * the words around it.
 */
export function whose(changes: readonly Pick<TheirChange, 'by'>[]): string {
  const [one] = changes;
  const name = changes.every(({ by }) => by === one?.by) ? (one?.by ?? null) : null;
  return name === null ? 'somebody else' : `\u2068${name}\u2069`;
}

/** Text beside the field of a region that another user has changed, or that was filled from another document. */
export function changedByText({ by, at, from }: Pick<TheirChange, 'by' | 'at' | 'from'>): string {
  if (from !== undefined) return `Filled from “\u2068${from}\u2069”`;
  const when = at === null ? '' : `, ${isOfToday(at) ? timeText(at) : momentText(at)}`;
  return `Changed by ${whose([{ by }])}${when}`;
}
