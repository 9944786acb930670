import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DocumentPlan } from '#common/document/plan/document-plan.ts';
import { writtenIn } from '#common/document/plan/written-in.ts';
import { contentHash, earlierChecksum, packText } from '../archive-record.ts';
import type { Engine } from '../engines/engine.ts';
import type { LineBreaks } from '../schema.ts';
import type { ArchiveHead } from '../stores/archives.ts';
import type { TemplateVersion } from '../stores/templates.ts';
import type { WrittenText } from '../stores/wips.ts';
import type { Schema } from '../schema.ts';
import { addColumn, addIndex, filledWith, required } from './build.ts';
import { templateVersion } from '../template-version.ts';

/** A document in the previous format: its whole HTML. */
type Whole = { uuid: string; template: string; content: string };
type WholeArchive = Whole &
  Omit<ArchiveHead, 'dropped_at'> & { number: number; submitted_by: string; line_breaks: LineBreaks };
type Made = WrittenText & { template_version: string };

/** A version with its parsed plan. */
type Known = TemplateVersion & { parsed: DocumentPlan };

async function addVersion(db: Kysely<Schema>, content: string): Promise<Known> {
  const version = templateVersion(content);
  await db
    .insertInto('template_versions')
    .values(version)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { ...version, parsed: JSON.parse(version.plan) as DocumentPlan };
}

/**
 * Finds the values and rows of a document in the previous format; null when it is not its template's HTML with values.
 */
function madeOf(base: Known | undefined, content: string): Made | null {
  if (!base?.parsed.isSteady) return null;
  const written = writtenIn(content, base.content, base.parsed);
  if (!written) return null;
  return {
    template_version: base.hash,
    values: JSON.stringify(Object.fromEntries(written.values)),
    rows: written.rows,
  };
}

/** The rows of a table in the previous format, a few at once: each may contain a document of 5 MB. */
async function* rowsOf<Row extends Record<Key, string | number>, Key extends string>(
  db: Kysely<Schema>,
  table: string,
  key: Key,
): AsyncGenerator<Row> {
  let last: string | number | null = null;
  for (;;) {
    const after: RawBuilder<unknown> = last === null ? sql`1 = 1` : sql`${sql.ref(key)} > ${last}`;
    const { rows }: { rows: Row[] } = await sql<Row>`select * from ${sql.table(table)} where ${after}
      order by ${sql.ref(key)} limit 20`.execute(db);
    yield* rows;
    last = rows.at(-1)?.[key] ?? null;
    if (last === null) return;
  }
}

/**
 * Separates every document into its template version, and its values and rows. If these do not give the same document,
 * byte for byte, its own HTML becomes a version.
 */
export async function separateDocuments(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { schema } = db;
  const { text } = engine;
  await schema
    .createTable('template_versions')
    .addColumn('hash', text, (column) => column.primaryKey())
    .addColumn('plan', text, required)
    .addColumn('content', text, required)
    .execute();
  await engine.keepPlain(db, 'template_versions', 'content');
  for (const table of ['templates', 'wips', 'archives']) {
    await addColumn(schema, table, 'template_version', text, (column) => column.references('template_versions.hash'));
    await addIndex(schema, `${table}_of_version`, table, ['template_version']);
  }
  const bases = new Map<string, Known>();
  for await (const { uuid, content } of rowsOf<Whole, 'uuid'>(db, 'templates', 'uuid')) {
    const version = await addVersion(db, content);
    bases.set(uuid, version);
    await sql`update templates set template_version = ${version.hash} where uuid = ${uuid}`.execute(db);
  }
  await separateWips(db, engine, bases);
  await separateArchives(db, engine, bases);
  for (const table of ['templates', 'wips', 'archives']) await schema.alterTable(table).dropColumn('content').execute();
}

async function separateWips(db: Kysely<Schema>, { text }: Engine, bases: ReadonlyMap<string, Known>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('wips').renameColumn('version', 'revision').execute();
  await addColumn(schema, 'wips', 'values', text, filledWith('{}'));
  await addColumn(schema, 'wips', 'rows', text);
  type Wip = Whole & { deleted_at: string | null };
  for await (const { uuid, template, content, deleted_at } of rowsOf<Wip, 'uuid'>(db, 'wips', 'uuid')) {
    const base = bases.get(template);
    const made =
      deleted_at !== null && base
        ? { template_version: base.hash, values: '{}', rows: null }
        : (madeOf(base, content) ?? {
            template_version: (await addVersion(db, content)).hash,
            values: '{}',
            rows: null,
          });
    await db.updateTable('wips').set(made).where('uuid', '=', uuid).execute();
  }
}

async function separateArchives(
  db: Kysely<Schema>,
  { text, bytes }: Engine,
  bases: ReadonlyMap<string, Known>,
): Promise<void> {
  const { schema } = db;
  for (const name of ['values', 'rows', 'content_hash', 'previous', 'checksum'])
    await addColumn(schema, 'archives', name, text);
  await addColumn(schema, 'archives', 'packed', bytes);
  let previous: string | null = null;
  for await (const row of rowsOf<WholeArchive, 'number'>(db, 'archives', 'number')) {
    const { number, content, submitted_by, ...head } = row;
    const unknown = { template_version: null, values: null, rows: null };
    const made = madeOf(bases.get(head.template), content) ?? unknown;
    const parts = { ...made, content_hash: contentHash(content), previous };
    const checksum: string = earlierChecksum({ ...head, ...parts, author: submitted_by });
    // Written in the format of that table.
    const columns = Object.entries({ ...parts, checksum, packed: await packText(content) });
    const set = columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    await sql`update archives set ${sql.join(set)} where number = ${number}`.execute(db);
    previous = checksum;
  }
}
