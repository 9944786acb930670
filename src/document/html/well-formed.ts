/** Half of a surrogate pair that stands alone: with the flag `u` a whole pair is one character, and no surrogate. */
const LONE = /\p{Surrogate}/u;
const EACH_LONE = /\p{Surrogate}/gu;

/**
 * Whether text can be sent and stored as UTF-8. Strings can be asked that themselves only in browsers that are newer than the oldest of
 * `config/browsers.ts`; this does the same in all of them.
 */
export const isWellFormed = (text: string): boolean => !LONE.test(text);

/** The text with U+FFFD in place of each half of a surrogate pair that stands alone. */
export const wellFormed = (text: string): string => text.replace(EACH_LONE, '\uFFFD');
