import * as v from 'valibot';

/** Maximum number of entries in one page. */
export const PAGE_MAX = 100;
/** Maximum length of a search text, in characters. */
export const SOUGHT_MAX = 200;

/** The orders of a list: by name, with numbers in it as numbers; or the newest first. */
export type ListSort = 'name' | 'newest';

/** Request for a list on a host that announces `lists.pages`. */
export type PageRequest = {
  /** Words, all of which an entry must contain. Empty for all entries. */
  q: string;
  sort: ListSort;
  /** Cursor from the page before; null for the first page. */
  cursor: string | null;
  /** Maximum number of entries; by default the largest page. */
  limit?: number;
};

/** A part of a list, or all of it. */
export type Page<Entry> = {
  entries: Entry[];
  /** The cursor of the next page; null when this is the last one. */
  next: string | null;
  /** Number of entries in the list that match the request. */
  count: number;
};

/** Fields of the reply besides the entries. */
const paging = v.object({
  next: v.fallback(v.nullable(v.string()), null),
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/**
 * A page of a list.
 * @param list the schema by which the list itself is read
 */
export const pageReply = <Entry>(list: v.GenericSchema<unknown, Entry[]>) =>
  v.pipe(
    v.unknown(),
    v.transform((reply) => ({ entries: reply, paging: reply })),
    v.object({ entries: list, paging }),
    v.transform((reply): Page<Entry> => ({ entries: reply.entries, ...reply.paging })),
  );

const LIMIT = `'limit' must be a whole number from 1 to ${PAGE_MAX}.`;

/**
 * Query parameters of a list at our server: all of them are optional, and without any of them the reply has the whole list.
 * @param sorts the orders of this list, the default first
 */
export const pageQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  v.object({
    limit: v.optional(
      v.pipe(
        v.string(LIMIT),
        v.regex(/^\d{1,3}$/, LIMIT),
        v.transform(Number),
        v.minValue(1, LIMIT),
        v.maxValue(PAGE_MAX, LIMIT),
      ),
      String(PAGE_MAX),
    ),
    cursor: v.optional(v.string("'cursor' must be given once."), undefined),
    q: v.optional(
      v.pipe(
        v.string("'q' must be given once."),
        v.maxLength(SOUGHT_MAX, `'q' must have at most ${SOUGHT_MAX} characters.`),
      ),
      '',
    ),
    sort: v.optional(v.picklist(sorts, `'sort' must be ${sorts.join(' or ')}.`), sorts[0]),
  });
/** The parameters of a page; a request with none of them returns the whole list. */
export const PAGE_PARAMETERS = ['limit', 'cursor', 'q', 'sort'] as const;
