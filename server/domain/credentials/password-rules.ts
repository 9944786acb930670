import { randomInt } from 'node:crypto';
import { copiedCode } from '#common/calls/requests.ts';
import { Refusal } from '../refusal.ts';

const LEAST = 12;
const MOST = 1_000;
/** Letters and digits that are not taken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 5;
/** Passwords that are guessed first, and the demo's public ones. Compared without case, signs and digits at the end. */
const known = new Set([
  'password',
  'passwort',
  'readydemo',
  'letmein',
  'welcome',
  'administrator',
  'changeme',
  'firedepartment',
]);

/**
 * The rules for a password (ASVS 6.2): length counts, kinds of characters do not.
 * @param names of the user, which must not be the password
 * @throws {Refusal} invalid, in words
 */
export function requireGoodPassword(password: string, names: readonly string[]): void {
  const length = Array.from(password).length;
  const plain = password.normalize('NFKC').toLowerCase();
  const bare = plain.replace(/[^\p{L}\d]/gu, '');
  const core = bare.replace(/(?<!\d)\d+$/, '');
  if (length < LEAST) throw new Refusal('invalid', `The password must have at least ${LEAST} characters.`);
  if (length > MOST) throw new Refusal('invalid', `The password must have at most ${MOST} characters.`);
  const isName = names.some((name) => name.length > 2 && core === name.toLowerCase().replace(/[^\p{L}\d]/gu, ''));
  const isRow = new Set(plain).size < 5 || 'abcdefghijklmnopqrstuvwxyz01234567890123456789qwertyuiop'.includes(bare);
  if (isName || isRow || known.has(core)) {
    throw new Refusal('invalid', 'This password is among those that are guessed first. Choose another one.');
  }
}

/** Generates a password that is shown once: 20 characters, some 99 bits. */
export function newPassword(): string {
  return newCode(GROUPS, GROUP);
}

/** Generates a code that is easily read: groups of a size, of 31 letters and digits, joined by hyphens. */
export function newCode(groups: number, size: number): string {
  const group = (): string => Array.from({ length: size }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** The generated password that a text is a copy of, whatever its blanks, hyphens and case; null if it is none. */
export function madePassword(copied: string): string | null {
  const letters = copiedCode(copied);
  if (letters.length !== GROUPS * GROUP || Array.from(letters).some((letter) => !ALPHABET.includes(letter)))
    return null;
  return Array.from({ length: GROUPS }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP)).join('-');
}
