import type { TheirChange } from '#ui/editor/changes/use-their-changes.ts';
import { momentText, timeText } from '../../shared/moment.tsx';

const isOfToday = (at: number): boolean => new Date(at).toDateString() === new Date().toDateString();

/**
 * Name of the user, if all changes are by one user whose name is known. A name may have another text direction than
 * the words around it.
 */
function whose(changes: readonly Pick<TheirChange, 'by'>[]): string {
  const [one] = changes;
  const name = changes.every(({ by }) => by === one?.by) ? (one?.by ?? null) : null;
  return name === null ? 'somebody else' : `\u2068${name}\u2069`;
}

/**
 * @param changes at least one
 * @returns 'Amir saved at 1:34 PM', or the number of regions if they are not all of one known user
 */
export function whoseText(changes: readonly Pick<TheirChange, 'by' | 'at'>[]): string {
  const at = changes.every(({ by, at: time }) => by !== null && time !== null)
    ? Math.max(...changes.map(({ at: time }) => time ?? 0))
    : null;
  if (at !== null && changes.every(({ by }) => by === changes[0]?.by)) return `${whose(changes)} saved ${whenText(at)}`;
  return `${changes.length === 1 ? '1 region was' : `${changes.length} regions were`} changed by ${whose(changes)}`;
}

const whenText = (at: number): string => (isOfToday(at) ? `at ${timeText(at)}` : `on ${momentText(at)}`);

/** Text beside the field of a region that another user has changed, or that was filled from another document. */
export function changedByText({ by, at, from }: Pick<TheirChange, 'by' | 'at' | 'from'>): string {
  if (from !== undefined) return `Filled from “\u2068${from}\u2069”`;
  const when = at === null ? '' : `, ${isOfToday(at) ? timeText(at) : momentText(at)}`;
  return `Changed by ${whose([{ by }])}${when}`;
}
