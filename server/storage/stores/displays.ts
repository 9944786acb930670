import { sql, type Kysely, type Selectable } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { nameKeys } from '../names.ts';
import type { Added } from '../own-events.ts';
import type { Moment, Row, Schema } from '../schema.ts';
import { firstOf } from './queries.ts';
import { withEvents } from './with-events.ts';

const RECORD = [
  'displays.uuid',
  'displays.organisation',
  'displays.name',
  'displays.board',
  'displays.paired_at',
  'displays.last_seen',
  'displays.address',
] as const;

/** A screen without a user. */
export type DisplayRecord = Row<'displays', typeof RECORD> & {
  /** The name of the user who paired it; null when they were removed. */
  paired_by: string | null;
};

/** A display that was in use, with the time and the address of its last request; null if that is not known. */
type SeenDisplay = Pick<DisplayRecord, 'uuid' | 'last_seen' | 'address'>;

/** A display to add. `author`: the uuid of the user who paired it. */
type NewDisplay = Omit<DisplayRecord, 'paired_by' | 'board' | 'address'> & {
  board: string;
  token: string;
  author: string;
};

type Pairing = Selectable<Schema['pairings']>;

/** Displays. Only `endAllOf` and a restore read ended ones. Each change also adds an event for every process. */
export function displayStore(db: Kysely<Schema>, engine: Engine, added: Added) {
  const displays = db
    .selectFrom('displays')
    .innerJoin('users', 'users.uuid', 'displays.paired_by')
    .select(RECORD)
    // A removed user has no name.
    .select(sql<string | null>`nullif(users.name, '')`.as('paired_by'))
    .where('displays.ended_at', 'is', null);
  const withDisplayEvents = async (at: Moment, work: (transaction: Kysely<Schema>) => Promise<{ uuid: string }[]>) => {
    const events = await withEvents(db, engine, { kind: 'display_changed', at, added }, async (transaction) =>
      (await work(transaction)).map(({ uuid }) => uuid),
    );
    return events.map(({ number, subject }) => ({ number, kind: 'display_changed' as const, display: subject }));
  };
  const end = (column: 'uuid' | 'organisation', value: string, at: Moment) =>
    withDisplayEvents(at, (transaction) =>
      transaction
        .updateTable('displays')
        .set({ ended_at: at })
        .where(column, '=', value)
        .where('ended_at', 'is', null)
        .returning('uuid')
        .execute(),
    );
  return {
    /** By name. @param organisation null for those of all */
    list(organisation: string | null): Promise<DisplayRecord[]> {
      const sorted = displays.orderBy('displays.name_order').orderBy('displays.uuid');
      return (organisation === null ? sorted : sorted.where('displays.organisation', '=', organisation)).execute();
    },
    byUuid: (uuid: string): Promise<DisplayRecord | null> => firstOf(displays.where('displays.uuid', '=', uuid)),
    /** @param token as SHA-256 */
    byToken: (token: string): Promise<DisplayRecord | null> => firstOf(displays.where('displays.token', '=', token)),
    async add({ author, ...display }: NewDisplay) {
      await db
        .insertInto('displays')
        .values({
          ...display,
          name_order: nameKeys(display.name).name_order,
          paired_by: author,
          address: null,
          ended_at: null,
        })
        .execute();
    },
    change: (uuid: string, { name, board }: Pick<DisplayRecord, 'name' | 'board'>, at: Moment) =>
      withDisplayEvents(at, (transaction) =>
        transaction
          .updateTable('displays')
          .set({ name, name_order: nameKeys(name).name_order, board })
          .where('uuid', '=', uuid)
          .where('ended_at', 'is', null)
          .returning('uuid')
          .execute(),
      ),
    /** When each was in use last, also of ended ones. */
    lastSeen: (uuids: readonly string[]) =>
      db.selectFrom('displays').select(['uuid', 'last_seen']).where('uuid', 'in', uuids).execute(),
    /**
     * Notes that they were in use, and their addresses.
     * @param ahead notes later than this were made while a clock was ahead
     */
    async touch(some: readonly SeenDisplay[], ahead: Moment) {
      if (some.length === 0) return;
      const values = some.map(({ uuid, last_seen, address }) => sql`(${uuid}, ${last_seen}, cast(${address} as text))`);
      await sql`update displays set last_seen = seen.column2, address = coalesce(seen.column3, address)
        from (values ${sql.join(values)}) as seen
        where uuid = seen.column1 and (last_seen <= seen.column2 or last_seen > ${ahead})`.execute(db);
    },
    end: (uuid: string, at: Moment) => end('uuid', uuid, at),
    endAllOf: (organisation: string, at: Moment) => end('organisation', organisation, at),
  };
}

/** Screens that wait to be paired. */
export function pairingStore(db: Kysely<Schema>, engine: Engine) {
  const pairings = db.selectFrom('pairings').selectAll();
  return {
    /** Locks all of them against other processes until the transaction ends. */
    lock: () => engine.lockName(db, 'pairings'),
    /** Removes the oldest of those that wait, except for the last ones. @param network of one alone; null for all */
    async giveWay(network: string | null, most: number) {
      const waiting = db.selectFrom('pairings').select('claim').where('display', 'is', null);
      const all = network === null ? waiting : waiting.where('network', '=', network);
      const last = await all
        .orderBy('expires_at', 'desc')
        .orderBy('claim')
        .limit(1)
        .offset(most)
        .select('expires_at')
        .executeTakeFirst();
      if (!last) return;
      const old = db.deleteFrom('pairings').where('display', 'is', null).where('expires_at', '<=', last.expires_at);
      await (network === null ? old : old.where('network', '=', network)).execute();
    },
    async add(pairing: Pairing) {
      await db.insertInto('pairings').values(pairing).execute();
    },
    byCode: (code: string): Promise<Pairing | null> => firstOf(pairings.where('code', '=', code)),
    byClaim: (claim: string): Promise<Pairing | null> => firstOf(pairings.where('claim', '=', claim)),
    /** @param display the display of the screen @param expires_at until when the screen can learn of it */
    async become(code: string, display: string, expires_at: Moment) {
      await db.updateTable('pairings').set({ display, expires_at }).where('code', '=', code).execute();
    },
    /** @param claim as SHA-256 */
    async remove(claim: string) {
      await db.deleteFrom('pairings').where('claim', '=', claim).execute();
    },
    /** Makes those that expire after a moment expire at it: a clock was ahead when they were made. */
    async settle(latest: Moment) {
      await db.updateTable('pairings').set({ expires_at: latest }).where('expires_at', '>', latest).execute();
    },
    /** Removes those that have expired. */
    async purge(now: Moment) {
      await db.deleteFrom('pairings').where('expires_at', '<', now).execute();
    },
  };
}
