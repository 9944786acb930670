import { sql, type Kysely } from 'kysely';
import { archiveChecksum, contentHash, earlierText, packText, unpackText } from '../archive-record.ts';
import type { Engine } from '../engines/engine.ts';
import type { LineBreaks, Schema } from '../schema.ts';
import type { ArchiveHead } from '../stores/archives.ts';
import { addColumn, addIndex, required } from './build.ts';

/** An archive in the previous format, with its content. */
type Before = Omit<ArchiveHead, 'dropped_at'> & {
  number: number;
  line_breaks: LineBreaks;
  template_version: string | null;
  values: string | null;
  rows: string | null;
  packed: Uint8Array;
  content_hash: string;
  checksum: string;
};

/** The archives in the previous format, one at a time: each may contain a document of 5 MB. */
async function* archivesOf(db: Kysely<Schema>): AsyncGenerator<Before> {
  for (let last = 0; ;) {
    const { rows } = await sql<Before>`select *, submitted_by as author from archives where number > ${last}
      order by number limit 1`.execute(db);
    const [row] = rows;
    if (!row) return;
    yield row;
    last = row.number;
  }
}

async function isWhole({ packed, content_hash }: Before): Promise<boolean> {
  const html = await unpackText(packed).catch(() => null);
  return html !== null && contentHash(html) === content_hash;
}

/**
 * Stores the contents of archives once, however many have the same, and makes a chain of checksums of their records
 * without them, so that content can be removed and the records still be proved. The previous checksums are kept, with
 * the values that they cover: notes of them stay valid.
 */
export async function separateContents(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { schema } = db;
  const { text, bytes } = engine;
  await schema
    .createTable('archive_contents')
    .addColumn('hash', text, (column) => column.primaryKey())
    .addColumn('packed', bytes, required)
    .execute();
  await engine.keepPlain(db, 'archive_contents', 'packed');
  for (const name of ['made_of', 'earlier_hash', 'earlier_checksum', 'dropped_at'])
    await addColumn(schema, 'archives', name, text);
  const keep = (hash: string, packed: Uint8Array, isBetter: boolean): Promise<unknown> =>
    db
      .insertInto('archive_contents')
      .values({ hash, packed })
      .onConflict((conflict) => (isBetter ? conflict.column('hash').doUpdateSet({ packed }) : conflict.doNothing()))
      .execute();
  let previous: string | null = null;
  for await (const row of archivesOf(db)) {
    const { number, packed, content_hash, template_version: made_of, checksum: earlier_checksum } = row;
    // A damaged copy must not replace an undamaged one.
    await keep(content_hash, packed, await isWhole(row));
    const earlier = earlierText(row);
    const earlier_hash = contentHash(earlier);
    await keep(earlier_hash, await packText(earlier), false);
    const checks = { made_of, previous, earlier_hash, earlier_checksum };
    const checksum: string = archiveChecksum({ ...row, ...checks });
    // Without their content, rows are copied quickly when its columns are dropped.
    await sql`update archives set made_of = ${made_of}, previous = ${previous}, earlier_hash = ${earlier_hash},
      earlier_checksum = ${earlier_checksum}, checksum = ${checksum}, packed = null, ${sql.ref('values')} = null, ${sql.ref('rows')} = null
      where number = ${number}`.execute(db);
    previous = checksum;
  }
  for (const name of ['values', 'rows', 'packed']) await schema.alterTable('archives').dropColumn(name).execute();
  // An index by content, to find its last archive.
  for (const name of ['content_hash', 'earlier_hash'])
    await addIndex(schema, `archives_by_${name}`, 'archives', [name], sql`${sql.ref('dropped_at')} is null`);
}
