import type { Kysely } from 'kysely';
import type { AuditAction, AuditStore } from '../port.ts';
import type { Schema } from '../schema.ts';

/** @param db the database or a transaction of it */
export function auditStore(db: Kysely<Schema>): AuditStore {
  return {
    async add(entry) {
      await db.insertInto('audit').values(entry).execute();
    },
    async list(most) {
      const rows = await db.selectFrom('audit').selectAll().orderBy('number', 'desc').limit(most).execute();
      return rows.map(({ action, ...row }) => ({ ...row, action: action as AuditAction }));
    },
  };
}
