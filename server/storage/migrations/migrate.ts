import type { Kysely } from 'kysely';
import { StartError } from '#server/start-error.ts';
import { ownTables, type Engine } from '../engines/engine.ts';
import { migrations, type Migration } from './migrations.ts';
import type { Schema } from '../schema.ts';
import { required } from './build.ts';

/** The format of this version's databases. */
export const newestFormat = migrations.at(-1)?.number ?? 0;

/** Keeps a copy of a database before it is changed. @param format of that database */
export type KeepCopy = (format: number) => Promise<void>;

/** The last step that a database has; 0 for an empty one. */
async function reachedBy(db: Kysely<Schema>, engine: Engine): Promise<number> {
  const tables = await ownTables(db, engine.name);
  if (!tables.includes('migrations')) {
    if (tables.length === 0) return 0;
    const [place, setting] = placeOf(engine);
    throw new StartError(`The database in the ${place} is not one of Ready. Choose another ${place} (${setting}).`);
  }
  const applied = await db.selectFrom('migrations').select('number').execute();
  if (applied.length > 0) return Math.max(...applied.map((step) => step.number));
  const [place] = placeOf(engine);
  throw new StartError(
    `The database in the ${place} does not say which version of Ready wrote it: it was changed by hand. Restore a backup (ready restore).`,
  );
}

const placeOf = ({ name }: Engine): [place: string, setting: string] =>
  name === 'sqlite' ? ['data folder', 'READY_DATA'] : ['PostgreSQL database', 'DATABASE_URL'];

/** Makes the table in which the steps are noted. */
export async function createMigrations({ schema }: Kysely<Schema>, { integer, text }: Engine): Promise<void> {
  await schema
    .createTable('migrations')
    .addColumn('number', integer, (column) => column.primaryKey())
    .addColumn('name', text, required)
    .addColumn('applied_at', text, required)
    .execute();
}

/** Applies steps, and notes each. */
export async function applySteps(
  db: Kysely<Schema>,
  engine: Engine,
  steps: readonly Migration[],
  now: string,
): Promise<void> {
  for (const { number, name, up } of steps) {
    await up(db, engine);
    await db.insertInto('migrations').values({ number, name, applied_at: now }).execute();
  }
}

function tooNew(reached: number, known: number, engine: Engine): StartError {
  const [place, setting] = placeOf(engine);
  return new StartError(
    `The database was written by a newer version of Ready (format ${reached}, this version knows ${known}). Start that version, or use another ${place} (${setting}).`,
  );
}

/**
 * Checks the format and changes nothing: for a command that only reads, while no server is running.
 * @throws {StartError} when the database has another format than this version's
 */
export async function requireThisForm(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const known = newestFormat;
  const reached = await reachedBy(db, engine);
  if (reached > known) throw tooNew(reached, known, engine);
  if (reached === known) return;
  if (reached === 0)
    throw new StartError('The database is empty. The next start of the server makes a new installation in it.');
  throw new StartError(
    `The database is of an earlier version of Ready (format ${reached}, this version has ${known}). The next start of the server brings it to this version's form, and keeps a copy.`,
  );
}

/**
 * Migrates the database to this version's format, in one transaction.
 * @param db an open database, empty or of an earlier version, which no other process changes
 * @param engine its engine
 * @param now the time of each step, ISO text
 * @param keep called before a database of an earlier version is changed
 * @param steps all steps of a version; by default of this one
 * @throws {StartError} when the database comes from a newer version, or is of another application
 */
export async function migrate(
  db: Kysely<Schema>,
  engine: Engine,
  now: string,
  keep: KeepCopy | null,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const known = steps.at(-1)?.number ?? 0;
  const reached = await reachedBy(db, engine);
  if (reached > known) throw tooNew(reached, known, engine);
  if (reached === known) return;
  if (reached > 0) await keep?.(reached);
  await db.transaction().execute(async (transaction) => {
    if (reached === 0 && !(await ownTables(transaction, engine.name)).includes('migrations')) {
      await createMigrations(transaction, engine);
    }
    await applySteps(
      transaction,
      engine,
      steps.filter(({ number }) => number > reached),
      now,
    );
  });
}

/**
 * Checks a database that a server has open now: it must have the format of this version already.
 * @throws {StartError} when it has another
 */
export async function requireCurrent(db: Kysely<Schema>): Promise<void> {
  const applied = await db.selectFrom('migrations').select('number').execute();
  const reached = Math.max(0, ...applied.map((step) => step.number));
  if (reached === newestFormat) return;
  throw new StartError(
    'The server that is running is of another version than this command. Stop it and start this version, then try again.',
  );
}
