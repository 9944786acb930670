import type { ColumnBuilderCallback, Expression, SchemaModule, SqlBool } from 'kysely';
import type { Engine } from '../engines/engine.ts';

// Migrations that were released use these: never change what they make.

/** A column that is never null. */
export const required: ColumnBuilderCallback = (column) => column.notNull();
/** The same for a column of a table that has rows already. @param value that these get */
export const filledWith =
  (value: string | number): ColumnBuilderCallback =>
  (column) =>
    column.notNull().defaultTo(value);

/** Adds a column to a table. @param build its constraints; without them it may be null */
export async function addColumn(
  schema: SchemaModule,
  table: string,
  name: string,
  type: Engine['text'],
  build: ColumnBuilderCallback = (column) => column,
): Promise<void> {
  await schema.alterTable(table).addColumn(name, type, build).execute();
}

/** Adds an index. @param columns in their order, `desc` after the name of one @param where selects its rows; all by default */
export async function addIndex(
  schema: SchemaModule,
  name: string,
  table: string,
  columns: string[],
  where?: Expression<SqlBool>,
): Promise<void> {
  const index = schema.createIndex(name).on(table).columns(columns);
  await (where ? index.where(where) : index).execute();
}
