import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from '../schema.ts';

/** The first row that a query finds; null if it finds none. */
export const firstOf = async <Row>(query: { executeTakeFirst(): Promise<Row | undefined> }): Promise<Row | null> =>
  (await query.executeTakeFirst()) ?? null;

/** How many rows a query finds. */
export async function countOf<Tables extends keyof Schema>(
  rows: SelectQueryBuilder<Schema, Tables, object>,
): Promise<number> {
  const row = await rows.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  return Number(row.count);
}
