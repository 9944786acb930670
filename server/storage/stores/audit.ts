import type { Kysely } from 'kysely';
import type { AuditAction, AuditStore } from '../port/port.ts';
import type { Engine } from '../engines/engine.ts';
import type { Schema } from '../schema.ts';

/** Name of the setting with the moment before which the database lets entries be deleted: its triggers read it. */
const KEPT_SINCE = 'audit_kept_since';

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 */
export function auditStore(db: Kysely<Schema>, engine: Engine): AuditStore {
  return {
    async add(entry) {
      await db.insertInto('audit').values(entry).execute();
    },
    async list(most, { since, until, about, action, organisation, before } = {}) {
      let entries = db.selectFrom('audit').selectAll();
      if (since !== undefined) entries = entries.where('at', '>=', since);
      if (until !== undefined) entries = entries.where('at', '<', until);
      if (action !== undefined) entries = entries.where('action', '=', action);
      if (organisation !== undefined) entries = entries.where('organisation', '=', organisation);
      if (before !== undefined) entries = entries.where('number', '<', before);
      if (about !== undefined)
        entries = entries.where((is) => is.or([is('actor', '=', about), is('subject', '=', about)]));
      const rows = await entries.orderBy('number', 'desc').limit(most).execute();
      return rows.map((row) => ({ ...row, action: row.action as AuditAction }));
    },
    async newest(before) {
      let newest = db.selectFrom('audit').select(({ fn }) => fn.max('at').as('moment'));
      if (before !== undefined) newest = newest.where('at', '<', before);
      return (await newest.executeTakeFirst())?.moment ?? null;
    },
    async purge(before) {
      await engine.lockName(db, KEPT_SINCE);
      const old = await db.selectFrom('audit').select('number').where('at', '<', before).limit(1).executeTakeFirst();
      if (!old) return 0;
      await db
        .insertInto('settings')
        .values({ name: KEPT_SINCE, value: before })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: before }))
        .execute();
      const { numDeletedRows } = await db.deleteFrom('audit').where('at', '<', before).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
