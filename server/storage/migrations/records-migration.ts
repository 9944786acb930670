import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import type { Schema } from '../schema.ts';

/** Finds the words of one region by each index: many regions may have the same word. */
export async function indexWordsByRegion({ schema }: Kysely<Schema>): Promise<void> {
  await schema.dropIndex('region_words_by_word').execute();
  await schema.createIndex('region_words_by_word').on('region_words').columns(['word', 'wip', 'region']).execute();
}

/** Adds the index of what submissions contain, empty: a server fills it while it works (ADR 76). */
export async function addRecordIndex(db: Kysely<Schema>, { text, integer }: Engine): Promise<void> {
  const { schema } = db;
  for (const [name, build] of [
    ['place', 0],
    ['is_indexed', 0],
    ['changed', null],
  ] as const) {
    await schema
      .alterTable('archives')
      .addColumn(name, integer, (column) => (build === null ? column : column.notNull().defaultTo(build)))
      .execute();
  }
  await sql`update archives set place = numbered.place from
    (select number as n, row_number() over (partition by wip order by number) as place from archives) as numbered
    where numbered.n = archives.number`.execute(db);
  await schema.createIndex('archives_by_place').on('archives').columns(['wip', 'place']).unique().execute();
  // With the columns by which records are searched, so that no row is read that is not shown.
  await schema
    .createIndex('archives_of_organisation')
    .on('archives')
    .columns(['organisation', 'submitted_on desc', 'number desc', 'wip', 'place', 'submitted_by', 'template'])
    .execute();
  await schema
    .createIndex('archives_not_indexed')
    .on('archives')
    .column('number')
    .where(sql.ref('is_indexed'), '=', sql.lit(0))
    .execute();
  await schema
    .createTable('region_values')
    .addColumn('wip', text, (column) => column.notNull().references('wips.uuid'))
    .addColumn('region', text, (column) => column.notNull())
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('is_row', integer, (column) => column.notNull())
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('first', integer, (column) => column.notNull())
    .addColumn('until', integer)
    .addPrimaryKeyConstraint('region_values_key', ['wip', 'region', 'first'])
    .execute();
  await schema.createIndex('region_values_by_first').on('region_values').columns(['wip', 'first']).execute();
  await schema.createIndex('region_values_by_until').on('region_values').columns(['wip', 'until']).execute();
  await schema.createIndex('region_values_by_region').on('region_values').columns(['region', 'wip']).execute();
  await schema
    .createTable('region_words')
    .addColumn('wip', text, (column) => column.notNull().references('wips.uuid'))
    .addColumn('region', text, (column) => column.notNull())
    .addColumn('word', text, (column) => column.notNull())
    .addColumn('first', integer, (column) => column.notNull())
    .addColumn('until', integer)
    .addPrimaryKeyConstraint('region_words_key', ['wip', 'word', 'region', 'first'])
    .execute();
  await schema.createIndex('region_words_by_word').on('region_words').columns(['word', 'wip']).execute();
  await schema.createIndex('region_words_by_region').on('region_words').columns(['wip', 'region', 'first']).execute();
}

/** Adds the archives that displays showed. The second index has those that nothing has ended yet. */
export async function addReceived({ schema }: Kysely<Schema>, { text }: Engine): Promise<void> {
  await schema
    .createTable('received')
    .addColumn('archive', text, (column) => column.notNull().references('archives.uuid'))
    .addColumn('display', text, (column) => column.notNull().references('displays.uuid'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('pane', text, (column) => column.notNull())
    .addColumn('since', text, (column) => column.notNull())
    .addColumn('until', text)
    .addPrimaryKeyConstraint('received_key', ['display', 'pane', 'since'])
    .execute();
  await schema.createIndex('received_of_archive').on('received').columns(['archive', 'display']).execute();
  await schema
    .createIndex('received_open')
    .on('received')
    .column('display')
    .where(sql.ref('until'), 'is', null)
    .execute();
}

/** Adds holds, and the number of days for which a template keeps the content of archives. */
export async function addHolds({ schema }: Kysely<Schema>, { text, integer }: Engine): Promise<void> {
  await schema.alterTable('templates').addColumn('kept_days', integer).execute();
  await schema
    .createTable('holds')
    .addColumn('uuid', text, (column) => column.primaryKey())
    .addColumn('organisation', text, (column) => column.notNull().references('organisations.uuid'))
    .addColumn('wip', text, (column) => column.references('wips.uuid'))
    .addColumn('template', text, (column) => column.references('templates.uuid'))
    .addColumn('since', text)
    .addColumn('until', text)
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('set_by', text, (column) => column.references('users.uuid'))
    .addColumn('set_on', text, (column) => column.notNull())
    .addColumn('released_by', text, (column) => column.references('users.uuid'))
    .addColumn('released_on', text)
    .addColumn('release_reason', text)
    .execute();
}
