import { sql, type Kysely } from 'kysely';
import { AUDIT_ENTRY, auditChecksum, nextLink, type Link } from '../chain.ts';
import type { Engine } from '../engines/engine.ts';
import { transact } from '../engines/transaction.ts';
import type { Moment, Row, Schema } from '../schema.ts';

/** An action that the audit log records. */
export type AuditAction = Schema['audit']['action'];

/** One line of the audit log. */
export type AuditEntry = Row<'audit', typeof AUDIT_ENTRY>;

/** The same with its place in the chains. */
export type ChainedEntry = AuditEntry & Link & { number: number; previous: string | null; checksum: string };

export type AuditWanted = {
  /** Only from this moment on. */
  since?: Moment;
  /** Only what was before this moment. */
  until?: Moment;
  /** Only entries by or about a user, by uuid. */
  about?: string;
  action?: AuditAction;
  /** Only entries that concern an organisation. */
  organisation?: string;
  /** Only entries before this number. */
  before?: number;
};

/** Name of the setting with the moment before which the database lets entries be deleted: its triggers read it. */
const KEPT_SINCE = 'audit_kept_since';
/** Entries that are read or removed at once. */
const BATCH = 1_000;

/** The chain of an organisation, or that of entries of none. */
const chainOf = (organisation: string | null) => sql<boolean>`coalesce(organisation, '') = ${organisation ?? ''}`;

/** The newest entry of an organisation's chain. */
const lastEntry = (db: Pick<Kysely<Schema>, 'selectFrom'>, organisation: string | null) =>
  db
    .selectFrom('audit')
    .select(['link_number', 'link'])
    .where(chainOf(organisation))
    .orderBy('link_number', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Adds entries at the end of the chains, within a transaction. The lock ends with it: nothing that waits for others may
 * follow there.
 */
export async function addEntries(db: Kysely<Schema>, engine: Engine, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await engine.lockName(db, 'audit');
  const newest = await db.selectFrom('audit').select('checksum').orderBy('number', 'desc').limit(1).executeTakeFirst();
  let previous = newest?.checksum ?? null;
  for (const entry of entries) {
    const checksum = auditChecksum(entry, previous);
    // oxlint-disable-next-line no-await-in-loop -- each continues the one before
    const link = nextLink(await lastEntry(db, entry.organisation), checksum);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await db
      .insertInto('audit')
      .values({ ...entry, previous, checksum, ...link })
      .execute();
    previous = checksum;
  }
}

/** An end of a part that a purge removed: the entries after it continue it. */
export type RemovedEnd = Link & { organisation: string | null; checksum: string };

/** Entries that a purge removes at once: up to which number, how many of each organisation, and the ends of the removed parts. */
export type Removed = { to: number; counts: Map<string | null, number>; ends: RemovedEnd[] };

/**
 * The audit log: it only grows; the database refuses changes, except that the oldest part may be removed as a whole.
 * @param later takes the entries of a transaction, which are added at its end: until then it locks nothing of the log
 */
export function auditStore(db: Kysely<Schema>, engine: Engine, later: AuditEntry[] | null) {
  return {
    async add(entry: AuditEntry) {
      if (later) later.push(entry);
      else await transact(db, (transaction) => addEntries(transaction, engine, [entry]));
    },
    /** Adds an entry at once, as the last work of a transaction. */
    addNow: (entries: readonly AuditEntry[]) => addEntries(db, engine, entries),
    /** The last ones, newest first. */
    async list(most: number, { since, until, about, action, organisation, before }: AuditWanted = {}) {
      let entries = db.selectFrom('audit').select(['number', ...AUDIT_ENTRY]);
      if (since !== undefined) entries = entries.where('at', '>=', since);
      if (until !== undefined) entries = entries.where('at', '<', until);
      if (action !== undefined) entries = entries.where('action', '=', action);
      if (organisation !== undefined) entries = entries.where('organisation', '=', organisation);
      if (before !== undefined) entries = entries.where('number', '<', before);
      if (about !== undefined)
        entries = entries.where((is) => is.or([is('actor', '=', about), is('subject', '=', about)]));
      return entries.orderBy('number', 'desc').limit(most).execute();
    },
    /** Entries after a number in the order in which they were added, some at once; of one organisation if it is given. */
    async chained(after: number, organisation?: string): Promise<ChainedEntry[]> {
      const all = db.selectFrom('audit').selectAll().where('number', '>', after).orderBy('number').limit(BATCH);
      return (organisation === undefined ? all : all.where('organisation', '=', organisation)).execute();
    },
    /** The checksum of the newest entry; null when there is none. */
    async lastChecksum() {
      const newest = db.selectFrom('audit').select('checksum').orderBy('number', 'desc').limit(1);
      return (await newest.executeTakeFirst())?.checksum ?? null;
    },
    /** The latest moment in it, before another one if that is given; null when there is none. */
    async newest(before?: Moment) {
      let newest = db.selectFrom('audit').select(({ fn }) => fn.max('at').as('moment'));
      if (before !== undefined) newest = newest.where('at', '<', before);
      return (await newest.executeTakeFirst())?.moment ?? null;
    },
    /** The number of the last entry of before a moment; null when there is none. */
    async lastOld(before: Moment) {
      const last = db.selectFrom('audit').select(({ fn }) => fn.max('number').as('number'));
      return (await last.where('at', '<', before).executeTakeFirst())?.number ?? null;
    },
    /** The first of them up to a number, which a purge would remove: no other one does until the transaction ends. Null if there are none. */
    async old(before: Moment, last: number): Promise<Removed | null> {
      await engine.lockName(db, KEPT_SINCE);
      const old = db.selectFrom('audit').select(['number', 'organisation']).where('at', '<', before);
      const rows = await old.where('number', '<=', last).orderBy('number').limit(BATCH).execute();
      const to = rows.at(-1)?.number;
      if (to === undefined) return null;
      const counts = new Map<string | null, number>();
      for (const { organisation } of rows) counts.set(organisation, (counts.get(organisation) ?? 0) + 1);
      // A clock that was wrong leaves entries in between: each part that goes has an end.
      const { rows: ends } = await sql<RemovedEnd>`select organisation, link_number, link, checksum from
        (select *, lead(at) over (order by number) as then_at,
          lead(at) over (partition by coalesce(organisation, '') order by number) as then_own
          from audit where number <= ${to}) as ordered
        where at < ${before} and (coalesce(then_at, ${before}) >= ${before} or coalesce(then_own, ${before}) >= ${before})
        order by number`.execute(db);
      return { to, counts, ends };
    },
    /** Removes entries of before a moment up to a number, within the transaction in which `old` was read. @returns how many */
    async purge(before: Moment, to: number) {
      await db
        .insertInto('settings')
        .values({ name: KEPT_SINCE, value: before })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: before }))
        .execute();
      const old = db.deleteFrom('audit').where('at', '<', before).where('number', '<=', to);
      return Number((await old.executeTakeFirstOrThrow()).numDeletedRows);
    },
  };
}
