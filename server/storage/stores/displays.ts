import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { nameKeys } from '../names.ts';
import type { Added } from '../own-events.ts';
import type { DisplayStore, PairingStore, StoredEvent } from '../port/port.ts';
import type { Schema } from '../schema.ts';
import { withEvents } from './events.ts';

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 * @param added called with the number of each event that is added
 */
export function displayStore(db: Kysely<Schema>, engine: Engine, added: Added): DisplayStore {
  const displays = db
    .selectFrom('displays')
    .innerJoin('users', 'users.uuid', 'displays.paired_by')
    .select([
      'displays.uuid',
      'displays.organisation',
      'displays.name',
      'displays.board',
      'displays.paired_at',
      'displays.last_seen',
      'displays.address',
      // A removed user has no name.
      sql<string | null>`nullif(users.name, '')`.as('paired_by'),
    ])
    .where('displays.ended_at', 'is', null);
  const withDisplayEvents = async (
    at: string,
    work: (transaction: Kysely<Schema>) => Promise<{ uuid: string }[]>,
  ): Promise<StoredEvent[]> => {
    const events = await withEvents(db, engine, { kind: 'display_changed', at, added }, async (transaction) =>
      (await work(transaction)).map(({ uuid }) => uuid),
    );
    return events.map(({ number, subject }) => ({ number, kind: 'display_changed', display: subject }));
  };
  const end = (column: 'uuid' | 'organisation', value: string, at: string): Promise<StoredEvent[]> =>
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
    list(organisation) {
      const sorted = displays.orderBy('displays.name_order').orderBy('displays.uuid');
      return (organisation === null ? sorted : sorted.where('displays.organisation', '=', organisation)).execute();
    },
    byUuid: async (uuid) => (await displays.where('displays.uuid', '=', uuid).executeTakeFirst()) ?? null,
    byToken: async (token) => (await displays.where('displays.token', '=', token).executeTakeFirst()) ?? null,
    async add({ author, ...display }) {
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
    change: (uuid, { name, board }, at) =>
      withDisplayEvents(at, (transaction) =>
        transaction
          .updateTable('displays')
          .set({ name, name_order: nameKeys(name).name_order, board })
          .where('uuid', '=', uuid)
          .where('ended_at', 'is', null)
          .returning('uuid')
          .execute(),
      ),
    async touch(seen, at, ahead) {
      // One after the other: two processes that each lock several rows could block each other forever.
      for (const { uuid, address } of seen) {
        await db
          .updateTable('displays')
          .set({ last_seen: at, ...(address !== null && { address }) })
          .where('uuid', '=', uuid)
          .where((is) => is.or([is('last_seen', '<=', at), is('last_seen', '>', ahead)]))
          .execute();
      }
    },
    end: (uuid, at) => end('uuid', uuid, at),
    endAllOf: (organisation, at) => end('organisation', organisation, at),
  };
}

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 */
export function pairingStore(db: Kysely<Schema>, engine: Engine): PairingStore {
  const pairings = db.selectFrom('pairings').selectAll();
  return {
    lock: () => engine.lockName(db, 'pairings'),
    async giveWay(network, most) {
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
    async add(pairing) {
      await db.insertInto('pairings').values(pairing).execute();
    },
    byCode: async (code) => (await pairings.where('code', '=', code).executeTakeFirst()) ?? null,
    byClaim: async (claim) => (await pairings.where('claim', '=', claim).executeTakeFirst()) ?? null,
    async become(code, display, expires_at) {
      await db.updateTable('pairings').set({ display, expires_at }).where('code', '=', code).execute();
    },
    async remove(claim) {
      await db.deleteFrom('pairings').where('claim', '=', claim).execute();
    },
    async settle(latest) {
      await db.updateTable('pairings').set({ expires_at: latest }).where('expires_at', '>', latest).execute();
    },
    async purge(now) {
      await db.deleteFrom('pairings').where('expires_at', '<', now).execute();
    },
  };
}
