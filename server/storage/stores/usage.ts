import { sql, type Kysely } from 'kysely';
import type { UsageStore } from '../port/port.ts';
import type { Schema } from '../schema.ts';

/** @param db the database or a transaction of it */
export function usageStore(db: Kysely<Schema>): UsageStore {
  return {
    async add(day, { user, organisation, bytes }) {
      await db
        .insertInto('usage')
        .values({ day, user, organisation, bytes })
        .onConflict((conflict) =>
          conflict.columns(['day', 'user', 'organisation']).doUpdateSet({ bytes: sql`usage.bytes + excluded.bytes` }),
        )
        .execute();
      const of = (column: 'user' | 'organisation', value: string) =>
        sql<number | string>`coalesce(sum(bytes) filter (where ${sql.ref(column)} = ${value}), 0)`;
      const sums = await db
        .selectFrom('usage')
        .select([of('user', user).as('ofUser'), of('organisation', organisation).as('ofOrganisation')])
        .where('day', '=', day)
        .executeTakeFirstOrThrow();
      // PostgreSQL returns sums of whole numbers as text.
      return { ofUser: Number(sums.ofUser), ofOrganisation: Number(sums.ofOrganisation) };
    },
    list: (day) =>
      db
        .selectFrom('usage')
        .select(['user', 'organisation', 'bytes'])
        .where('day', '=', day)
        .orderBy('bytes', 'desc')
        .execute(),
    async purge(before) {
      await db.deleteFrom('usage').where('day', '<', before).execute();
    },
  };
}
