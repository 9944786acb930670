import type { SelectQueryBuilder } from 'kysely';
import type { ReadOnly } from '../memory.ts';
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

/** The place of a WIP's last submission, which is the number of all unless rows were removed by hand; 0 without any. */
export async function lastPlace(db: ReadOnly, wip: string): Promise<number> {
  const last = db.selectFrom('archives').select(({ fn }) => fn.max('place').as('place'));
  return (await last.where('wip', '=', wip).executeTakeFirst())?.place ?? 0;
}
