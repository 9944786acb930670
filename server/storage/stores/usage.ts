import { sql, type Kysely } from 'kysely';
import type { UsageStore } from '../port.ts';
import type { Schema } from '../schema.ts';

/** @param db the database or a transaction of it */
export function usageStore(db: Kysely<Schema>): UsageStore {
  const sum = (day: string) =>
    db
      .selectFrom('usage')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('sum'))
      .where('day', '=', day);
  return {
    async add(day, { user, organisation, bytes }) {
      await db
        .insertInto('usage')
        .values({ day, user, organisation, bytes })
        .onConflict((conflict) =>
          conflict.columns(['day', 'user', 'organisation']).doUpdateSet({ bytes: sql`usage.bytes + excluded.bytes` }),
        )
        .execute();
      const own = await sum(day).where('user', '=', user).executeTakeFirst();
      const all = await sum(day).where('organisation', '=', organisation).executeTakeFirst();
      return { ofUser: Number(own?.sum), ofOrganisation: Number(all?.sum) };
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
