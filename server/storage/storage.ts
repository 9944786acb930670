import type { Kysely } from 'kysely';
import type { Storage, Stores } from './port.ts';
import type { Schema } from './schema.ts';
import { auditStore } from './stores/audit.ts';
import { archiveStore, templateStore, wipStore } from './stores/documents.ts';
import { organisationStore, roleStore, userStore } from './stores/people.ts';
import { sessionStore, settingStore } from './stores/sessions.ts';

function storesOf(db: Kysely<Schema>): Stores {
  return {
    organisations: organisationStore(db),
    users: userStore(db),
    roles: roleStore(db),
    templates: templateStore(db),
    wips: wipStore(db),
    archives: archiveStore(db),
    sessions: sessionStore(db),
    settings: settingStore(db),
    audit: auditStore(db),
  };
}

/**
 * The port over an open and migrated database.
 * @param db closed by the storage's `close`
 */
export function createStorage(db: Kysely<Schema>): Storage {
  return {
    ...storesOf(db),
    transaction: (work) => db.transaction().execute((transaction) => work(storesOf(transaction))),
    close: () => db.destroy(),
  };
}
