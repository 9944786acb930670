import type { Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { transact } from '../engines/transaction.ts';
import type { Added } from '../own-events.ts';
import type { Moment, Schema } from '../schema.ts';

/** Events that are added by one query: the number of its parameters is limited. */
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
  { kind, at, added }: { kind: Schema['events']['kind']; at: Moment; added: Added },
  work: (db: Kysely<Schema>) => Promise<string[]>,
): Promise<{ number: number; subject: string }[]> {
  if (!db.isTransaction)
    return transact(db, (transaction) => withEvents(transaction, engine, { kind, at, added }, work));
  const subjects = await work(db);
  if (subjects.length === 0) return [];
  await engine.lockName(db, 'events');
  const rows: { number: number; subject: string }[] = [];
  for (let from = 0; from < subjects.length; from += BATCH) {
    const some = subjects.slice(from, from + BATCH).map((subject) => ({ kind, subject, at }));
    rows.push(...(await db.insertInto('events').values(some).returning(['number', 'subject']).execute()));
  }
  const inOrder = rows.toSorted((one, other) => one.number - other.number);
  for (const { number } of inOrder) added(number);
  await engine.notify(db, inOrder.at(-1)?.number ?? 0);
  return inOrder;
}
