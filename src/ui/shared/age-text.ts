const HOUR = 60;
const DAY = 24 * HOUR;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** @param minutes full minutes, one at least; gives a time span in words, as '6 min', '1 h 20 min', '5 h' or '2 days' */
export function spanText(minutes: number): string {
  if (minutes < HOUR) return `${minutes} min`;
  if (minutes >= DAY) return counted(Math.floor(minutes / DAY), 'day');
  const rest = minutes < 4 * HOUR ? minutes % HOUR : 0;
  return `${Math.floor(minutes / HOUR)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** @param minutes full minutes; gives how long ago that is, as 'just now' or '6 min ago' */
export const agoText = (minutes: number): string => (minutes < 1 ? 'just now' : `${spanText(minutes)} ago`);
