import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { nameKeys } from '../names.ts';
import type { Added } from '../own-events.ts';
import type { Moment, Row, Schema } from '../schema.ts';
import { countOf, firstOf } from './queries.ts';
import { withEvents } from './with-events.ts';

const RECORD = ['boards.uuid', 'boards.organisation', 'boards.name', 'boards.shown', 'boards.updated_at'] as const;

export type BoardRecord = Row<'boards', typeof RECORD> & {
  /** The name of the user who changed it last; null when they were removed. */
  updated_by: string | null;
};

/** Fields of a board that are written. `author`: the uuid of the user. */
type BoardChange = Pick<BoardRecord, 'name' | 'shown'> & { author: string; at: Moment };

/** Boards. Each change also adds an event for every process, and returns it, to be published. */
export function boardStore(db: Kysely<Schema>, engine: Engine, added: Added) {
  const boards = db
    .selectFrom('boards')
    .innerJoin('users', 'users.uuid', 'boards.updated_by')
    .select(RECORD)
    // A removed user has no name.
    .select(sql<string | null>`nullif(users.name, '')`.as('updated_by'));
  const withBoardEvent = async (uuid: string, at: Moment, work: (transaction: Kysely<Schema>) => Promise<unknown>) => {
    const events = await withEvents(db, engine, { kind: 'board_changed', at, added }, async (transaction) => {
      await work(transaction);
      return [uuid];
    });
    return events.map(({ number, subject }) => ({ number, kind: 'board_changed' as const, board: subject }));
  };
  return {
    /** Of one organisation, by name. */
    list: (organisation: string): Promise<BoardRecord[]> =>
      boards
        .where('boards.organisation', '=', organisation)
        .orderBy('boards.name_order')
        .orderBy('boards.uuid')
        .execute(),
    byUuid: (uuid: string): Promise<BoardRecord | null> => firstOf(boards.where('boards.uuid', '=', uuid)),
    /** Number of boards of an organisation, locked against others who add one until the end of the transaction. */
    async count(organisation: string) {
      await engine.lockName(db, 'boards');
      return countOf(db.selectFrom('boards').where('organisation', '=', organisation));
    },
    async add({ author, at, ...board }: BoardChange & Pick<BoardRecord, 'uuid' | 'organisation'>) {
      const { name_order } = nameKeys(board.name);
      await db
        .insertInto('boards')
        .values({ ...board, name_order, updated_at: at, updated_by: author })
        .execute();
    },
    change: (uuid: string, { author, at, ...change }: BoardChange) =>
      withBoardEvent(uuid, at, (transaction) =>
        transaction
          .updateTable('boards')
          .set({ ...change, name_order: nameKeys(change.name).name_order, updated_at: at, updated_by: author })
          .where('uuid', '=', uuid)
          .execute(),
      ),
    remove: (uuid: string, at: Moment) =>
      withBoardEvent(uuid, at, (transaction) => transaction.deleteFrom('boards').where('uuid', '=', uuid).execute()),
  };
}
