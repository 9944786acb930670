import { sql, type Insertable } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { staleNames, type Cache, type ReadOnly } from '../memory.ts';
import { nameKeys } from '../names.ts';
import type { Moment, Row, Schema } from '../schema.ts';
import { countOf, firstOf } from './queries.ts';

/** Columns of a `WipHead`, with those of its template. */
export const WIP_HEAD = [
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
  'wips.deleted_by',
  'templates.name as base_name',
  'templates.file_name',
] as const;

const PLACE = ['uuid', 'template', 'organisation'] as const;

/** A WIP without its values and rows. */
export type WipHead = Row<'wips' | 'templates', typeof WIP_HEAD>;

/** Content of a document. */
export type WrittenText = Pick<Schema['wips'], 'values' | 'rows'>;

/** A WIP with its values and rows, of one and the same revision. */
export type WipRecord = WipHead & WrittenText & Pick<Schema['wips'], 'line_breaks'>;

/** A WIP to add. */
type NewWip = Omit<
  Insertable<Schema['wips']>,
  keyof WrittenText | 'revision' | 'created_by' | 'updated_by' | 'deleted_at' | 'deleted_by' | 'name_key' | 'name_order'
> &
  WrittenText & { author: string };

/** Fields of a WIP that a save changes. */
type WipChange = WrittenText & Pick<NewWip, 'name' | 'template_version' | 'author'> & { at: Moment };

/** Works in progress. */
export function wipStore(db: ReadOnly, engine: Engine, { exact, write }: Cache) {
  const changed = (wips: readonly Pick<WipHead, (typeof PLACE)[number]>[]): string[] =>
    wips.flatMap(({ uuid, template, organisation }) => [staleNames.wip(uuid), staleNames.wips(template, organisation)]);
  /** The names for writes that change the number of WIPs. */
  const counted = (wips: Parameters<typeof changed>[0]): string[] => [
    ...changed(wips),
    ...wips.map(({ template, organisation }) => staleNames.wipCount(template, organisation)),
  ];
  const heads = db.selectFrom('wips').innerJoin('templates', 'templates.uuid', 'wips.template').select(WIP_HEAD);
  return {
    /** Of one template and organisation, last changed first; without the deleted ones. */
    list(template: string, organisation: string): Promise<WipHead[]> {
      const name = staleNames.wips(template, organisation);
      // It contains the template's name.
      return exact(name, [name, staleNames.templates], () =>
        heads
          .where('wips.template', '=', template)
          .where('wips.organisation', '=', organisation)
          .where('wips.deleted_at', 'is', null)
          .orderBy('wips.updated_at', 'desc')
          .orderBy('wips.uuid')
          .execute(),
      );
    },
    head(uuid: string): Promise<WipHead | null> {
      const name = staleNames.wip(uuid);
      const read = () => firstOf(heads.where('wips.uuid', '=', uuid));
      return exact(name, [name, staleNames.templates], read);
    },
    /** The head, locked against other writers until the transaction ends. */
    async lock(uuid: string): Promise<WipHead | null> {
      const wanted = heads.where('wips.uuid', '=', uuid);
      return firstOf(engine.hasRowLocks ? wanted.forNoKeyUpdate('wips') : wanted);
    },
    full: (uuid: string): Promise<WipRecord | null> =>
      firstOf(heads.select(['wips.values', 'wips.rows', 'wips.line_breaks']).where('wips.uuid', '=', uuid)),
    /** The uuids of those of a template and organisation that were changed since a moment, last changed first, up to a maximum. */
    async newest(
      { template, organisation }: Pick<WipHead, 'template' | 'organisation'>,
      since: Moment,
      most: number,
    ): Promise<string[]> {
      const newest = db
        .selectFrom('wips')
        .select('uuid')
        .where('template', '=', template)
        .where('organisation', '=', organisation)
        .where('deleted_at', 'is', null)
        .where('updated_at', '>=', since)
        .orderBy('updated_at', 'desc')
        .orderBy('uuid')
        .limit(most);
      return (await newest.execute()).map(({ uuid }) => uuid);
    },
    /** Number of WIPs of one organisation, without the deleted ones. */
    count: (organisation: string): Promise<number> =>
      countOf(db.selectFrom('wips').where('organisation', '=', organisation).where('deleted_at', 'is', null)),
    /** Bytes of its values and rows, and its organisation. */
    async size(uuid: string) {
      // Neither engine reads the texts to get their length.
      const bytes = sql<number>`octet_length(${sql.ref('values')}) + coalesce(octet_length(${sql.ref('rows')}), 0)`;
      const sizes = db.selectFrom('wips').select(['organisation', bytes.as('bytes')]);
      return firstOf(sizes.where('uuid', '=', uuid));
    },
    async add({ author, ...wip }: NewWip) {
      const more = { revision: 1, created_by: author, updated_by: author, deleted_at: null };
      await write(counted([wip]), (to) =>
        to
          .insertInto('wips')
          .values({ ...wip, ...nameKeys(wip.name), ...more })
          .execute(),
      );
    },
    async change(uuid: string, { author, at, ...change }: WipChange) {
      const more = {
        ...nameKeys(change.name),
        updated_by: author,
        updated_at: at,
        revision: sql<number>`revision + 1`,
      };
      await write(changed, (to) =>
        to
          .updateTable('wips')
          .set({ ...change, ...more })
          .where('uuid', '=', uuid)
          .returning(PLACE)
          .execute(),
      );
    },
    /**
     * Leaves its head, without its content.
     * @param by the uuid of the user who deletes it; null for the command line
     */
    async remove(uuid: string, at: Moment, by: string | null) {
      await write(counted, (to) =>
        to
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
          .returning(PLACE)
          .execute(),
      );
    },
  };
}
