import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import type { Schema } from '../schema.ts';
import { addColumn, addIndex, filledWith, required } from './build.ts';

/** Finds the words of one region by each index: many regions may have the same word. */
export async function indexWordsByRegion({ schema }: Kysely<Schema>): Promise<void> {
  await schema.dropIndex('region_words_by_word').execute();
  await addIndex(schema, 'region_words_by_word', 'region_words', ['word', 'wip', 'region']);
}

/** Adds the index of what submissions contain, empty: a server fills it while it works (ADR 76). */
export async function addRecordIndex(db: Kysely<Schema>, { text, integer }: Engine): Promise<void> {
  const { schema } = db;
  await addColumn(schema, 'archives', 'place', integer, filledWith(0));
  await addColumn(schema, 'archives', 'is_indexed', integer, filledWith(0));
  await addColumn(schema, 'archives', 'changed', integer);
  await sql`update archives set place = numbered.place from
    (select number as n, row_number() over (partition by wip order by number) as place from archives) as numbered
    where numbered.n = archives.number`.execute(db);
  await schema.createIndex('archives_by_place').on('archives').columns(['wip', 'place']).unique().execute();
  // With the columns by which records are searched, so that no row is read that is not shown.
  await addIndex(schema, 'archives_of_organisation', 'archives', [
    'organisation',
    'submitted_on desc',
    'number desc',
    'wip',
    'place',
    'submitted_by',
    'template',
  ]);
  await addIndex(schema, 'archives_not_indexed', 'archives', ['number'], sql`${sql.ref('is_indexed')} = 0`);
  await schema
    .createTable('region_values')
    .addColumn('wip', text, (column) => column.notNull().references('wips.uuid'))
    .addColumn('region', text, required)
    .addColumn('label', text, required)
    .addColumn('value', text, required)
    .addColumn('is_row', integer, required)
    .addColumn('position', integer, required)
    .addColumn('first', integer, required)
    .addColumn('until', integer)
    .addPrimaryKeyConstraint('region_values_key', ['wip', 'region', 'first'])
    .execute();
  await addIndex(schema, 'region_values_by_first', 'region_values', ['wip', 'first']);
  await addIndex(schema, 'region_values_by_until', 'region_values', ['wip', 'until']);
  await addIndex(schema, 'region_values_by_region', 'region_values', ['region', 'wip']);
  await schema
    .createTable('region_words')
    .addColumn('wip', text, (column) => column.notNull().references('wips.uuid'))
    .addColumn('region', text, required)
    .addColumn('word', text, required)
    .addColumn('first', integer, required)
    .addColumn('until', integer)
    .addPrimaryKeyConstraint('region_words_key', ['wip', 'word', 'region', 'first'])
    .execute();
  await addIndex(schema, 'region_words_by_word', 'region_words', ['word', 'wip']);
  await addIndex(schema, 'region_words_by_region', 'region_words', ['wip', 'region', 'first']);
}

/** Adds the archives that displays showed. The second index has those that nothing has ended yet. */
export async function addReceived({ schema }: Kysely<Schema>, { text }: Engine): Promise<void> {
  await schema
    .createTable('received')
    .addColumn('archive', text, (column) => column.notNull().references('archives.uuid'))
    .addColumn('display', text, (column) => column.notNull().references('displays.uuid'))
    .addColumn('name', text, required)
    .addColumn('pane', text, required)
    .addColumn('since', text, required)
    .addColumn('until', text)
    .addPrimaryKeyConstraint('received_key', ['display', 'pane', 'since'])
    .execute();
  await addIndex(schema, 'received_of_archive', 'received', ['archive', 'display']);
  await addIndex(schema, 'received_open', 'received', ['display'], sql`${sql.ref('until')} is null`);
}

/** Adds holds, and the number of days for which a template keeps the content of archives. */
export async function addHolds({ schema }: Kysely<Schema>, { text, integer }: Engine): Promise<void> {
  await addColumn(schema, 'templates', 'kept_days', integer);
  await schema
    .createTable('holds')
    .addColumn('uuid', text, (column) => column.primaryKey())
    .addColumn('organisation', text, (column) => column.notNull().references('organisations.uuid'))
    .addColumn('wip', text, (column) => column.references('wips.uuid'))
    .addColumn('template', text, (column) => column.references('templates.uuid'))
    .addColumn('since', text)
    .addColumn('until', text)
    .addColumn('reason', text, required)
    .addColumn('set_by', text, (column) => column.references('users.uuid'))
    .addColumn('set_on', text, required)
    .addColumn('released_by', text, (column) => column.references('users.uuid'))
    .addColumn('released_on', text)
    .addColumn('release_reason', text)
    .execute();
}
