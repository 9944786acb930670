import * as v from 'valibot';

/** The most entries of one page. */
export const PAGE_MAX = 100;
/** The most characters of what is sought. */
export const SOUGHT_MAX = 200;

/** The orders in which a list can be had: by name, with numbers in it as numbers; or the newest first. */
export type ListSort = 'name' | 'newest';

/** What is asked of a list on a host that announces `lists.pages`. */
export type PageRequest = {
  /** Words, all of which an entry must hold. Empty for all entries. */
  q: string;
  sort: ListSort;
  /** Where the page before ended; null for the first page. */
  cursor: string | null;
  /** The most entries; as many as a page can have where it is left out. */
  limit?: number;
};

/** A part of a list, or all of it. */
export type Page<Entry> = {
  entries: Entry[];
  /** The cursor of the next page; null when this is the last one. */
  next: string | null;
  /** How many entries the list has in all that were asked for. */
  count: number;
};

/** What the reply has besides the entries. */
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
 * What our server takes in the query of a list: all of it is optional, and without any of it the list comes whole.
 * @param sorts the orders in which this list can be had, the usual one first
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
/** The parameters of a page; a list that is asked for with none of them comes whole. */
export const PAGE_PARAMETERS = ['limit', 'cursor', 'q', 'sort'] as const;
