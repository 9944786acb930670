const HOUR = 60;
const DAY = 24 * HOUR;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** @param minutes full minutes; gives how long ago that is, as 'just now', '6 min ago', '1 h 20 min ago', '5 h ago' or '2 days ago' */
export function agoText(minutes: number): string {
  if (minutes < 1) return 'just now';
  if (minutes < HOUR) return `${minutes} min ago`;
  if (minutes >= DAY) return `${counted(Math.floor(minutes / DAY), 'day')} ago`;
  const rest = minutes < 4 * HOUR ? minutes % HOUR : 0;
  return `${Math.floor(minutes / HOUR)} h${rest === 0 ? '' : ` ${rest} min`} ago`;
}

/** @param limit minutes from which on a document is said to be old; gives the words for it, as 'Over an hour old' */
export function oldText(limit: number): string {
  if (limit === HOUR) return 'Over an hour old';
  return `Over ${limit % HOUR === 0 ? counted(limit / HOUR, 'hour') : `${limit} min`} old`;
}
