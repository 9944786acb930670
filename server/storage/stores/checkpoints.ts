import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import type { Moment, Schema } from '../schema.ts';

/** A signed note of how far the records and the audit log went. */
export type Checkpoint = Selectable<Schema['checkpoints']>;
/** A public key by which they are checked. */
export type RecordKey = Selectable<Schema['record_keys']>;

/** Numbers of records and of entries of the audit log of an organisation, or of none. */
export type Counts = { organisation: string | null; records: number; audit: number };

/** Checkpoints, the keys that signed them, and what they say of the chains (ADR 79). */
export function checkpointStore(db: Kysely<Schema>, engine: Engine) {
  const all = db.selectFrom('checkpoints').selectAll();
  const of = (organisation: string | null) =>
    organisation === null ? all.where('organisation', 'is', null) : all.where('organisation', '=', organisation);
  return {
    /** Within a transaction. @param most milliseconds for which each lock of it is waited for */
    limitLocks: (most: number): Promise<void> => engine.limitLocks(db, most),
    async keys(): Promise<RecordKey[]> {
      return db.selectFrom('record_keys').selectAll().orderBy('number').execute();
    },
    async addKey(key: Insertable<Schema['record_keys']>): Promise<void> {
      await db.insertInto('record_keys').values(key).execute();
    },
    /** The counts of every organisation, removed ones too, and of the entries of none. */
    async counts(): Promise<Counts[]> {
      const { rows } = await sql<Counts>`select nullif(uuid, '') as organisation,
        coalesce((select link_number from archives where organisation = listed.uuid order by link_number desc limit 1), 0) as records,
        coalesce((select link_number from audit where coalesce(organisation, '') = listed.uuid order by link_number desc limit 1), 0) as audit
        from (select uuid from organisations union all select '') as listed`.execute(db);
      return rows;
    },
    /** The link of a record, and of an entry of the audit log, by its place in the chain of its organisation; null if it is not there. */
    async linkAt(table: 'archives' | 'audit', organisation: string, number: number): Promise<string | null> {
      const { rows } = await sql<{ link: string }>`select link from ${sql.table(table)}
        where ${table === 'audit' ? sql`coalesce(organisation, '')` : sql`organisation`} = ${organisation}
        and link_number = ${number}`.execute(db);
      return rows[0]?.link ?? null;
    },
    /** The newest of an organisation, or of the installation. */
    newest: async (organisation: string | null): Promise<Checkpoint | null> =>
      (await of(organisation).orderBy('number', 'desc').limit(1).executeTakeFirst()) ?? null,
    /** The first of an organisation that covers a place in its chain of records. */
    covering: async (organisation: string, number: number): Promise<Checkpoint | null> =>
      (await of(organisation).where('records', '>=', number).orderBy('number').limit(1).executeTakeFirst()) ?? null,
    /** Those of an organisation, or of the installation, some at once in their order. */
    page: (organisation: string | null, after: number, most: number): Promise<Checkpoint[]> =>
      of(organisation).where('number', '>', after).orderBy('number').limit(most).execute(),
    /** Those of an organisation, the newest first, some at once. @param before the number before which they are; null for the newest */
    newestOf: (organisation: string, before: number | null, most: number): Promise<Checkpoint[]> =>
      of(organisation)
        .where('number', '<', before ?? Number.MAX_SAFE_INTEGER)
        .orderBy('number', 'desc')
        .limit(most)
        .execute(),
    async numberOf(organisation: string): Promise<number> {
      const counted = db.selectFrom('checkpoints').select(({ fn }) => fn.countAll().as('count'));
      return Number((await counted.where('organisation', '=', organisation).executeTakeFirst())?.count ?? 0);
    },
    /** The newest of all, in their order. @param before the number before which they are */
    latest: async (most: number, before: number = Number.MAX_SAFE_INTEGER): Promise<Checkpoint[]> =>
      (await all.where('number', '<', before).orderBy('number', 'desc').limit(most).execute()).toReversed(),
    async add(checkpoint: Omit<Checkpoint, 'number' | 'stamp' | 'failure'>): Promise<void> {
      await db
        .insertInto('checkpoints')
        .values({ ...checkpoint, stamp: null, failure: null })
        .execute();
    },
    /** Those of after a moment without a stamp, the newest first. */
    unstamped: (after: Moment, most: number): Promise<Checkpoint[]> =>
      all.where('stamp', 'is', null).where('at', '>', after).orderBy('at', 'desc').limit(most).execute(),
    async setStamp(number: number, result: { stamp: Uint8Array } | { failure: string }): Promise<void> {
      const failure = 'failure' in result ? result.failure : null;
      await db
        .updateTable('checkpoints')
        .set({ failure, ...('stamp' in result && { stamp: result.stamp }) })
        .where('number', '=', number)
        .where('stamp', 'is', null)
        .execute();
    },
  };
}
