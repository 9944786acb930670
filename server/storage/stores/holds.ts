import { sql, type Insertable, type Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import type { Moment, Schema } from '../schema.ts';
import { firstOf } from './queries.ts';

/** A new hold: on one WIP, on a template, or on a period, in one organisation. */
export type NewHold = Pick<
  Insertable<Schema['holds']>,
  'uuid' | 'organisation' | 'wip' | 'template' | 'since' | 'until' | 'reason' | 'set_by' | 'set_on'
>;

/** A hold with the present names of its users, which are null for the command line and for removed users. */
export type Hold = Awaited<ReturnType<ReturnType<typeof holdStore>['active']>>[number];

/** Holds: nothing that one of them covers is removed before it is released (ADR 80). */
export function holdStore(db: Kysely<Schema>, engine: Engine) {
  const named = (join: 'setter' | 'releaser') =>
    sql<string | null>`case when ${sql.ref(`${join}.removed_at`)} is null then ${sql.ref(`${join}.name`)} end`;
  const all = db
    .selectFrom('holds')
    .leftJoin('users as setter', 'setter.uuid', 'holds.set_by')
    .leftJoin('users as releaser', 'releaser.uuid', 'holds.released_by')
    .selectAll('holds')
    .select([named('setter').as('setter'), named('releaser').as('releaser')])
    .orderBy('set_on', 'desc')
    .orderBy('holds.uuid');
  const active = all.where('released_on', 'is', null);
  return {
    /**
     * Lets one transaction at a time remove something or change holds, until it ends: a hold is either before a removal or after it. To be called
     * before any other lock.
     */
    lock: () => engine.lockName(db, 'holds'),
    /** The newest first, the released ones too. @param organisation null for all */
    list: (organisation: string | null) =>
      organisation === null ? all.execute() : all.where('holds.organisation', '=', organisation).execute(),
    byUuid: (uuid: string) => firstOf(all.where('holds.uuid', '=', uuid)),
    /** Those that are not released. */
    active: () => active.execute(),
    /** One that is not released and covers an entry of the audit log from before a moment; null when there is none. */
    async ofAudit(before: Moment) {
      const covering = active.where(
        sql<boolean>`exists (select 1 from audit where audit.organisation = holds.organisation and audit.at < ${before} and (
            (audit.at >= holds.since and audit.at < holds.until)
            or audit.subject = holds.wip or audit.subject = holds.template
            or exists (select 1 from archives where archives.uuid = audit.subject and archives.organisation = holds.organisation
              and (archives.wip = holds.wip or archives.template = holds.template))
            or exists (select 1 from wips where wips.uuid = audit.subject and wips.organisation = holds.organisation
              and wips.template = holds.template)))`,
      );
      return firstOf(covering.limit(1));
    },
    async add(hold: NewHold) {
      const open = { released_by: null, released_on: null, release_reason: null };
      await db
        .insertInto('holds')
        .values({ ...hold, ...open })
        .execute();
    },
    async release(uuid: string, { by, at, reason }: { by: string | null; at: Moment; reason: string }) {
      await db
        .updateTable('holds')
        .set({ released_by: by, released_on: at, release_reason: reason })
        .where('uuid', '=', uuid)
        .execute();
    },
  };
}
