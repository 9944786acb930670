import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { nameKeys } from '../names.ts';
import type { Added } from '../own-events.ts';
import type { BoardStore, StoredEvent } from '../port/port.ts';
import type { Schema } from '../schema.ts';
import { withEvents } from './events.ts';

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 * @param added called with the number of each event that is added
 */
export function boardStore(db: Kysely<Schema>, engine: Engine, added: Added): BoardStore {
  const boards = db
    .selectFrom('boards')
    .innerJoin('users', 'users.uuid', 'boards.updated_by')
    .select([
      'boards.uuid',
      'boards.organisation',
      'boards.name',
      'boards.shown',
      'boards.updated_at',
      // A removed user has no name.
      sql<string | null>`nullif(users.name, '')`.as('updated_by'),
    ]);
  const withBoardEvent = async (
    uuid: string,
    at: string,
    work: (transaction: Kysely<Schema>) => Promise<unknown>,
  ): Promise<StoredEvent[]> => {
    const events = await withEvents(db, engine, { kind: 'board_changed', at, added }, async (transaction) => {
      await work(transaction);
      return [uuid];
    });
    return events.map(({ number, subject }) => ({ number, kind: 'board_changed', board: subject }));
  };
  return {
    list: (organisation) =>
      boards
        .where('boards.organisation', '=', organisation)
        .orderBy('boards.name_order')
        .orderBy('boards.uuid')
        .execute(),
    byUuid: async (uuid) => (await boards.where('boards.uuid', '=', uuid).executeTakeFirst()) ?? null,
    async count(organisation) {
      await engine.lockName(db, 'boards');
      const row = await db
        .selectFrom('boards')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('organisation', '=', organisation)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
    async add({ uuid, organisation, name, shown, author, at }) {
      await db
        .insertInto('boards')
        .values({
          uuid,
          organisation,
          name,
          name_order: nameKeys(name).name_order,
          shown,
          updated_at: at,
          updated_by: author,
        })
        .execute();
    },
    change: (uuid, { name, shown, author, at }) =>
      withBoardEvent(uuid, at, (transaction) =>
        transaction
          .updateTable('boards')
          .set({ name, name_order: nameKeys(name).name_order, shown, updated_at: at, updated_by: author })
          .where('uuid', '=', uuid)
          .execute(),
      ),
    remove: (uuid, at) =>
      withBoardEvent(uuid, at, (transaction) => transaction.deleteFrom('boards').where('uuid', '=', uuid).execute()),
  };
}
