import type { Kysely, Selectable } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import type { Moment, Schema } from '../schema.ts';

/** An action that the audit log records. */
export type AuditAction = Schema['audit']['action'];

/** One line of the audit log. */
export type AuditEntry = Omit<Selectable<Schema['audit']>, 'number'>;

export type AuditWanted = {
  /** Only from this moment on. */
  since?: Moment;
  /** Only what was before this moment. */
  until?: Moment;
  /** Only entries by or about a user, by uuid. */
  about?: string;
  action?: AuditAction;
  /** Only entries that concern an organisation. */
  organisation?: string;
  /** Only entries before this number. */
  before?: number;
};

/** Name of the setting with the moment before which the database lets entries be deleted: its triggers read it. */
const KEPT_SINCE = 'audit_kept_since';

/**
 * The audit log: it only grows; the database refuses changes, except that the oldest part may be removed as a whole.
 */
export function auditStore(db: Kysely<Schema>, engine: Engine) {
  return {
    async add(entry: AuditEntry) {
      await db.insertInto('audit').values(entry).execute();
    },
    /** The last ones, newest first. */
    async list(most: number, { since, until, about, action, organisation, before }: AuditWanted = {}) {
      let entries = db.selectFrom('audit').selectAll();
      if (since !== undefined) entries = entries.where('at', '>=', since);
      if (until !== undefined) entries = entries.where('at', '<', until);
      if (action !== undefined) entries = entries.where('action', '=', action);
      if (organisation !== undefined) entries = entries.where('organisation', '=', organisation);
      if (before !== undefined) entries = entries.where('number', '<', before);
      if (about !== undefined)
        entries = entries.where((is) => is.or([is('actor', '=', about), is('subject', '=', about)]));
      return entries.orderBy('number', 'desc').limit(most).execute();
    },
    /** The latest moment in it, before another one if that is given; null when there is none. */
    async newest(before?: Moment) {
      let newest = db.selectFrom('audit').select(({ fn }) => fn.max('at').as('moment'));
      if (before !== undefined) newest = newest.where('at', '<', before);
      return (await newest.executeTakeFirst())?.moment ?? null;
    },
    /** Removes entries of before a moment, within a transaction. @returns how many entries */
    async purge(before: Moment) {
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
