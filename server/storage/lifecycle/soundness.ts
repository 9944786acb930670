import { sql, type Kysely } from 'kysely';
import { ownTables, sqliteEngine, type Engine } from '../engines/engine.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { openSqlite } from '../engines/sqlite.ts';

/** The parts of a database by name: tables, columns, indexes, and the triggers that keep rows from changes. */
async function partsOf(db: Kysely<Schema>, engine: Engine): Promise<Set<string>> {
  const own = new Set(await ownTables(db, engine.name));
  const parts = new Set<string>();
  for (const { name, columns } of await db.introspection.getTables()) {
    if (!own.has(name)) continue;
    parts.add(`table ${name}`);
    for (const column of columns) parts.add(`column ${name}.${column.name}`);
  }
  const others =
    engine.name === 'sqlite'
      ? sql<{
          part: string;
        }>`select type || ' ' || name as part from sqlite_master where type in ('index', 'trigger') and sql is not null`
      : sql<{ part: string }>`select 'index ' || indexname as part from pg_indexes where schemaname = 'public'
          union select 'trigger ' || tgname from pg_trigger where not tgisinternal`;
  for (const { part } of (await others.execute(db)).rows) parts.add(part);
  return parts;
}

let fresh: Promise<Set<string>> | null = null;

/** The parts of a new database of this version. */
async function makeFresh(): Promise<Set<string>> {
  const { db } = openSqlite(':memory:');
  try {
    await migrate(db, sqliteEngine, new Date(0).toISOString(), null);
    return await partsOf(db, sqliteEngine);
  } finally {
    await db.destroy();
  }
}

/** The triggers that protect the audit log on PostgreSQL. */
const POSTGRES_TRIGGERS = ['trigger audit_only_grows', 'trigger audit_no_truncate'];

/**
 * Differences between a database and a new one of this version. Additions of operators do not count.
 * @returns such as `table boards`
 */
export async function lacksOf(db: Kysely<Schema>, engine: Engine): Promise<string[]> {
  fresh ??= makeFresh();
  const wanted = [...(await fresh)].filter((part) => engine.name === 'sqlite' || !part.startsWith('trigger '));
  if (engine.name === 'postgres') wanted.push(...POSTGRES_TRIGGERS);
  const there = await partsOf(db, engine);
  const lacks = wanted.filter((part) => !there.has(part));
  // The columns of a missing table are not listed one by one.
  return lacks.filter((part) => !lacks.some((table) => part.startsWith(`${table.replace('table ', 'column ')}.`)));
}
