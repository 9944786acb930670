import { LABEL_MAX } from '#common/document/html/blanks.ts';
import { OPAQUE } from './blank-flow.ts';

/** Text in one line, without what is no text. */
export const clean = (text: string): string =>
  text
    .replaceAll(OPAQUE, ' ')
    .replace(/[\s\u00a0\u3000\u200b]+/g, ' ')
    .trim();

/**
 * Makes a name from the words beside a blank: without the signs at their end, and only the last of several sentences.
 */
export function nameFrom(words: string, isBefore = true): string {
  const near = isBefore ? words.slice(-400) : words.slice(0, 400);
  let text = clean(near).replace(/[_＿]{2,}|\.{4,}|…+/g, ' ');
  text = text.replace(/[\s:：.,;–—=*_(（[［〔「『【～~-]+$/u, '').trim();
  const parts = text.split(/[.?!;:。：]\s+|：|。|\u2003|\t/u).filter((part) => /[\p{L}\p{N}]/u.test(part));
  text = (isBefore ? parts.at(-1) : parts[0]) ?? '';
  text = text.replace(/^[\s,;:.)）\]］〕」』】～~–—-]+/u, '').replace(/^\(?\d{1,3}[.)]\s+(?=\p{L})/u, '');
  if (!/\p{L}/u.test(text)) return '';
  const list = text.split(' ');
  if (list.length > 7) text = (isBefore ? list.slice(-5) : list.slice(0, 6)).join(' ');
  return text.slice(0, LABEL_MAX).trim();
}

/** True if a text ends with a colon. */
export const endsAsLabel = (text: string): boolean => /[:：][\s\u00a0\u3000]*$/.test(text.slice(-400));
/** The place of the first character of a text that is not blank. */
export const firstOf = (text: string): number => text.search(/[^\s\u00a0\u3000]/);
/** True for a few words that are no sentence. */
export const isShort = (text: string): boolean =>
  text.length <= 200 && clean(text).length <= 60 && !/[.!?。]\s*$/.test(clean(text));
/** The name that the cells around a cell give it. */
export const nameOf = (name: string): string =>
  name
    .split(', ')
    .map((part) => nameFrom(part.split('\n')[0] ?? ''))
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, LABEL_MAX);
/** The words of a label. */
export const labelText = (text: string): string =>
  clean(text)
    .slice(0, 400)
    .replace(/[\s:*]+$/, '')
    .slice(0, LABEL_MAX);
