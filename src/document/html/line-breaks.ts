/** Whatever ends a line in Unicode: Word and PowerPoint write U+000B for a soft break, others U+000C, U+0085, U+2028 or U+2029. */
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Text as it may come from any program, with line feeds for its line breaks: one that is dropped glues the two words beside it.
 * @param instead what stands for those that are no line feed, where a text has no lines
 */
export const withLineFeeds = (text: string, instead = '\n'): string => text.replace(BREAKS, instead);
