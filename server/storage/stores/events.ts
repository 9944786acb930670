import type { Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import type { Moment } from '../port/moment.ts';
import type { ArchiveHead, EventStore, StoredEvent } from '../port/port.ts';
import type { Added } from '../own-events.ts';
import type { Schema } from '../schema.ts';
import { transact } from '../engines/transaction.ts';

const BATCH = 200;

/**
 * Does something and adds its events: both or neither. The transaction that has the lock gets the next numbers until it
 * ends, so that the order of numbers is the order of commits. Nothing that waits for others may follow in the same
 * transaction.
 * @param db the database or a transaction of it
 * @param added called with each event's number
 * @param work returns the subjects of the events, one each
 * @returns the events' numbers and subjects
 */
export async function withEvents(
  db: Kysely<Schema>,
  engine: Engine,
  { kind, at, added }: { kind: StoredEvent['kind']; at: Moment; added: Added },
  work: (db: Kysely<Schema>) => Promise<string[]>,
): Promise<{ number: number; subject: string }[]> {
  if (!db.isTransaction)
    return transact(db, (transaction) => withEvents(transaction, engine, { kind, at, added }, work));
  const subjects = await work(db);
  if (subjects.length === 0) return [];
  await engine.lockName(db, 'events');
  const rows: { number: number; subject: string }[] = [];
  // The number of parameters of a query is limited.
  for (let from = 0; from < subjects.length; from += BATCH) {
    const some = subjects.slice(from, from + BATCH).map((subject) => ({ kind, subject, at }));
    rows.push(...(await db.insertInto('events').values(some).returning(['number', 'subject']).execute()));
  }
  const inOrder = rows.toSorted((one, other) => one.number - other.number);
  for (const { number } of inOrder) added(number);
  await engine.notify(db, inOrder.at(-1)?.number ?? 0);
  return inOrder;
}

/** @param db the database or a transaction of it */
export function eventStore(db: Kysely<Schema>): EventStore {
  return {
    async last() {
      const row = await db
        .selectFrom('events')
        .select(({ fn }) => fn.max('number').as('last'))
        .executeTakeFirst();
      return row?.last ?? 0;
    },
    async since(number) {
      const rows = await db
        .selectFrom('events')
        .leftJoin('archives', 'archives.uuid', 'events.subject')
        .select([
          'events.number',
          'events.kind',
          'events.subject',
          'archives.wip',
          'archives.template',
          'archives.organisation',
          'archives.name',
          'archives.file_name',
          'archives.format',
          'archives.submitted_on',
          'archives.submitted_by as author',
          'archives.dropped_at',
        ])
        .where('events.number', '>', number)
        .orderBy('events.number')
        .limit(BATCH)
        .execute();
      return rows.map(({ number: at, kind, subject, ...archive }): StoredEvent => {
        switch (kind) {
          case 'submission':
            return { number: at, kind, archive: { uuid: subject, ...(archive as Omit<ArchiveHead, 'uuid'>) } };
          case 'session_ended':
            return { number: at, kind, family: subject };
          case 'board_changed':
            return { number: at, kind, board: subject };
          case 'display_changed':
            return { number: at, kind, display: subject };
        }
      });
    },
    async purge(before) {
      await db.deleteFrom('events').where('at', '<', before).execute();
    },
  };
}
