import type { Kysely } from 'kysely';
import type { Moment, Schema } from '../schema.ts';
import { ARCHIVE_HEAD, type ArchiveHead } from './archives.ts';

const BATCH = 200;

/** An event that every process receives, in the order of commits. */
export type StoredEvent = { number: number } & (
  | { kind: 'submission'; archive: ArchiveHead }
  /** A session's family was revoked. */
  | { kind: 'session_ended'; family: string }
  /** A board was changed or removed. */
  | { kind: 'board_changed'; board: string }
  /** A display got another name or board, or was ended. */
  | { kind: 'display_changed'; display: string }
);

/**
 * Publishes the events that a write returned, after that is committed: this process handles them at once, without
 * reading them. Events that are not published so are read later.
 */
export type Publish = (events: readonly StoredEvent[]) => void;

/** Recent events. The other stores add to it, in the transaction of their change (`withEvents`). */
export function eventStore(db: Kysely<Schema>) {
  return {
    /** The number of the last one; 0 when there is none. */
    async last() {
      const row = await db
        .selectFrom('events')
        .select(({ fn }) => fn.max('number').as('last'))
        .executeTakeFirst();
      return row?.last ?? 0;
    },
    /**
     * Those after a number, oldest first, up to some hundreds. None that is committed later has a lower number than one
     * of these.
     */
    async since(after: number) {
      const rows = await db
        .selectFrom('events')
        .leftJoin('archives', 'archives.uuid', 'events.subject')
        .select(['events.number', 'events.kind', 'events.subject', ...ARCHIVE_HEAD])
        .where('events.number', '>', after)
        .orderBy('events.number')
        .limit(BATCH)
        .execute();
      return rows.map(({ number, kind, subject, ...archive }): StoredEvent => {
        switch (kind) {
          case 'submission':
            return { number, kind, archive: archive as ArchiveHead };
          case 'session_ended':
            return { number, kind, family: subject };
          case 'board_changed':
            return { number, kind, board: subject };
          case 'display_changed':
            return { number, kind, display: subject };
        }
      });
    },
    async purge(before: Moment) {
      await db.deleteFrom('events').where('at', '<', before).execute();
    },
  };
}
