import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { PAGE_PARAMETERS, pageQuery, type ListSort } from '#common/calls/pages.ts';
import type { Part, Place, Wanted } from '#server/storage/stores/pages.ts';
import { cursorFor, queryIn, readCursor } from './query.ts';

const text = v.string();
const number = v.pipe(v.number(), v.safeInteger());

/** A list in pages: its orders, the default first, and the schemas of a place in it. */
type PagedList = {
  sorts: readonly [ListSort, ...ListSort[]];
  /** By order. */
  keys: Record<ListSort, v.GenericSchema<unknown, Place['key']>>;
  tie: v.GenericSchema<unknown, Place['tie']>;
};

/** The lists in pages (`lists.pages` in `capabilities`). */
export const pagedLists = {
  wips: { sorts: ['newest', 'name'], keys: { newest: text, name: text }, tie: text },
  archives: { sorts: ['newest', 'name'], keys: { newest: text, name: text }, tie: number },
  users: { sorts: ['name', 'newest'], keys: { name: number, newest: text }, tie: text },
} satisfies Record<string, PagedList>;

/**
 * Reads the page that the query of a list requests.
 * @returns null when it has no parameter of a page: then the complete list is requested, as in the contract
 * @throws {Refusal} invalid, in words
 */
export function wantedPage({ sorts, keys, tie }: PagedList, request: FastifyRequest): Wanted | null {
  const { query } = request;
  const isPage =
    typeof query === 'object' && query !== null && PAGE_PARAMETERS.some((name) => Object.hasOwn(query, name));
  if (!isPage) return null;
  const { limit, cursor, q, sort } = queryIn(pageQuery(sorts), request);
  if (cursor === undefined) return { q, sort, limit, after: null };
  const [, key, last] = readCursor(v.tuple([v.literal(sort), keys[sort], tie]), cursor, 'in this order');
  return { q, sort, limit, after: { key, tie: last } };
}

/** The parameter for a list of WIPs with the deleted ones, for the description. */
export const deletedParameter = {
  name: 'deleted',
  in: 'query',
  description: '`true`: also the deleted ones that have archives (`wips.deleted` in `capabilities`).',
  schema: { enum: ['true', 'false'], default: 'false' },
};

const deletedQuery = v.object({
  deleted: v.optional(v.picklist(['true', 'false'], "'deleted' must be true or false.")),
});

/**
 * True if a list of WIPs is requested with the deleted ones (`wips.deleted` in `capabilities`).
 * @throws {Refusal} invalid, in words
 */
export const wantsDeleted = (request: FastifyRequest): boolean => queryIn(deletedQuery, request).deleted === 'true';

/** Fields of a reply for a page, besides its entries. */
export const pagingOf = ({ end, count }: Pick<Part<unknown>, 'end'> & { count: number }, { sort }: Wanted) => ({
  next: end && cursorFor([sort, end.key, end.tie]),
  count,
});
