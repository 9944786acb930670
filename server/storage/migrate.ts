import type { Kysely } from 'kysely';
import { StartError } from '#server/start-error.ts';
import type { Engine } from './engine.ts';
import { migrations, type Migration } from './migrations.ts';
import type { Schema } from './schema.ts';

const formatOf = (steps: readonly Migration[]): number => steps.at(-1)?.number ?? 0;

/**
 * Brings the database to the form that this version knows, in one transaction.
 * @param db an open database, empty or of an earlier version
 * @param engine its ways
 * @param now the moment to note beside each step, ISO text
 * @param steps those that a version knows; this one's
 * @throws {StartError} when the database comes from a newer version, or is not ours
 */
export async function migrate(
  db: Kysely<Schema>,
  engine: Engine,
  now: string,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const known = formatOf(steps);
  const [place, setting] =
    engine.name === 'sqlite' ? ['data folder', 'READY_DATA'] : ['PostgreSQL database', 'DATABASE_URL'];
  await db.transaction().execute(async (transaction) => {
    // Views and tables of extensions stand in schemas of their own, or are no tables.
    const tables = (await transaction.introspection.getTables()).filter(
      (table) => !table.isView && (engine.name === 'sqlite' || table.schema === 'public'),
    );
    if (!tables.some((table) => table.name === 'migrations')) {
      if (tables.length > 0)
        throw new StartError(`The database in the ${place} is not one of Ready. Choose another ${place} (${setting}).`);
      await transaction.schema
        .createTable('migrations')
        .addColumn('number', engine.integer, (column) => column.primaryKey())
        .addColumn('name', engine.text, (column) => column.notNull())
        .addColumn('applied_at', engine.text, (column) => column.notNull())
        .execute();
    }
    const applied = await transaction.selectFrom('migrations').select('number').execute();
    const reached = Math.max(0, ...applied.map((step) => step.number));
    if (reached > known) {
      throw new StartError(
        `The database was written by a newer version of Ready (format ${reached}, this version knows ${known}). Start that version, or use another ${place} (${setting}).`,
      );
    }
    for (const { number, name, up } of steps.filter((step) => step.number > reached)) {
      await up(transaction, engine);
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
  if (reached === formatOf(migrations)) return;
  throw new StartError(
    'The server that is running is of another version than this command. Stop it and start this version, then try again.',
  );
}
