import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import { StorageUnavailable } from '../unavailable.ts';

/** PostgreSQL's codes for a transaction that it rolled back in favour of another: serialization failure, deadlock. */
const UNDONE = ['40001', '40P01'];
const ATTEMPTS = 3;

/**
 * Does all of the work or nothing.
 * @param db an open database
 * @param work runs again when the database rolled it back in favour of another
 */
export async function transact<T>(db: Kysely<Schema>, work: (db: Transaction<Schema>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!UNDONE.includes(code)) throw error;
      if (attempt === ATTEMPTS) throw new StorageUnavailable(error);
    }
  }
}
