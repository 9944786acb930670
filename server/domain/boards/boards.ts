import { randomUUID } from 'node:crypto';
import { boardShown, type BoardShown } from '#common/calls/board-shown.ts';
import { BOARD_LIMITS } from '#common/config/boards.ts';
import * as v from 'valibot';
import type { BoardRequest } from '#common/calls/requests.ts';
import type { Stores } from '#server/storage/storage.ts';
import type { BoardRecord } from '#server/storage/stores/boards.ts';
import type { Publish } from '#server/storage/stores/events.ts';
import { found, foundFor, requireWriter, type Actor, type Caller } from '../access.ts';
import { noteOf } from '../audit/audit.ts';
import type { Changes } from '../changes.ts';
import { Refusal } from '../refusal.ts';

/** A board with what it shows. */
export type ReadBoard = Omit<BoardRecord, 'shown'> & { shown: BoardShown };

/** Operations on boards. Every method throws a `Refusal` for a board that is missing or of another organisation. */
export type Boards = ReturnType<typeof createBoards>;

/** The topic of a board's changes. */
export function boardTopic(board: string): string {
  return `board ${board}`;
}

/** A stored board with what it shows. */
export const readBoard = (record: BoardRecord): ReadBoard => ({
  ...record,
  shown: v.parse(boardShown, JSON.parse(record.shown)),
});

/**
 * @param storage where boards are stored
 * @param changes the queue in which they are changed
 * @param publish sends the events of a change after it is on the disk
 * @param now the clock
 */
export function createBoards(storage: Stores, changes: Changes, publish: Publish, now: () => Date) {
  const theirs = async (actor: Actor, uuid: string, { boards }: Pick<Stores, 'boards'>): Promise<BoardRecord> =>
    foundFor(actor, await boards.byUuid(uuid), 'board');

  /** A board may show only documents that its author may read, and a playlist only boards with documents. */
  const requireShowable = async (
    actor: Actor,
    { shown }: BoardRequest,
    { templates, wips, boards }: Stores,
  ): Promise<void> => {
    if (shown.kind === 'playlist') {
      const all = await Promise.all(
        shown.boards.map(async (uuid) => foundFor(actor, await boards.byUuid(uuid), 'board')),
      );
      if (all.every((board) => readBoard(board).shown.kind === 'panes')) return;
      throw new Refusal('invalid', 'A playlist can show boards with documents only, not other playlists.');
    }
    await Promise.all(
      shown.panes.map(async ({ kind, id }) => {
        if (kind === 'template') {
          const template = await templates.head(id);
          return foundFor(actor, template?.removed_at === null ? template : null, 'template');
        }
        const wip = await wips.head(id);
        return foundFor(actor, wip?.deleted_at === null ? wip : null, 'document');
      }),
    );
  };

  const written = (actor: Actor, { name, shown }: BoardRequest) => ({
    name,
    shown: JSON.stringify(shown),
    author: actor.uuid,
    at: now().toISOString(),
  });
  const again = async ({ boards }: Stores, uuid: string): Promise<ReadBoard> =>
    readBoard(found(await boards.byUuid(uuid), 'board'));

  return {
    /** Those of the actor's own organisation, by name. */
    list: async (actor: Actor): Promise<ReadBoard[]> => (await storage.boards.list(actor.organisation)).map(readBoard),
    read: async (actor: Actor, uuid: string): Promise<ReadBoard> => readBoard(await theirs(actor, uuid, storage)),

    create: (caller: Caller, board: BoardRequest): Promise<ReadBoard> =>
      changes.by(caller, async (stores, actor) => {
        requireWriter(actor);
        await requireShowable(actor, board, stores);
        if ((await stores.boards.count(actor.organisation)) >= BOARD_LIMITS.perOrganisation) {
          throw new Refusal(
            'invalid',
            `There are ${BOARD_LIMITS.perOrganisation} boards already, the most that an organization can have. Delete one first.`,
          );
        }
        const uuid = randomUUID();
        await stores.boards.add({ uuid, organisation: actor.organisation, ...written(actor, board) });
        const added = await again(stores, uuid);
        await noteOf(stores, { actor, at: now() }, 'board_added', added);
        return added;
      }),

    async update(caller: Caller, uuid: string, board: BoardRequest): Promise<ReadBoard> {
      const { changed, events } = await changes.by(caller, async (stores, actor) => {
        const before = await theirs(actor, uuid, stores);
        requireWriter(actor);
        await requireShowable(actor, board, stores);
        await noteOf(stores, { actor, at: now() }, 'board_changed', before);
        const storedEvents = await stores.boards.change(uuid, written(actor, board));
        return { changed: await again(stores, uuid), events: storedEvents };
      });
      publish(events);
      return changed;
    },

    async remove(caller: Caller, uuid: string): Promise<void> {
      const events = await changes.by(caller, async (stores, actor) => {
        const before = await theirs(actor, uuid, stores);
        requireWriter(actor);
        await noteOf(stores, { actor, at: now() }, 'board_removed', before);
        return stores.boards.remove(uuid, now().toISOString());
      });
      publish(events);
    },

    /** The topic on which changes of a board are announced to the actor; null when there is no such board. */
    async topic(actor: Actor, uuid: string): Promise<string | null> {
      const board = await storage.boards.byUuid(uuid);
      return board && boardTopic(foundFor(actor, board, 'board').uuid);
    },
  };
}
