import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { searchKey } from '../names.ts';
import type { NameSort, PageStore, Part, Place, Wanted } from '../port/page-port.ts';
import type { Schema } from '../schema.ts';

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
const wipOrders: Record<NameSort, Order> = {
  newest: { key: { name: 'wips.updated_at', descending: true }, tie: { name: 'wips.uuid' } },
  name: { key: { name: 'wips.name_order' }, tie: { name: 'wips.uuid' } },
};
const archiveOrders: Record<NameSort, Order> = {
  newest: { key: { name: 'submitted_on', descending: true }, tie: { name: 'number', descending: true } },
  name: { key: { name: 'name_order' }, tie: { name: 'number', descending: true } },
};
const userOrders: Record<NameSort, Order> = {
  newest: { key: { name: 'users.signed_in_at', descending: true, absent: '' }, tie: { name: 'users.username_key' } },
  name: { key: { name: 'organisations.organization_id' }, tie: { name: 'users.username_key' } },
};

/** @param db the database or a transaction of it */
export function pageStore(db: Kysely<Schema>): PageStore {
  const allWips = ({ template, organisation }: { template: string; organisation: string }) =>
    db.selectFrom('wips').where('wips.template', '=', template).where('wips.organisation', '=', organisation);
  type Whose = Parameters<typeof allWips>[0];
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
    rows
      .innerJoin('templates', 'templates.uuid', 'wips.template')
      .select([
        'wips.uuid',
        'wips.template',
        'wips.name',
        'wips.description',
        'templates.name as base_name',
        'templates.file_name',
        'wips.updated_at',
        'wips.updated_by',
      ]);
  const ofWips = ['wips.name_key'];
  const ofArchives = ['name_key'];
  const ofUsers = ['users.name_key', 'users.email_key', 'users.username_sought'];
  return {
    wips: {
      page: (whose, wanted) =>
        partOf([listed(matching(wips(whose), ofWips, wanted.q))], wipOrders[wanted.sort], wanted),
      count: (whose, q) => countOf(matching(wips(whose), ofWips, q)),
    },
    wipsAndDeleted: {
      page: (whose, wanted) =>
        partOf(
          // Each half uses an index of its own, and the engine merges them: no index has both.
          [wips(whose), deletedWips(whose)].map((half) =>
            listed(matching(half, ofWips, wanted.q)).select(['wips.deleted_at', 'wips.deleted_by']),
          ),
          wipOrders[wanted.sort],
          wanted,
        ),
      async count(whose, q) {
        const halves = [wips(whose), deletedWips(whose)].map((half) => countOf(matching(half, ofWips, q)));
        const [there = 0, deleted = 0] = await Promise.all(halves);
        return there + deleted;
      },
    },
    archives: {
      page: (whose, wanted) =>
        partOf(
          [
            matching(archives(whose), ofArchives, wanted.q).select([
              'uuid',
              'wip',
              'name',
              'file_name',
              'format',
              'submitted_on',
              'submitted_by as author',
              'dropped_at',
            ]),
          ],
          archiveOrders[wanted.sort],
          wanted,
        ),
      count: (whose, q) => countOf(matching(archives(whose), ofArchives, q)),
    },
    users: {
      page: (whose, wanted) =>
        partOf(
          [
            matching(users(whose), ofUsers, wanted.q).select([
              'users.uuid',
              'users.username',
              'users.email',
              'users.name',
              'organisations.organization_id',
              'organisations.name as organization_name',
              'users.permission',
              'users.password_until',
              'users.signed_in_at',
              'users.disabled_at',
            ]),
          ],
          userOrders[wanted.sort],
          wanted,
        ),
      count: (whose, q) => countOf(matching(users(whose), ofUsers, q)),
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
  { after, limit }: Pick<Wanted<string>, 'after' | 'limit'>,
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

async function countOf<Tables extends keyof Schema>(rows: Rows<Tables, object>): Promise<number> {
  const row = await rows.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  return Number(row.count);
}
