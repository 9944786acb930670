let ofDay: Intl.DateTimeFormat | undefined;
let ofSecond: Intl.DateTimeFormat | undefined;

/** @param at epoch milliseconds; gives weekday, day and time, with seconds within a minute, and the year where it is another one than now */
export function pastText(at: number): string {
  const options = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  ofDay ??= new Intl.DateTimeFormat(undefined, options);
  ofSecond ??= new Intl.DateTimeFormat(undefined, { ...options, second: '2-digit' });
  const date = new Date(at);
  const text = (date.getSeconds() === 0 ? ofDay : ofSecond).format(at);
  return date.getFullYear() === new Date().getFullYear() ? text : `${text}, ${date.getFullYear()}`;
}
