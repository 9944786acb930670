import type { Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import { createOwnEvents, type Added } from './own-events.ts';
import type { Storage, Stores } from './port.ts';
import { cacheReads, type Stamp } from './read-cache.ts';
import type { Schema } from './schema.ts';
import { auditStore } from './stores/audit.ts';
import { archiveStore, templateStore, wipStore } from './stores/documents.ts';
import { attemptStore, eventStore } from './stores/events.ts';
import { organisationStore, roleStore, userStore } from './stores/people.ts';
import { sessionStore, settingStore } from './stores/sessions.ts';
import { transact } from './transaction.ts';

function storesOf(db: Kysely<Schema>, engine: Engine, added: Added): Stores {
  return {
    organisations: organisationStore(db, engine),
    users: userStore(db, engine),
    roles: roleStore(db),
    templates: templateStore(db),
    wips: wipStore(db, engine),
    archives: archiveStore(db, engine, added),
    sessions: sessionStore(db, engine, added),
    settings: settingStore(db),
    audit: auditStore(db),
    events: eventStore(db),
    attempts: attemptStore(db, engine),
  };
}

/**
 * Implements the port over an open and migrated database.
 * @param db closed by the storage's `close`
 * @param engine its ways
 * @param watch the engine's means to hear of other processes
 * @param stamp names the database's state, where the engine can tell it at next to no cost; null where it cannot
 */
export function createStorage(
  db: Kysely<Schema>,
  engine: Engine,
  watch: Storage['watch'],
  stamp: Stamp | null,
): Storage {
  const own = createOwnEvents();
  const stores = storesOf(db, engine, () => undefined);
  return {
    ...(stamp === null ? stores : cacheReads(stores, stamp)),
    transaction: (work) =>
      own.during((added) => transact(db, (transaction) => work(storesOf(transaction, engine, added)))),
    watch: (changed) => watch((last) => own.heard(last, changed)),
    close: () => db.destroy(),
  };
}
