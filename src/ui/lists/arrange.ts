import { folded } from '#common/document/text/folded.ts';

/** A shorter list gets no search and keeps the host's order. */
export const SEARCH_FROM = 12;
/** Maximum number of entries rendered with the first paint and at each key: more than most windows show. */
export const DRAWN_FIRST = 48;
const LEAST_DRAWN = 12;
/** Area of the smallest card, in square pixels. */
const CARD_AREA = 40_000;

/**
 * Number of entries rendered with the first paint and at each key: as many as fit in the window. A phone is slow enough without cards several
 * windows below.
 */
export function drawnFirst(): number {
  const room = Math.ceil((window.innerWidth * window.innerHeight) / CARD_AREA);
  return Math.min(DRAWN_FIRST, Math.max(LEAST_DRAWN, room));
}

/** Number of entries rendered at once after that; the next ones follow when the end of these is near. */
export const DRAWN_AT_ONCE = 200;

export type Sort = 'name' | 'newest';

/** An entry's facts for searching and sorting: its name, further words, and a date in epoch milliseconds. */
export type Facts = { readonly name: string; readonly words?: string | undefined; readonly date?: number | null };

/** An entry with its facts, which are worked out once and not at every key. */
export type Indexed<T> = { readonly entry: T; readonly name: string; readonly text: string; readonly date: number };

/** Made at its first use: on a slow device that takes as long as drawing a screen. */
let collator: Intl.Collator | undefined;
const byName = (a: string, b: string): number =>
  (collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })).compare(a, b);

/**
 * @param entries as the host listed them
 * @param factsOf gives an entry's facts
 */
export function indexed<T>(entries: readonly T[], factsOf: (entry: T) => Facts): Indexed<T>[] {
  return entries.map((entry) => {
    const { name, words = '', date } = factsOf(entry);
    return { entry, name, text: folded(`${name} ${words}`), date: date ?? -Infinity };
  });
}

/**
 * Sorted entries; equal ones, and those without a date, keep the host's order.
 * @param sort by name (numbers in it count as numbers), or the newest first
 */
export function sorted<T>(entries: readonly Indexed<T>[], sort: Sort): Indexed<T>[] {
  return [...entries].sort((a, b) =>
    sort === 'name' ? byName(a.name, b.name) : a.date === b.date ? 0 : b.date - a.date,
  );
}

/**
 * The entries that hold every word of a query, in any order and anywhere in a word.
 * @param query as typed; blank keeps all
 */
export function matching<T>(entries: readonly Indexed<T>[], query: string): readonly Indexed<T>[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  return words.length === 0 ? entries : entries.filter(({ text }) => words.every((word) => text.includes(word)));
}
