import type { Kysely } from 'kysely';
import { nameKeys, orderKey, searchKey } from '../names.ts';
import type { Schema } from '../schema.ts';

/**
 * Rewrites the keys by which names of WIPs, archives and people are searched and sorted, if `names.ts` computes other
 * ones than are stored.
 */
export async function rewriteNameKeys(db: Kysely<Schema>): Promise<void> {
  for (const table of ['wips', 'archives'] as const) {
    const rows = await db.selectFrom(table).select(['uuid', 'name', 'name_key', 'name_order']).execute();
    for (const { uuid, name, name_key, name_order } of rows) {
      const keys = nameKeys(name);
      if (keys.name_key === name_key && keys.name_order === name_order) continue;
      await db.updateTable(table).set(keys).where('uuid', '=', uuid).execute();
    }
  }
  const people = await db.selectFrom('users').select(['uuid', 'name', 'email', 'name_key', 'email_key']).execute();
  for (const { uuid, name, email, ...before } of people) {
    const keys = { name_key: searchKey(name), email_key: searchKey(email) };
    if (keys.name_key === before.name_key && keys.email_key === before.email_key) continue;
    await db.updateTable('users').set(keys).where('uuid', '=', uuid).execute();
  }
}

/** Rewrites all keys that `names.ts` computes, with those that are later than the others. */
export async function rewriteAllKeys(db: Kysely<Schema>): Promise<void> {
  await rewriteNameKeys(db);
  for (const table of ['boards', 'displays'] as const) {
    for (const { uuid, name, name_order } of await db
      .selectFrom(table)
      .select(['uuid', 'name', 'name_order'])
      .execute()) {
      if (orderKey(name) === name_order) continue;
      await db
        .updateTable(table)
        .set({ name_order: orderKey(name) })
        .where('uuid', '=', uuid)
        .execute();
    }
  }
  for (const { uuid, username } of await db.selectFrom('users').select(['uuid', 'username']).execute()) {
    await db
      .updateTable('users')
      .set({ username_sought: searchKey(username) })
      .where('uuid', '=', uuid)
      .execute();
  }
}
