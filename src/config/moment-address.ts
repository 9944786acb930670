/** Parameter in the address of a live screen: the earlier moment that it shows. */
export const AT = 'at';

const TIME = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d)?(\.\d{1,3})?(Z|[+-]\d\d:?\d\d)?$/i;

/** A moment in an address: null without one. `isWrong`: it is none that can be read. */
type Read = { readonly moment: number | null; readonly isWrong: boolean };

/**
 * Reads the moment in the query of an address, in UTC, with an offset, or in the viewer's zone. One to the second is the end of that second.
 * @returns it in epoch milliseconds
 */
export function momentIn(search: string): Read {
  // A plus that was not encoded arrives as a space.
  const text = new URLSearchParams(search).get(AT)?.trim().replace(' ', '+') ?? null;
  if (text === null) return { moment: null, isWrong: false };
  const [, year = '', month = '', day = '', , fraction] = TIME.exec(text) ?? [];
  const moment = Date.parse(text);
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  if (year === '' || !isDay || Number.isNaN(moment)) return { moment: null, isWrong: true };
  return { moment: fraction === undefined ? moment + 999 : moment, isWrong: false };
}

/** A moment as an address has it: in UTC, without the milliseconds of a second's end. */
export const momentForAddress = (moment: number): string => new Date(moment).toISOString().replace('.999Z', 'Z');

/** The query of an address with another moment, or without one for null; all other parameters stay as they were written. */
export function momentQuery(search: string, moment: number | null): string {
  const others = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && part !== AT && !part.startsWith(`${AT}=`));
  const parts = moment === null ? others : [...others, `${AT}=${momentForAddress(moment)}`];
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
