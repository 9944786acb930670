import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { staleNames, type Stale } from '../memory.ts';
import { nameKeys } from '../names.ts';
import type { TemplateStore, TemplateVersionStore, WipStore } from '../port/port.ts';
import type { Schema } from '../schema.ts';

/** Columns that refer to a template version. */
const MADE_OF = [
  ['templates', 'template_version'],
  ['templates', 'version_before'],
  ['wips', 'template_version'],
  ['archives', 'template_version'],
] as const;

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 * @param stale receives the names that each change makes stale
 */
export function templateStore(db: Kysely<Schema>, engine: Engine, stale: Stale): TemplateStore {
  const changed = (): Promise<void> => stale(staleNames.templates);
  const heads = db
    .selectFrom('templates')
    .select((is) => [
      'uuid',
      'name',
      'description',
      'file_name',
      'organisation',
      'version',
      'template_version',
      'version_before',
      'changed_by',
      'removed_at',
      is.fn.coalesce('changed_at', 'created_at').as('changed_at'),
    ]);
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
    async add(template) {
      await db
        .insertInto('templates')
        .values({ ...template, version: 1 })
        .execute();
      await changed();
    },
    async change(uuid, change, { by, at }) {
      await db
        .updateTable('templates')
        .set((is) => ({
          ...change,
          version: sql`version + 1`,
          // If the HTML is the same again, the version before can still be restored.
          version_before: is
            .case()
            .when('template_version', '=', change.template_version)
            .then(is.ref('version_before'))
            .else(is.ref('template_version'))
            .end(),
          changed_at: at,
          changed_by: by,
        }))
        .where('uuid', '=', uuid)
        .execute();
      await changed();
    },
    async setRemoved(uuid, at) {
      await db.updateTable('templates').set({ removed_at: at }).where('uuid', '=', uuid).execute();
      await changed();
    },
    async setOrder(uuids) {
      for (const [position, uuid] of uuids.entries()) {
        const here = db.updateTable('templates').set({ position }).where('uuid', '=', uuid);
        await here.where('position', '<>', position).execute();
      }
      await changed();
    },
    lock: () => engine.lockName(db, 'templates'),
  };
}

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 */
export function templateVersionStore(db: Kysely<Schema>, engine: Engine): TemplateVersionStore {
  const one = (hash: string) => db.selectFrom('template_versions').where('hash', '=', hash);
  // A lock: a version without references could be removed while another transaction is about to refer to it.
  const hold = (): Promise<void> => engine.lockName(db, 'template versions');
  const madeOfIt = ([table, column]: (typeof MADE_OF)[number]) =>
    db
      .selectFrom(table)
      .select('uuid')
      .where(sql.ref(`${table}.${column}`), '=', sql.ref('template_versions.hash'));
  return {
    content: async (hash) => (await one(hash).select('content').executeTakeFirst())?.content ?? null,
    plan: async (hash) => (await one(hash).select('plan').executeTakeFirst())?.plan ?? null,
    async add(version) {
      await hold();
      const { numInsertedOrUpdatedRows: added = 0n } = await db
        .insertInto('template_versions')
        .values(version)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return added > 0n;
    },
    async unused() {
      let unused = db.selectFrom('template_versions').select('hash');
      for (const place of MADE_OF) unused = unused.where((is) => is.not(is.exists(madeOfIt(place))));
      return (await unused.execute()).map(({ hash }) => hash);
    },
    async drop(hash) {
      await hold();
      let unused = db.deleteFrom('template_versions').where('hash', '=', hash);
      for (const place of MADE_OF) unused = unused.where((is) => is.not(is.exists(madeOfIt(place))));
      await unused.execute();
    },
  };
}

/**
 * @param db the database or a transaction of it
 * @param engine its engine
 * @param stale receives the names that each change makes stale
 */
export function wipStore(db: Kysely<Schema>, engine: Engine, stale: Stale): WipStore {
  type Place = { uuid: string; template: string; organisation: string };
  const changed = ({ uuid, template, organisation }: Place): Promise<void> =>
    stale(staleNames.wip(uuid), staleNames.wips(template, organisation));
  const counted = async (wip: Place): Promise<void> => {
    await changed(wip);
    await stale(staleNames.wipCount(wip.template, wip.organisation));
  };
  const heads = db
    .selectFrom('wips')
    .innerJoin('templates', 'templates.uuid', 'wips.template')
    .select([
      'wips.uuid',
      'wips.template',
      'wips.organisation',
      'wips.name',
      'wips.description',
      'wips.revision',
      'wips.updated_at',
      'wips.updated_by',
      'wips.template_version',
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
      return (await (engine.hasRowLocks ? wanted.forNoKeyUpdate('wips') : wanted).executeTakeFirst()) ?? null;
    },
    full: async (uuid) =>
      (await heads
        .select(['wips.values', 'wips.rows', 'wips.line_breaks'])
        .where('wips.uuid', '=', uuid)
        .executeTakeFirst()) ?? null,
    newest: ({ template, organisation }, since, most) =>
      db
        .selectFrom('wips')
        // Neither engine reads the text to get its length.
        .select(['uuid', 'revision', 'template_version', sql<number>`octet_length(${sql.ref('values')})`.as('bytes')])
        .where('template', '=', template)
        .where('organisation', '=', organisation)
        .where('deleted_at', 'is', null)
        .where('updated_at', '>=', since)
        .orderBy('updated_at', 'desc')
        .orderBy('uuid')
        .limit(most)
        .execute(),
    valuesOf: async (uuids) =>
      uuids.length === 0
        ? []
        : db
            .selectFrom('wips')
            .select(['uuid', 'template_version', 'values'])
            .where('uuid', 'in', uuids)
            .where('deleted_at', 'is', null)
            .execute(),
    async count(organisation) {
      const row = await db
        .selectFrom('wips')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('organisation', '=', organisation)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return Number(row?.count);
    },
    async size(uuid) {
      // Neither engine reads the texts to get their length.
      const bytes = sql<number>`octet_length(${sql.ref('values')}) + coalesce(octet_length(${sql.ref('rows')}), 0)`;
      const row = await db
        .selectFrom('wips')
        .select(['organisation', bytes.as('bytes')])
        .where('uuid', '=', uuid)
        .executeTakeFirst();
      return row ?? null;
    },
    async add({ author, ...wip }) {
      await db
        .insertInto('wips')
        .values({
          ...wip,
          ...nameKeys(wip.name),
          revision: 1,
          created_by: author,
          updated_by: author,
          deleted_at: null,
        })
        .execute();
      await counted(wip);
    },
    async change(uuid, { author, at, ...change }) {
      const [wip] = await db
        .updateTable('wips')
        .set({ ...change, ...nameKeys(change.name), updated_by: author, updated_at: at, revision: sql`revision + 1` })
        .where('uuid', '=', uuid)
        .returning(['uuid', 'template', 'organisation'])
        .execute();
      if (wip) await changed(wip);
    },
    async remove(uuid, at, by) {
      const [wip] = await db
        .updateTable('wips')
        .set((is) => ({
          deleted_at: at,
          deleted_by: by,
          values: '{}',
          rows: null,
          template_version: is
            .selectFrom('templates')
            .select('templates.template_version')
            .where('templates.uuid', '=', is.ref('wips.template'))
            .$asScalar()
            .$notNull(),
          revision: sql<number>`revision + 1`,
        }))
        .where('uuid', '=', uuid)
        .returning(['uuid', 'template', 'organisation'])
        .execute();
      if (wip) await counted(wip);
    },
  };
}
