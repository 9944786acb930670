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
  const named = TYPES.find((one) => one === type?.trim().toLowerCase());
  if (named !== 'choice') return named ? { type: named, options: [] } : null;
  const all = (options ?? '').slice(0, MOST_OPTIONS * LONGEST_OPTION).split('|');
  const offered = [...new Set(all.map((option) => option.trim()))]
    .filter((option) => option !== '' && option.length <= LONGEST_OPTION)
    .slice(0, MOST_OPTIONS);
  return offered.length === 0 ? null : { type: named, options: offered };
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

/** Endings of numbers, units of time, eras, and the word for a counted day of an operation. */
const ALWAYS_KNOWN = 'day st nd rd th er of the t z 年 月 日 年 월 일 令和 平成 民國 民国'.split(' ');
/** Minimum length of a short name. */
const SHORT = 3;

/** Names of months and days of the week in these languages, in small letters, with the number of the month; 0 for other words. */
function namesIn(languages: readonly string[]): [name: string, month: number][] {
  const names = ALWAYS_KNOWN.map((name): [string, number] => [name, 0]);
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
        for (const { type, value } of format.formatToParts(day)) {
          const words = value.toLowerCase().match(/\p{L}+/gu) ?? [];
          for (const name of words) names.push([name, type === 'month' ? at + 1 : 0]);
        }
      }
    }
  }
  return names;
}

let known: { of: string; names: [string, number][] } | null = null;

/** The months that a word may name, with 0 if it may be another word of a date; empty for a word that is none. */
function monthsOf(word: string, languages: readonly string[]): number[] {
  const of = languages.join();
  if (known?.of !== of) known = { of, names: namesIn(languages) };
  return known.names.flatMap(([name, month]) =>
    name === word || (word.length >= SHORT && name.startsWith(word)) ? [month] : [],
  );
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** True for a day of the calendar. @param year the whole year or its last two digits, if it is given */
function isDay(month = 0, day = 0, year?: number): boolean {
  if (day < 1 || day > (DAYS[month - 1] ?? 0)) return false;
  return year === undefined || month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

/** Numbers alone are a date in any of the usual orders, the year first or last or left out. */
function areDate([first, second, third, ...more]: readonly number[]): boolean {
  if (second === undefined || more.length > 0) return false;
  if (isDay(first, second, third) || isDay(second, first, third)) return true;
  return third !== undefined && isDay(second, third, first);
}

const YEAR_MAX = 9_999;

/** A month in words, with its day, its year, or both. */
const areWithMonth = ([first = 0, second, third]: readonly number[], month: number): boolean => {
  if (third !== undefined) return true;
  if (second === undefined) return first > 31 || isDay(month, first);
  return isDay(month, first, second) || isDay(month, second, first);
};

function isDate(text: string, languages: readonly string[]): boolean {
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (compact) return isDay(Number(compact[2]), Number(compact[3]), Number(compact[1]));
  if (/^\d{4}-?W\d\d(?:-?[1-7])?$/i.test(text)) return true;
  if (!/^[\p{L}\d\s.,/’'()-]+$/u.test(text)) return false;
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length === 0) return areDate(numbers);
  const months = words.map((word) => monthsOf(word, languages));
  if (months.some(({ length }) => length === 0) || numbers.length === 0 || numbers.length > 3) return false;
  if (numbers.some((number) => number < 1 || number > YEAR_MAX)) return false;
  // A word that names months alone, as 'February' does and 'mar' in Spanish does not.
  const [month] = months.filter((of) => !of.includes(0));
  if (month) return month.some((one) => areWithMonth(numbers, one));
  return numbers.length === 3 ? areDate(numbers) : true;
}

const ZONE = String.raw`(?:\s?(?:z|[a-z]{1,5})?\s?[-+−]\d\d?(?::?\d\d)?|\s?[a-z]{1,5})?`;
const TIMES = [
  // With seconds and their parts, or all digits together, as in '14:05:33.5', '14h05', '1405' and '140533'.
  String.raw`(?:[01]?\d|2[0-4])(?:[:.h]|\s?[:h]\s?|\suhr\s)[0-5]\d(?:[:.][0-5]\d(?:[.,]\d+)?)?${ZONE}`,
  String.raw`(?:[01]\d|2[0-4])[0-5]\d(?:[0-5]\d)?${ZONE}`,
  String.raw`(?:[01]?\d|2[0-4])\s?(?:h|hrs?|hours?|uhr)`,
];
const TIME = new RegExp(`^(?:t|(?:at|um|à|om|kl\\.?)\\s+)?(?:${TIMES.join('|')})$`, 'i');
const OF_TWELVE_HOURS = new RegExp(
  String.raw`^(?:0?\d|1[0-2])(?:[:.h]?[0-5]\d(?:[:.][0-5]\d)?)?\s?[ap]\.?\s?m\.?${ZONE}$`,
  'i',
);
const isTime = (text: string): boolean => (/[ap]\.?\s?m\b/i.test(text) ? OF_TWELVE_HOURS : TIME).test(text);

/** A date-time group, such as '281405ZNOV26' or '28 1405Z Nov 2026'. */
const GROUP = /^(\d\d)\s?(?:[01]\d|2[0-4])[0-5]\d\s?[a-z]?\s?([a-z]{3})\s?(\d\d(?:\d\d)?)?$/i;

/** A date and a time, in this order or the other: each place where they may meet is tried. */
function isMoment(text: string, languages: readonly string[]): boolean {
  const [, day, month = '', year] = GROUP.exec(text) ?? [];
  const months = day === undefined ? [] : monthsOf(month.toLowerCase(), languages);
  if (months.some((one) => isDay(one, Number(day), year === undefined ? year : Number(year)))) return true;
  for (const { index, 0: gap } of text.matchAll(/[\s,]+(?:(?:at|um|à|om|kl\.?)\s+)?|(?<=\d)T(?=\d)/gi)) {
    const [before, behind] = [text.slice(0, index), text.slice(index + gap.length)];
    if (isTime(behind) && isDate(before, languages)) return true;
    if (isTime(before) && isDate(behind, languages)) return true;
  }
  return false;
}

const SIGNS = String.raw`[-+−–~≈<>≤≥±]?\s?`;
/** Digits in groups, and a decimal part. */
const DIGITS = String.raw`\d+(?:[\s.,'’]\d{2,})*(?:[.,]\d*)?(?:e[-+]?\d+)?`;
const FRACTION = String.raw`(?:\d+\s?)?(?:[¼-¾⅐-⅞]|\d+\s?[/⁄]\s?\d+)`;
/** A unit of few letters, such as '°C', 'km/h', 'm³' or 'PLN'. */
const UNIT = String.raw`(?:[%‰°′″'"]|\p{Sc}|(?:[°µ]?\p{L}{1,4}[²³]?)(?:[/·]\p{L}{1,4}[²³]?)?)`;
const NUMBER = new RegExp(
  `^${SIGNS}(?:(?:\\p{L}{2,3}\\.?)?\\p{Sc}?\\s?)?(?:${FRACTION}|${DIGITS}|[.,]\\d+)\\s?${UNIT}?$`,
  'iu',
);

const LONGEST = 200;
/** Digits of other scripts: their values are not checked. */
const isForeign = (text: string): boolean => /[^\P{Nd}0-9]/u.test(text);
/** Words of other scripts beside digits: they may be parts of the day, or units of time. */
const isForeignTime = (text: string): boolean => /\d/.test(text) && /[^\P{L}\p{Script=Latin}]/u.test(text);

function fits({ type, options }: RegionHint, text: string, languages: readonly string[]): boolean {
  if (type === 'choice') return options.some((option) => option.toLowerCase() === text.toLowerCase());
  if (text.length > LONGEST) return false;
  if (isForeign(text)) return true;
  if (type === 'date') return isDate(text, languages);
  if (type === 'number') return NUMBER.test(text);
  if (type === 'datetime' && isDate(text, languages)) return true;
  return isForeignTime(text) || (type === 'time' ? isTime(text) : isMoment(text, languages));
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

/** Types of a region or a field that any text fits. */
const ANY_TEXT = /^(?:text|multiline|textarea|search|url|tel|email)$/;
export const NO_MOMENT = 'Neither a time nor a date fits here.';

/**
 * The local time, with or without the date before it; in a region or field for one of them, that one, in its own notation.
 * @param types of the browser's field and of its document's hint
 * @returns null where neither fits
 */
export function momentText(which: 'time' | 'datetime', now: Date, ...types: (string | undefined)[]): string | null {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
  const [date, time] = [local.slice(0, 10), local.slice(11, 16)];
  const texts = { time, date, datetime: `${date} ${time}`, 'datetime-local': `${date}T${time}` };
  const type = types.find((one) => one !== undefined && !ANY_TEXT.test(one)) ?? which;
  return type in texts ? texts[type as keyof typeof texts] : null;
}
