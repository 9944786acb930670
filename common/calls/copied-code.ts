const DECIMAL = /\p{Nd}/u;

/** Value of a decimal digit of any script: those of a script follow one another, from 0 on. */
function digitOf(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DECIMAL.test(String.fromCodePoint(at - value - 1))) value += 1;
  return String(value);
}

/**
 * The letters and digits of a code that was made for copying (one-time passwords, recovery codes, codes of authenticators and of screens), in small
 * letters: blanks, hyphens, case, full-width characters and the digits of another script do not matter.
 */
export const copiedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\P{Nd}0-9]/gu, digitOf)
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');
