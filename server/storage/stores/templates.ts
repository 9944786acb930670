import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { staleNames, type Cache, type ReadOnly } from '../memory.ts';
import type { Moment, Row, Schema } from '../schema.ts';
import { firstOf } from './queries.ts';

const HEAD = [
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
  'kept_days',
] as const;

/** A template without its HTML. */
export type TemplateHead = Row<'templates', typeof HEAD> & {
  /** Time of its last new HTML, or of its first. */
  changed_at: Moment;
};

/** A template to add. */
type NewTemplate = Omit<
  Insertable<Schema['templates']>,
  'organisation' | 'version' | 'version_before' | 'changed_at' | 'removed_at' | 'kept_days'
> &
  Pick<TemplateHead, 'organisation'>;

export type TemplateVersion = Selectable<Schema['template_versions']>;

/** Columns that refer to a template version. */
const MADE_OF = [
  ['templates', 'template_version'],
  ['templates', 'version_before'],
  ['wips', 'template_version'],
  ['archives', 'template_version'],
] as const;

/** Base templates. */
export function templateStore(db: ReadOnly, engine: Engine, { settled, write }: Cache) {
  const names = [staleNames.templates];
  const set = async (uuid: string, change: Updateable<Schema['templates']>): Promise<void> => {
    await write(names, (to) => to.updateTable('templates').set(change).where('uuid', '=', uuid).execute());
  };
  const heads = db
    .selectFrom('templates')
    .select(HEAD)
    .select((is) => is.fn.coalesce('changed_at', 'created_at').as('changed_at'));
  return {
    /** Those of the organisation and those of all, in display order, without the removed ones. */
    list: (organisation: string): Promise<TemplateHead[]> =>
      settled(`templates of ${organisation}`, names, () =>
        heads
          .where((is) => is.or([is('organisation', 'is', null), is('organisation', '=', organisation)]))
          .where('removed_at', 'is', null)
          .orderBy('position')
          .orderBy('name')
          .execute(),
      ),
    /** All of every organisation, the removed ones too. */
    all: (): Promise<TemplateHead[]> => heads.orderBy('position').orderBy('name').execute(),
    head: (uuid: string): Promise<TemplateHead | null> =>
      settled(`template ${uuid}`, names, () => firstOf(heads.where('uuid', '=', uuid))),
    async add(template: NewTemplate) {
      await write(names, (to) =>
        to
          .insertInto('templates')
          .values({ ...template, version: 1 })
          .execute(),
      );
    },
    /** Documents that were made from it keep their version. */
    async change(
      uuid: string,
      change: Pick<TemplateHead, 'name' | 'description' | 'template_version'>,
      { by, at }: { by: string | null; at: Moment },
    ) {
      await write(names, (to) =>
        to
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
          .execute(),
      );
    },
    /** @param days after which the content of its archives is removed; null for the installation's own number */
    setKeptDays: (uuid: string, days: number | null): Promise<void> => set(uuid, { kept_days: days }),
    setRemoved: (uuid: string, at: Moment | null): Promise<void> => set(uuid, { removed_at: at }),
    /** Sets the positions of all of them, in this order. */
    async setOrder(uuids: readonly string[]) {
      await write(names, async (to) => {
        for (const [position, uuid] of uuids.entries()) {
          const here = to.updateTable('templates').set({ position }).where('uuid', '=', uuid);
          await here.where('position', '<>', position).execute();
        }
      });
    },
    /** Locks the list of them against others who add or move some until the end of the transaction. */
    lock: () => engine.lockName(db, 'templates'),
  };
}

/** The HTML that documents are made of. */
export function templateVersionStore(db: Kysely<Schema>, engine: Engine) {
  const one = (hash: string) => db.selectFrom('template_versions').where('hash', '=', hash);
  // A lock: a version without references could be removed while another transaction is about to refer to it.
  const hold = (): Promise<void> => engine.lockName(db, 'template versions');
  const madeOfIt = ([table, column]: (typeof MADE_OF)[number]) =>
    db
      .selectFrom(table)
      .select('uuid')
      .where(sql.ref(`${table}.${column}`), '=', sql.ref('template_versions.hash'));
  return {
    content: async (hash: string) => (await one(hash).select('content').executeTakeFirst())?.content ?? null,
    plan: async (hash: string) => (await one(hash).select('plan').executeTakeFirst())?.plan ?? null,
    /**
     * Does nothing if it is stored already. Within a transaction: rows that refer to it must follow in the same one.
     * @returns true if it is new
     */
    async add(version: TemplateVersion) {
      await hold();
      const { numInsertedOrUpdatedRows: added = 0n } = await db
        .insertInto('template_versions')
        .values(version)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return added > 0n;
    },
    /** Those that no template, WIP or archive uses now, and that no template can restore. */
    async unused() {
      let unused = db.selectFrom('template_versions').select('hash');
      for (const place of MADE_OF) unused = unused.where((is) => is.not(is.exists(madeOfIt(place))));
      return (await unused.execute()).map(({ hash }) => hash);
    },
    /** Removes it if no template, WIP or archive uses it any more. */
    async drop(hash: string) {
      await hold();
      let unused = db.deleteFrom('template_versions').where('hash', '=', hash);
      for (const place of MADE_OF) unused = unused.where((is) => is.not(is.exists(madeOfIt(place))));
      await unused.execute();
    },
  };
}
