/** The kind of value that a document means a region to hold (`data-ready-type`). */
const TYPES = ['text', 'multiline', 'date', 'time', 'datetime', 'number', 'choice'] as const;
export type RegionType = (typeof TYPES)[number];

/** A document's information about a region's values: a hint, which refuses nothing. */
export type RegionHint = { readonly type: RegionType; readonly options: readonly string[] };

/** True if a region holds one line, according to its document. @param type value of `data-ready-type` */
export const isOneLine = (type: string | null): boolean =>
  /^\s*(date|time|datetime|number|choice)\s*$/i.test(type ?? '');

const MOST_OPTIONS = 200;
const LONGEST_OPTION = 200;

/**
 * Reads a document's hint; null if there is none.
 * @param type value of `data-ready-type`
 * @param options value of `data-ready-options`, separated by vertical bars
 */
export function hintOf(type: string | null, options: string | null): RegionHint | null {
  const offered = (options ?? '')
    .slice(0, MOST_OPTIONS * LONGEST_OPTION)
    .split('|')
    .map((option) => option.trim())
    .filter((option) => option !== '' && option.length <= LONGEST_OPTION)
    .slice(0, MOST_OPTIONS);
  const named = TYPES.find((one) => one === (type ?? '').trim().toLowerCase());
  if (named === 'choice' && offered.length === 0) return null;
  return named ? { type: named, options: named === 'choice' ? offered : [] } : null;
}

/**
 * True if values used before are offered: for text that is no choice and not meant to have many lines. An earlier figure or time is hardly ever
 * right again.
 * @param type value of `data-ready-type`
 * @param options value of `data-ready-options`
 */
export function takesSuggestions(type: string | null, options: string | null): boolean {
  const hint = hintOf(type, options);
  return hint === null || hint.type === 'text';
}

/** Endings of numbers, units of time, and the word for a counted day of an operation. */
const ALWAYS_KNOWN = 'day st nd rd th of the t z 年 月 日 年 월 일'.split(' ');
/** Minimum length of a short name. */
const SHORT = 3;

/** Names of months and days of the week in these languages, in small letters. */
function namesIn(languages: readonly string[]): string[] {
  const names = new Set(ALWAYS_KNOWN);
  const styles: Intl.DateTimeFormatOptions[] = [
    { month: 'long', day: 'numeric', timeZone: 'UTC' },
    { month: 'short', day: 'numeric', timeZone: 'UTC' },
    { weekday: 'long', timeZone: 'UTC' },
    { weekday: 'short', timeZone: 'UTC' },
  ];
  for (const language of ['en', ...languages]) {
    for (const style of styles) {
      let format: Intl.DateTimeFormat;
      try {
        format = new Intl.DateTimeFormat(language, style);
      } catch {
        continue;
      }
      // The first days of a year are a week, and the first ones of its months twelve.
      for (let at = 0; at < (style.month ? 12 : 7); at += 1) {
        const day = style.month ? Date.UTC(2026, at, 1) : Date.UTC(2026, 0, at + 1);
        for (const [name] of format
          .format(day)
          .toLowerCase()
          .matchAll(/\p{L}+/gu))
          names.add(name);
      }
    }
  }
  return [...names];
}

let known: { of: string; names: string[] } | null = null;

function isName(word: string, languages: readonly string[]): boolean {
  const of = languages.join();
  if (known?.of !== of) known = { of, names: namesIn(languages) };
  return known.names.some((name) => name === word || (word.length >= SHORT && name.startsWith(word)));
}

const isDay = (number: number): boolean => number >= 1 && number <= 31;

/** Numbers alone are a date in any of the usual orders, the year first or last or left out. */
function areDate(numbers: readonly number[]): boolean {
  const isOfYear = (one = 0, two = 0): boolean => isDay(one) && isDay(two) && Math.min(one, two) <= 12;
  const [first = 0, second, third] = numbers;
  if (numbers.length === 2) return isOfYear(first, second);
  return numbers.length === 3 && (isOfYear(first, second) || (first > 31 && isOfYear(second, third)));
}

function isDate(text: string, languages: readonly string[]): boolean {
  if (!/^[\p{L}\d\s.,/’'()-]+$/u.test(text)) return false;
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length === 0) return areDate(numbers);
  if (!words.every((word) => isName(word, languages)) || numbers.length === 0 || numbers.length > 3) return false;
  return numbers.every((number) => isDay(number) || (number > 31 && number < 10_000));
}

const TIME =
  /^(?:(?:[01]?\d|2[0-4])(?:[:.h]|\s?:\s?)[0-5]\d(?:[:.][0-5]\d)?|(?:[01]\d|2[0-4])[0-5]\d|(?:0?[1-9]|1[0-2])(?=\s?[ap]\.?m))(?:\s?[ap]\.?m\.?)?(?:\s?(?:h|hrs?|hours?|uhr|z|[a-z]{2,5}))?$/i;

const isTime = (text: string): boolean => TIME.test(text);

/** A date and a time, in this order or the other: each place where they may meet is tried. */
function isMoment(text: string, languages: readonly string[]): boolean {
  for (const { index, 0: gap } of text.matchAll(/[\s,]+(?:at\s+)?|(?<=\d)T(?=\d)/gi)) {
    const [before, behind] = [text.slice(0, index), text.slice(index + gap.length)];
    if (isTime(behind) && isDate(before, languages)) return true;
    if (isTime(before) && isDate(behind, languages)) return true;
  }
  return false;
}

const NUMBER = /^[-+−–]?\s?\d[\d\s.,'’]*(?:e[-+]?\d+)?\s?%?$/i;

const LONGEST = 200;
/** Digits of other scripts: their values are not checked. */
const isForeign = (text: string): boolean => /[^\P{Nd}0-9]/u.test(text);

function fits({ type, options }: RegionHint, text: string, languages: readonly string[]): boolean {
  if (type === 'choice') return options.some((option) => option.toLowerCase() === text.toLowerCase());
  if (text.length > LONGEST) return false;
  if (isForeign(text)) return true;
  if (type === 'date') return isDate(text, languages);
  if (type === 'time') return isTime(text);
  return type === 'datetime' ? isMoment(text, languages) : NUMBER.test(text);
}

/**
 * Describes the difference between a value and its document's hint; null if it fits, and if the region is empty. Lenient: reports only values that
 * certainly do not fit.
 * @param languages languages in which months and days may be named, besides English
 */
export function misfitOf(hint: RegionHint, value: string, languages: readonly string[]): string | null {
  const text = value.trim();
  if (hint.type === 'text' || hint.type === 'multiline' || text === '' || fits(hint, text, languages)) return null;
  switch (hint.type) {
    case 'choice':
      return `Not one of the choices: ${hint.options.join(', ')}`;
    case 'date':
      return 'Not a date, such as 2026-11-26';
    case 'time':
      return 'Not a time, such as 14:05';
    case 'datetime':
      return 'Not a date and time, such as 2026-11-26 14:05';
    case 'number':
      return 'Not a number';
  }
}

const two = (number: number): string => (number < 10 ? `0${number}` : `${number}`);

/** The local time, with or without the date before it; in a region for a date, the date alone. */
export function momentText(which: 'time' | 'datetime', type: string | null | undefined, now: Date): string {
  const time = `${two(now.getHours())}:${two(now.getMinutes())}`;
  if (which === 'time') return time;
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return type === 'date' ? date : `${date} ${time}`;
}
