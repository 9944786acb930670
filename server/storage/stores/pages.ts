import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { ListSort } from '#common/calls/pages.ts';
import { staleNames, type Cache } from '../memory.ts';
import { searchKey } from '../names.ts';
import type { Schema } from '../schema.ts';
import { ARCHIVE_HEAD } from './archives.ts';
import { LISTED_USER } from './people.ts';
import { WIP_HEAD } from './wips.ts';
import { countOf, lastPlace } from './queries.ts';

/** End of a page: the sort key of its last entry, and the value that separates it from others with the same key. */
export type Place = { key: string | number; tie: string | number };

/** Query of a list. */
export type Wanted = {
  /** Text whose words must all be found, in any order and without regard to case or accents; empty for all entries. */
  q: string;
  sort: ListSort;
  /** The page begins after this entry, which may be deleted by now; null for the first page. */
  after: Place | null;
  /** The most entries; null for all of them. */
  limit: number | null;
};

/** A part of a list. `end` is the place of its last entry; null when nothing follows. */
export type Part<Entry> = { entries: Entry[]; end: Place | null };

/** One list of the host. `count` is separate from `page`: it changes by adding and deleting alone. */
export type Pages<Whose, Entry> = {
  page(whose: Whose, wanted: Wanted): Promise<Part<Entry>>;
  /** Number of entries that match. @param q as in `Wanted` */
  count(whose: Whose, q: string): Promise<number>;
};

/** Maximum of words in a search: each is searched in every name of the list. */
const WORDS_MAX = 10;

type Rows<Tables extends keyof Schema, Entry> = SelectQueryBuilder<Schema, Tables, Entry>;
/** `absent`: replaces a moment that is null: it sorts before all others. */
type Column = { name: string; descending?: true; absent?: '' };
const valueOf = ({ name, absent }: Column): RawBuilder<string | number> =>
  absent === undefined ? sql.ref(name) : sql`coalesce(${sql.ref(name)}, ${sql.lit(absent)})`;
/** Column by which a list is sorted, and the column that separates entries with the same key. */
type Order = { key: Column; tie: Column };

/** As in the whole lists, or by name. Each order has an index, which also contains the searched columns. */
const wipOrders: Record<ListSort, Order> = {
  newest: { key: { name: 'wips.updated_at', descending: true }, tie: { name: 'wips.uuid' } },
  name: { key: { name: 'wips.name_order' }, tie: { name: 'wips.uuid' } },
};
const archiveOrders: Record<ListSort, Order> = {
  newest: { key: { name: 'submitted_on', descending: true }, tie: { name: 'number', descending: true } },
  name: { key: { name: 'name_order' }, tie: { name: 'number', descending: true } },
};
const userOrders: Record<ListSort, Order> = {
  newest: { key: { name: 'users.signed_in_at', descending: true, absent: '' }, tie: { name: 'users.username_key' } },
  name: { key: { name: 'organisations.organization_id' }, tie: { name: 'users.username_key' } },
};

/** Lists in pages. By default each begins as the whole list of its store does. */
export function pageStore(db: Kysely<Schema>, { settled }: Cache) {
  type Whose = { template: string; organisation: string };
  const allWips = ({ template, organisation }: Whose) =>
    db.selectFrom('wips').where('wips.template', '=', template).where('wips.organisation', '=', organisation);
  const wips = (whose: Whose) => allWips(whose).where('wips.deleted_at', 'is', null);
  const deletedWips = (whose: Whose) =>
    allWips(whose)
      .where('wips.deleted_at', 'is not', null)
      .where((is) =>
        is.exists(is.selectFrom('archives').select('archives.uuid').whereRef('archives.wip', '=', 'wips.uuid')),
      );
  const archives = ({ wip }: { wip: string }) => db.selectFrom('archives').where('wip', '=', wip);
  const users = ({ organisation }: { organisation: string | null }) => {
    const all = db
      .selectFrom('users')
      .innerJoin('organisations', 'organisations.uuid', 'users.organisation')
      .where('users.removed_at', 'is', null);
    return organisation === null ? all : all.where('users.organisation', '=', organisation);
  };
  const listed = (rows: ReturnType<typeof wips>) =>
    rows.innerJoin('templates', 'templates.uuid', 'wips.template').select(WIP_HEAD);
  const ofWips = ['wips.name_key'];
  const ofArchives = ['name_key'];
  const ofUsers = ['users.name_key', 'users.email_key', 'users.username_sought'];
  return {
    /** Of one template and organisation; without the deleted ones. */
    wips: {
      page: (whose: Whose, wanted: Wanted) =>
        partOf([listed(matching(wips(whose), ofWips, wanted.q))], wipOrders[wanted.sort], wanted),
      count(whose: Whose, q: string) {
        const name = staleNames.wipCount(whose.template, whose.organisation);
        const count = () => countOf(matching(wips(whose), ofWips, q));
        return q === '' ? settled(name, [name], count) : count();
      },
    },
    /** The same with the deleted ones that have archives. */
    wipsAndDeleted: {
      page: (whose: Whose, wanted: Wanted) =>
        partOf(
          // Each half uses an index of its own, and the engine merges them: no index has both.
          [wips(whose), deletedWips(whose)].map((half) => listed(matching(half, ofWips, wanted.q))),
          wipOrders[wanted.sort],
          wanted,
        ),
      async count(whose: Whose, q: string) {
        const halves = [wips(whose), deletedWips(whose)].map((half) => countOf(matching(half, ofWips, q)));
        const [there = 0, deleted = 0] = await Promise.all(halves);
        return there + deleted;
      },
    },
    archives: {
      async page(whose: { wip: string }, wanted: Wanted) {
        const { q, sort, after, limit } = wanted;
        const all = matching(archives(whose), ofArchives, q).select([...ARCHIVE_HEAD, 'place']);
        const pageOf = (rows: typeof all) => partOf([rows], archiveOrders[sort], wanted);
        if (q !== '' || sort !== 'newest' || after || limit === null) return pageOf(all);
        // PostgreSQL expects about as many archives of each WIP, and would sort the thousands of this one. Later places have later moments.
        const last = db.selectFrom('archives').select(sql<number>`max(place) - ${limit}`.as('first'));
        const newest = await pageOf(all.where('place', '>=', last.where('wip', '=', whose.wip)));
        // There are more if rows were removed from the database by hand.
        return newest.end || (newest.entries.at(-1)?.place ?? 1) === 1 ? newest : pageOf(all);
      },
      count: ({ wip }: { wip: string }, q: string) =>
        q === '' ? lastPlace(db, wip) : countOf(matching(archives({ wip }), ofArchives, q)),
    },
    /** Of one organisation, or of all if it is null. The newest are those who signed in last. */
    users: {
      page: (whose: { organisation: string | null }, wanted: Wanted) =>
        partOf([matching(users(whose), ofUsers, wanted.q).select(LISTED_USER)], userOrders[wanted.sort], wanted),
      count: (whose: { organisation: string | null }, q: string) => countOf(matching(users(whose), ofUsers, q)),
    },
  };
}

/** Rows in which each word of a text is in one of the columns. */
function matching<Tables extends keyof Schema, Entry>(
  rows: Rows<Tables, Entry>,
  columns: readonly string[],
  text: string,
): Rows<Tables, Entry> {
  const words = [...new Set(searchKey(text).split(/\s+/).filter(Boolean))].slice(0, WORDS_MAX);
  return words.reduce((left, word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    const found = columns.map((column) => sql`${sql.ref(column)} like ${pattern} escape '\\'`);
    return left.where(sql<SqlBool>`(${sql.join(found, sql` or `)})`);
  }, rows);
}

/** @param sets of rows; no row is in two of them */
async function partOf<Tables extends keyof Schema, Entry>(
  sets: readonly Rows<Tables, Entry>[],
  { key, tie }: Order,
  { after, limit }: Pick<Wanted, 'after' | 'limit'>,
): Promise<Part<Entry>> {
  const all = sets
    .map((rows) =>
      (after === null ? rows : rows.where(beyond(key, tie, after))).select([
        valueOf(key).as('page_key'),
        sql<string | number>`${sql.ref(tie.name)}`.as('page_tie'),
      ]),
    )
    .reduce((some, more) => some.unionAll(more))
    .orderBy(sql.ref('page_key'), key.descending ? 'desc' : 'asc')
    .orderBy(sql.ref('page_tie'), tie.descending ? 'desc' : 'asc');
  // One entry more than the limit shows if anything follows.
  const found = await (limit === null ? all : all.limit(limit + 1)).execute();
  const entries = limit === null ? found : found.slice(0, limit);
  const last = found.length > entries.length ? entries.at(-1) : undefined;
  return { entries, end: last ? { key: last.page_key, tie: last.page_tie } : null };
}

/** The first condition is the one that uses an index. */
function beyond(key: Column, tie: Column, after: Place): RawBuilder<SqlBool> {
  const [keyed, tied] = [valueOf(key), sql.ref(tie.name)];
  const than = ({ descending }: Column): RawBuilder<unknown> => sql.raw(descending ? '<' : '>');
  return sql`${keyed} ${than(key)}= ${after.key} and (${keyed} ${than(key)} ${after.key} or ${tied} ${than(tie)} ${after.tie})`;
}
