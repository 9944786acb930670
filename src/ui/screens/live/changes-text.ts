import type { LiveChanges } from '#ui/hooks/use-live-changes.ts';
import { timeText } from '../shared/moment.tsx';

const counted = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'region' : 'regions'} ${what}`];

/** How many regions were changed, and when; '' where none was. */
export function changesText({ changed, gone, at, isMixed }: Omit<LiveChanges, 'isAnother'>): string {
  const what = [...counted(changed, 'changed'), ...counted(gone, 'removed')].join(', ');
  if (what === '' || at === null) return what;
  return `${what}${isMixed ? ', the last' : ''} at ${timeText(at)}`;
}
