/** Half of a surrogate pair without the other half: with the flag `u` a whole pair is one character, and no surrogate. */
const LONE = /\p{Surrogate}/u;
const EACH_LONE = /\p{Surrogate}/gu;

/**
 * True if text can be sent and stored as UTF-8. Strings have such a method only in browsers newer than the oldest of `config/browsers.ts`; this
 * does the same in all of them.
 */
export const isWellFormed = (text: string): boolean => !LONE.test(text);

/** The text with U+FFFD in place of each half of a surrogate pair without the other half. */
export const wellFormed = (text: string): string => text.replace(EACH_LONE, '\uFFFD');
