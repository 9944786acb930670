import { folded } from '#document/text/folded.ts';

/** More of a name is not looked at: an index of PostgreSQL takes some 2,700 bytes an entry. */
const SOUGHT_MAX = 400;
const ORDERED_MAX = 150;

const first = (text: string, count: number): string => Array.from(text).slice(0, count).join('');

/**
 * Text as it is searched, whatever the script. The engines cannot do this themselves: SQLite's `lower` knows ASCII alone. Letters are put together again,
 * since those of Korean would otherwise take three times their room.
 */
export function searchKey(text: string): string {
  return first(folded(text).normalize('NFC'), SOUGHT_MAX);
}

/**
 * Text as names are sorted: as it is searched, and with numbers in it as numbers. Each number has a sign before it that grows with the count of its
 * digits, so that comparing code points puts 9 before 10.
 */
export function orderKey(text: string): string {
  const natural = searchKey(text)
    .trim()
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, '');
      return String.fromCharCode('0'.charCodeAt(0) + Math.min(number.length, ORDERED_MAX)) + number;
    });
  return first(natural, ORDERED_MAX);
}

/** The columns that go with the name of a WIP or of an archive. */
export const nameKeys = (name: string) => ({ name_key: searchKey(name), name_order: orderKey(name) });
