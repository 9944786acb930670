/** Made at its first use: on a slow device that takes as long as drawing a screen. */
let format: Intl.DateTimeFormat | undefined;

/** @param at epoch milliseconds */
export const momentText = (at: number): string =>
  (format ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })).format(at);

let short: Intl.DateTimeFormat | undefined;

/** @param at epoch milliseconds; gives the time of day, without seconds */
export const timeText = (at: number): string =>
  (short ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })).format(at);

let day: Intl.DateTimeFormat | undefined;

/** @param at epoch milliseconds; gives the day alone */
export const dayText = (at: number): string =>
  (day ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })).format(at);

let otherDay: Intl.DateTimeFormat | undefined;

/** Half a year: a day and month that are further away need their year. */
const ANOTHER_YEAR_MS = 182 * 24 * 3_600_000;

/**
 * The time of a moment without seconds, with its day where that is another one than today; half a year away, the day
 * and year alone.
 * @param at epoch milliseconds
 * @param now the same by the host's clock, where that is known: a device may be a day or a year off
 */
export function shortText(at: number, now = Date.now()): string {
  if (Math.abs(now - at) > ANOTHER_YEAR_MS) return dayText(at);
  if (new Date(at).toDateString() === new Date(now).toDateString()) return timeText(at);
  otherDay ??= new Intl.DateTimeFormat(undefined, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return otherDay.format(at);
}

type MomentProps = {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Its format; by default with day and seconds. */
  readonly text?: (at: number) => string;
};

/** A moment in the reader's own words and time zone. */
export function Moment({ at, text = momentText }: MomentProps) {
  const date = new Date(at);
  return <time dateTime={date.toISOString()}>{text(at)}</time>;
}
