import { folded } from '../text/folded.ts';

/** Maximum number of values in an offer, and their maximum length. */
const OFFERED = 8;
const LONGEST = 120;
/** The most bytes that they have. */
export const SHORT_LINE_BYTES = 4 * LONGEST;

/** True for a value that may be offered, or for which others may be: one line, and not a long one. */
export const isShortLine = (value: string): boolean => value.length <= LONGEST && !/[\n\r]/.test(value);

/** A mark, too: a vowel of Hindi is one. */
const IN_WORD = /[\p{L}\p{M}\p{N}]/u;

/** True if a word of the text begins with the sought text. */
function hasWord(text: string, sought: string): boolean {
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1))
    if (at === 0 || !IN_WORD.test(text.charAt(at - 1))) return true;
  return false;
}

/**
 * The values to offer beside the typed text: those that begin with it, then those with a word that does; without regard to case and accents.
 * @param values used before in the region, the best first
 * @param isAsked true if requested by a key: all are offered if none continues the text
 */
export function suggestionsFor(values: readonly string[], typed: string, isAsked: boolean): string[] {
  const own = typed.trim();
  if (!isShortLine(own) || (own === '' && !isAsked)) return [];
  const sought = folded(own);
  const first: string[] = [];
  const others: string[] = [];
  // The current value is no offer.
  const further = values.filter((value) => value !== own);
  for (const value of further) {
    const text = folded(value);
    if (text.startsWith(sought)) first.push(value);
    else if (hasWord(text, sought)) others.push(value);
  }
  const found = [...first, ...others];
  return (found.length === 0 && isAsked ? further : found).slice(0, OFFERED);
}
