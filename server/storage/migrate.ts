import type { Kysely } from 'kysely';
import { StartError } from '#server/start-error.ts';
import { migrations } from './migrations.ts';
import type { Schema } from './schema.ts';

/**
 * Brings the database to the form that this version knows, in one transaction.
 * @param db an open database, empty or of an earlier version
 * @param now the moment to note beside each step, ISO text
 * @throws {StartError} when the database comes from a newer version, or is not ours
 */
export async function migrate(db: Kysely<Schema>, now: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const tables = await transaction.introspection.getTables();
    if (!tables.some((table) => table.name === 'migrations')) {
      if (tables.length > 0)
        throw new StartError(
          'The database in the data folder is not one of Ready. Choose another data folder (READY_DATA).',
        );
      await transaction.schema
        .createTable('migrations')
        .addColumn('number', 'integer', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('applied_at', 'text', (column) => column.notNull())
        .execute();
    }
    const applied = await transaction.selectFrom('migrations').select('number').execute();
    const reached = Math.max(0, ...applied.map((step) => step.number));
    const known = migrations.at(-1)?.number ?? 0;
    if (reached > known) {
      throw new StartError(
        `The database was written by a newer version of Ready (format ${reached}, this version knows ${known}). Start that version, or use another data folder (READY_DATA).`,
      );
    }
    for (const { number, name, up } of migrations.filter((step) => step.number > reached)) {
      await up(transaction);
      await transaction.insertInto('migrations').values({ number, name, applied_at: now }).execute();
    }
  });
}

/**
 * For a database that a server has open just now: it must have the form of this version already.
 * @throws {StartError} when it has another
 */
export async function requireCurrent(db: Kysely<Schema>): Promise<void> {
  const applied = await db.selectFrom('migrations').select('number').execute();
  const reached = Math.max(0, ...applied.map((step) => step.number));
  if (reached === (migrations.at(-1)?.number ?? 0)) return;
  throw new StartError(
    'The server that is running is of another version than this command. Stop it and start this version, then try again.',
  );
}
