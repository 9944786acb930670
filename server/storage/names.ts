import { folded } from '#common/document/text/folded.ts';

/** Maximum of characters of a name that are used: an index of PostgreSQL takes some 2,700 bytes an entry. */
const SOUGHT_MAX = 400;
const ORDERED_MAX = 150;

const first = (text: string, count: number): string => Array.from(text).slice(0, count).join('');

/**
 * The search key of a text in any script. A change of `folded` needs a migration that rewrites all keys. The engines
 * cannot make them: SQLite's `lower` knows ASCII alone. Letters are composed again, since those of Korean would
 * otherwise take three times the space.
 */
export function searchKey(text: string): string {
  return first(folded(text).normalize('NFC'), SOUGHT_MAX);
}

/**
 * The sort key of a name: its search key, with numbers in it as numbers. Each number has a sign before it that grows
 * with the count of its digits, so that comparing code points puts 9 before 10.
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

/**
 * Form of a username for comparisons: as people read it, without regard to case or to the form of accents. It is not
 * the form for searches, in which two people's names may be the same.
 */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}

/** The key columns of a WIP's or an archive's name. */
export const nameKeys = (name: string) => ({ name_key: searchKey(name), name_order: orderKey(name) });
