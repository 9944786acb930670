import type { Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import type { Storage, Stores } from './port.ts';
import { cacheReads, type Stamp } from './read-cache.ts';
import type { Schema } from './schema.ts';
import { auditStore } from './stores/audit.ts';
import { archiveStore, templateStore, wipStore } from './stores/documents.ts';
import { attemptStore, eventStore } from './stores/events.ts';
import { pageStore } from './stores/pages.ts';
import { organisationStore, roleStore, userStore } from './stores/people.ts';
import { sessionStore, settingStore } from './stores/sessions.ts';
import { transact } from './transaction.ts';

function storesOf(db: Kysely<Schema>, engine: Engine): Stores {
  return {
    organisations: organisationStore(db, engine),
    users: userStore(db, engine),
    roles: roleStore(db),
    templates: templateStore(db),
    wips: wipStore(db, engine),
    archives: archiveStore(db, engine),
    sessions: sessionStore(db, engine),
    settings: settingStore(db),
    audit: auditStore(db),
    events: eventStore(db),
    attempts: attemptStore(db, engine),
    pages: pageStore(db),
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
  const stores = storesOf(db, engine);
  return {
    ...(stamp === null ? stores : cacheReads(stores, stamp)),
    transaction: (work) => transact(db, (transaction) => work(storesOf(transaction, engine))),
    watch,
    close: () => db.destroy(),
  };
}
