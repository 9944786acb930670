import { sql, type Kysely } from 'kysely';
import { auditChecksum, nextLink, type Link } from '../chain.ts';
import type { Engine } from '../engines/engine.ts';
import type { Schema } from '../schema.ts';
import { addColumn, addIndex, filledWith, required } from './build.ts';
import type { AuditEntry } from '../stores/audit.ts';

/** Rows that are read and written at once: the number of parameters is limited. */
const BATCH = 1_000;

/** A row of either table, as far as its chain needs it. */
type Stored = AuditEntry & Pick<Chained, 'number' | 'previous' | 'checksum'>;
type Chained = { number: number; previous: string | null; checksum: string } & Link;

/** Sets the columns of a chain in rows, by their numbers. */
async function setChain(db: Kysely<Schema>, table: 'archives' | 'audit', rows: readonly Chained[]): Promise<void> {
  const values = sql.join(
    rows.map(
      ({ number, previous, checksum, link_number, link }) =>
        sql`(${number}, ${previous}, ${checksum}, ${link_number}, ${link})`,
    ),
  );
  // Both engines give the columns these names. PostgreSQL takes the parameters for texts.
  await sql`update ${sql.table(table)} set previous = given.column2, checksum = given.column3,
    link_number = cast(given.column4 as bigint), link = given.column5
    from (select * from (values ${values}) as listed) as given where number = cast(given.column1 as bigint)`.execute(
    db,
  );
}

/** Adds the links of all rows of a table in their order, a few at once. @param chained one row, after the one before */
async function chain(
  db: Kysely<Schema>,
  table: 'archives' | 'audit',
  checksums: (row: Stored, previous: string | null) => Pick<Chained, 'previous' | 'checksum'>,
): Promise<void> {
  const ends = new Map<string | null, Link>();
  let previous: string | null = null;
  for (let last = 0; ;) {
    const { rows }: { rows: Stored[] } = await sql<Stored>`select * from ${sql.table(table)} where number > ${last}
      order by number limit ${sql.lit(BATCH)}`.execute(db);
    const chained = rows.map((row): Chained => {
      const sums = checksums(row, previous);
      previous = sums.checksum;
      const link = nextLink(ends.get(row.organisation), sums.checksum);
      ends.set(row.organisation, link);
      return { number: row.number, ...sums, ...link };
    });
    if (chained.length === 0) return;
    await setChain(db, table, chained);
    last = rows.at(-1)?.number ?? last;
  }
}

/** Does something with the audit log while its triggers let rows be changed. */
async function unlocked(db: Kysely<Schema>, { name }: Engine, work: () => Promise<void>): Promise<void> {
  if (name === 'postgres') {
    await sql`alter table audit disable trigger audit_only_grows`.execute(db);
    await work();
    await sql`alter table audit enable trigger audit_only_grows`.execute(db);
    return;
  }
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = 'audit_no_update'`.execute(db);
  await sql`drop trigger if exists audit_no_update`.execute(db);
  await work();
  for (const row of rows) await sql.raw(row.sql).execute(db);
}

/**
 * Chains the audit log, and adds a chain of each organization's own to it and to archives; adds the public keys and the
 * checkpoints (ADR 79).
 */
export async function addProof(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { schema } = db;
  const { text, integer, bytes } = engine;
  for (const table of ['archives', 'audit'] as const) {
    await addColumn(schema, table, 'link_number', integer, filledWith(0));
    await addColumn(schema, table, 'link', text, filledWith(''));
  }
  await addColumn(schema, 'audit', 'previous', text);
  await addColumn(schema, 'audit', 'checksum', text, filledWith(''));
  await chain(db, 'archives', ({ previous, checksum }) => ({ previous, checksum }));
  await unlocked(db, engine, () =>
    chain(db, 'audit', (entry, previous) => ({ previous, checksum: auditChecksum(entry, previous) })),
  );
  // Two processes that continued one chain would divide it: the database refuses the second.
  await sql`create unique index archives_by_link on archives (organisation, link_number)`.execute(db);
  await sql`create unique index audit_by_link on audit (coalesce(organisation, ''), link_number)`.execute(db);
  await schema
    .createTable('record_keys')
    .addColumn('number', integer, engine.numbered)
    .addColumn('public', text, (column) => column.notNull().unique())
    .addColumn('name', text, required)
    .addColumn('since', text, required)
    .addColumn('note', text, required)
    .execute();
  await schema
    .createTable('checkpoints')
    .addColumn('number', integer, engine.numbered)
    .addColumn('at', text, required)
    .addColumn('organisation', text, (column) => column.references('organisations.uuid'))
    .addColumn('records', integer, required)
    .addColumn('audit', integer, required)
    .addColumn('note', text, required)
    .addColumn('stamp', bytes)
    .addColumn('failure', text)
    .execute();
  await addIndex(schema, 'checkpoints_of', 'checkpoints', ['organisation', 'number']);
  await addIndex(schema, 'checkpoints_unstamped', 'checkpoints', ['at'], sql`${sql.ref('stamp')} is null`);
}
