import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import type { ArchiveStore, TemplateStore, WipStore } from '../port.ts';
import type { Added } from '../own-events.ts';
import type { Schema } from '../schema.ts';
import { telling } from './events.ts';

/** @param db the database or a transaction of it */
export function templateStore(db: Kysely<Schema>): TemplateStore {
  const heads = db
    .selectFrom('templates')
    .select(['uuid', 'name', 'description', 'file_name', 'organisation', 'version', 'removed_at']);
  return {
    list: (organisation) =>
      heads
        .where((is) => is.or([is('organisation', 'is', null), is('organisation', '=', organisation)]))
        .where('removed_at', 'is', null)
        .orderBy('position')
        .orderBy('name')
        .execute(),
    all: () => heads.orderBy('position').orderBy('name').execute(),
    head: async (uuid) => (await heads.where('uuid', '=', uuid).executeTakeFirst()) ?? null,
    full: async (uuid) => (await heads.select('content').where('uuid', '=', uuid).executeTakeFirst()) ?? null,
    async add(template) {
      await db
        .insertInto('templates')
        .values({ ...template, version: 1 })
        .execute();
    },
    async change(uuid, change) {
      await db
        .updateTable('templates')
        .set({ ...change, version: sql`version + 1` })
        .where('uuid', '=', uuid)
        .execute();
    },
    async setRemoved(uuid, at) {
      await db.updateTable('templates').set({ removed_at: at }).where('uuid', '=', uuid).execute();
    },
  };
}

/**
 * @param db the database or a transaction of it
 * @param engine its ways
 */
export function wipStore(db: Kysely<Schema>, engine: Engine): WipStore {
  const heads = db
    .selectFrom('wips')
    .innerJoin('templates', 'templates.uuid', 'wips.template')
    .select([
      'wips.uuid',
      'wips.template',
      'wips.organisation',
      'wips.name',
      'wips.description',
      'wips.version',
      'wips.deleted_at',
      'templates.name as base_name',
      'templates.file_name',
    ]);
  return {
    list: (template, organisation) =>
      heads
        .where('wips.template', '=', template)
        .where('wips.organisation', '=', organisation)
        .where('wips.deleted_at', 'is', null)
        .orderBy('wips.updated_at', 'desc')
        .orderBy('wips.uuid')
        .execute(),
    head: async (uuid) => (await heads.where('wips.uuid', '=', uuid).executeTakeFirst()) ?? null,
    async lock(uuid) {
      const wanted = heads.where('wips.uuid', '=', uuid);
      return (await (engine.hasRowLocks ? wanted.forUpdate('wips') : wanted).executeTakeFirst()) ?? null;
    },
    full: async (uuid) =>
      (await heads.select(['wips.content', 'wips.line_breaks']).where('wips.uuid', '=', uuid).executeTakeFirst()) ??
      null,
    async add({ author, ...wip }) {
      await db
        .insertInto('wips')
        .values({ ...wip, version: 1, created_by: author, updated_by: author, deleted_at: null })
        .execute();
    },
    async change(uuid, { name, content, author, at }) {
      await db
        .updateTable('wips')
        .set({ name, content, updated_by: author, updated_at: at, version: sql`version + 1` })
        .where('uuid', '=', uuid)
        .execute();
    },
    async remove(uuid, at) {
      await db
        .updateTable('wips')
        .set({ deleted_at: at, content: '', version: sql`version + 1` })
        .where('uuid', '=', uuid)
        .execute();
    },
  };
}

/**
 * @param db the database or a transaction of it
 * @param engine its ways
 * @param added called with the number of each event that is added
 */
export function archiveStore(db: Kysely<Schema>, engine: Engine, added: Added): ArchiveStore {
  const heads = db
    .selectFrom('archives')
    .select(['uuid', 'wip', 'template', 'organisation', 'name', 'file_name', 'format', 'submitted_on']);
  const newestFirst = heads.orderBy('submitted_on', 'desc').orderBy('number', 'desc');
  return {
    list: (wip) => newestFirst.where('wip', '=', wip).execute(),
    recent: async (template, organisation) =>
      (await newestFirst
        .where('template', '=', template)
        .where('organisation', '=', organisation)
        .limit(1)
        .executeTakeFirst()) ?? null,
    head: async (uuid) => (await heads.where('uuid', '=', uuid).executeTakeFirst()) ?? null,
    full: async (uuid) =>
      (await heads.select(['content', 'line_breaks']).where('uuid', '=', uuid).executeTakeFirst()) ?? null,
    async lastMoment(template, organisation) {
      await engine.lockName(db, `submissions ${template} ${organisation}`);
      const row = await db
        .selectFrom('archives')
        .select(({ fn }) => fn.max('submitted_on').as('last'))
        .where('template', '=', template)
        .where('organisation', '=', organisation)
        .executeTakeFirst();
      return row?.last ?? null;
    },
    async add({ author, content, line_breaks, ...head }) {
      const told = await telling(
        db,
        engine,
        { kind: 'submission', at: head.submitted_on, added },
        async (transaction) => {
          await transaction
            .insertInto('archives')
            .values({ ...head, content, line_breaks, submitted_by: author })
            .execute();
          return [head.uuid];
        },
      );
      return told.map(({ number }) => ({ number, kind: 'submission', archive: head }));
    },
  };
}
