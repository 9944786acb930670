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

/** A moment in the reader's own words and time zone. */
export function Moment({ at }: { readonly at: number }) {
  const date = new Date(at);
  return <time dateTime={date.toISOString()}>{momentText(at)}</time>;
}
