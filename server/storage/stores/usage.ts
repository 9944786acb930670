import { sql, type Kysely, type Selectable } from 'kysely';
import type { Schema } from '../schema.ts';

/** Stored bytes by user and day (UTC). */
export function usageStore(db: Kysely<Schema>) {
  return {
    /** Adds to the sums. @returns the new sums: of the user, and of the organisation */
    async add(day: string, { user, organisation, bytes }: Omit<Selectable<Schema['usage']>, 'day'>) {
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
    /** Of one day, the most first. */
    list: (day: string) =>
      db
        .selectFrom('usage')
        .select(['user', 'organisation', 'bytes'])
        .where('day', '=', day)
        .orderBy('bytes', 'desc')
        .execute(),
    /** Removes the days before one. */
    async purge(before: string) {
      await db.deleteFrom('usage').where('day', '<', before).execute();
    },
  };
}
