import type { LiveChanges } from '#ui/hooks/use-live-changes.ts';
import { timeText } from '../shared/moment.tsx';

/** A longer name would leave the others no room. */
const LONGEST = 40;

/** A name may run the other way than the words around it. */
const named = (name: string): string => {
  // Not within a sign of two units.
  const start = name.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '');
  return `\u2068${name.length > LONGEST ? `${start}…` : name}\u2069`;
};
const regions = (count: number): string => `${count} ${count === 1 ? 'region' : 'regions'}`;

/** Which regions were changed, the newest first, how many were removed, and when; '' where none was. What matters most stands first: the end may be cut off. */
export function changesText({ changed, gone, names, more, at, isMixed }: Omit<LiveChanges, 'isAnother'>): string {
  const parts: string[] = [];
  if (names.length > 0) parts.push(names.map(named).join(', ') + (more > 0 ? ` and ${more} more` : ''));
  // Their names are on their way.
  else if (changed > 0) parts.push(`${regions(changed)} changed`);
  if (gone > 0) parts.push(`${parts.length > 0 ? gone : regions(gone)} removed`);
  if (parts.length === 0 || at === null) return parts.join(', ');
  return `${parts.join(', ')} · ${isMixed ? 'last ' : ''}${timeText(at)}`;
}
