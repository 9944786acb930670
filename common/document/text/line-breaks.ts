/** Whatever ends a line in Unicode: Word and PowerPoint write U+000B for a soft break, others U+000C, U+0085, U+2028 or U+2029. */
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Replaces the line breaks of text from any program by line feeds: a dropped one would join the two words beside it.
 * @param instead replacement for those that are no line feed, in a text without lines
 */
export const withLineFeeds = (text: string, instead = '\n'): string => text.replace(BREAKS, instead);
