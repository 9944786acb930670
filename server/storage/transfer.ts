import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import * as v from 'valibot';
import { StartError } from '#server/start-error.ts';
import { migrations } from './migrations.ts';

/** Parents before children. Sessions stay behind, and so does the secret that signs them: people sign in anew. */
const TABLES = [
  'settings',
  'organisations',
  'users',
  'roles',
  'role_holders',
  'templates',
  'wips',
  'archives',
  'audit',
] as const;

const FORMAT = 'ready-export';
const format = (): number => migrations.at(-1)?.number ?? 0;
const cell = v.union([v.string(), v.number(), v.null()]);
const head = v.object({ format: v.literal(FORMAT), database: v.number() });
const line = v.object({ table: v.picklist(TABLES), row: v.record(v.string(), cell) });
const tail = v.object({ end: v.literal(true), rows: v.number() });

/**
 * An installation as lines of JSON, all of one moment, also while a server writes.
 * @param database the file in the data folder
 */
export function* exportLines(database: string): Generator<string, void, undefined> {
  const db = new DatabaseSync(database, { timeout: 5_000 });
  try {
    db.exec('begin');
    yield JSON.stringify({ format: FORMAT, database: format() });
    let rows = 0;
    for (const table of TABLES) {
      const own = table === 'settings' ? "where name <> 'secret'" : '';
      for (const row of db.prepare(`select * from ${table} ${own}`).iterate()) {
        rows += 1;
        yield JSON.stringify({ table, row });
      }
    }
    yield JSON.stringify({ end: true, rows });
  } finally {
    db.close();
  }
}

/**
 * Fills an installation in which nothing is yet: all of it or nothing.
 * @param database the file in the data folder, migrated; the folder must be held
 * @returns how many rows
 * @throws {StartError} for a database that is not empty, and for a file that is not whole
 */
export async function importLines(database: string, lines: AsyncIterable<string>): Promise<number> {
  const db = new DatabaseSync(database, { timeout: 5_000, enableForeignKeyConstraints: true });
  const no = (why: string): StartError => new StartError(`The export cannot be read: ${why}. Nothing was imported.`);
  try {
    if (db.prepare('select 1 from organisations union all select 1 from templates limit 1').get()) {
      throw new StartError(
        'The data folder holds something already. Import into an empty one: READY_DATA=/path/to/folder.',
      );
    }
    db.exec('pragma synchronous = full; begin immediate');
    let number = 0;
    let rows = 0;
    let isWhole = false;
    for await (const text of lines) {
      number += 1;
      if (isWhole) throw no(`line ${number} stands after the end`);
      const value = parsed(text);
      if (number === 1) {
        const first = v.safeParse(head, value);
        if (!first.success) throw no('it is none of Ready');
        if (first.output.database !== format()) {
          throw no(`it comes from another version (format ${first.output.database}, this version writes ${format()})`);
        }
        continue;
      }
      const entry = v.safeParse(line, value);
      if (entry.success) {
        insert(db, entry.output, () => no(`line ${number} does not fit`));
        rows += 1;
        continue;
      }
      const last = v.safeParse(tail, value);
      if (!last.success || last.output.rows !== rows) throw no(`line ${number} is not what it should be`);
      isWhole = true;
    }
    if (!isWhole) throw no('its end is missing');
    db.exec('commit');
    return rows;
  } finally {
    db.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function insert(db: DatabaseSync, { table, row }: v.InferOutput<typeof line>, failed: () => StartError): void {
  // The names of the columns come from the database, never from the file.
  const known = db
    .prepare(`pragma table_info(${table})`)
    .all()
    .map((column) => String(column['name']));
  const columns = known.filter((column) => Object.hasOwn(row, column));
  if (columns.length === 0 || columns.length !== Object.keys(row).length) throw failed();
  const values: SQLInputValue[] = columns.map((column) => row[column] ?? null);
  try {
    const names = columns.map((column) => `"${column}"`).join(', ');
    db.prepare(`insert into ${table} (${names}) values (${columns.map(() => '?').join(', ')})`).run(...values);
  } catch {
    throw failed();
  }
}
