import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { applyAttributes } from '#document/apply-values.ts';
import { embedNewAttributes } from '#document/new-attributes.ts';
import { findRegions } from '#document/regions.ts';
import { createDocuments } from '#server/domain/documents.ts';
import { unpackHtml } from '#server/storage/archive-record.ts';
import type { OpenDatabase } from '#server/storage/open.ts';
import type { Schema } from '#server/storage/schema.ts';
import { openSqlite } from '#server/storage/sqlite.ts';
import { engines, openPlace } from '#tests/support/engines.ts';
import { runReady, given } from './given.ts';
import { at, openOfFormat } from './stored.ts';

const moment = at(0);
const FORMAT = 4;
const root = join(import.meta.dirname, '..', '..');

/** The product's own documents, and those that are hard to edit. */
async function sources(): Promise<string[]> {
  const folders = [join(root, 'templates'), join(root, 'tests', 'frame', 'corpus')];
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder)).filter((name) => name.endsWith('.html')).map((name) => join(folder, name)),
    ),
  );
  return Promise.all(files.flat().map((file) => readFile(file, 'utf8')));
}

/** Documents as saves, other hosts and hands left them. */
function variants(html: string): Record<string, string> {
  const regions = findRegions(html, 'marked');
  const fill = (source: string, value: (before: string, at: number) => string): string =>
    applyAttributes(
      source,
      regions.map((region, at) => ({ id: region.id, value: value(region.value, at) })),
    ).html;
  const some = applyAttributes(
    html,
    regions.filter((_, at) => at % 3 === 0).map(({ id }) => ({ id, value: 'Süd & <b>"x"</b>\n  two' })),
  ).html;
  const rows = embedNewAttributes(some, [{ row: '</script>\u2028', nested: [1, null] }]);
  return {
    untouched: html,
    some,
    all: fill(html, (_, at) => (at % 2 === 0 ? 'true' : `line ${at}\n\tmore`)),
    same: fill(html, (before) => before),
    emptied: fill(some, () => ''),
    rows,
    'rows taken away': embedNewAttributes(rows, []),
    'by another hand': `${some}<!-- by another hand -->`,
    'without marks': some.replaceAll('&#13;', ''),
    'no document at all': 'Notes',
    '': '',
  };
}

type Old = { wip: string; archive: string; content: string };

async function writeFormat4(db: Kysely<Schema>): Promise<Old[]> {
  const [organisation, user] = [randomUUID(), randomUUID()];
  const insert = async (table: keyof Schema, row: Record<string, unknown>): Promise<void> => {
    // Written as that version's tables have them, not by the stores of this one.
    await db.insertInto(table).values(row).execute();
  };
  await insert('organisations', { uuid: organisation, organization_id: 1, name: 'Harbor' });
  const person = { uuid: user, username: 'Chief', username_key: 'chief', name: 'A. Chief', email: '', organisation };
  await insert('users', { ...person, permission: 3, password_hash: 'x', created_at: moment, disabled_at: null });
  const written: Old[] = [];
  for (const [position, html] of (await sources()).entries()) {
    const template = randomUUID();
    const described = { name: `Plan ${position}`, description: '', created_at: moment };
    const offered = { organisation: null, position, version: 1, removed_at: null };
    await insert('templates', {
      uuid: template,
      ...described,
      file_name: `${position}.html`,
      ...offered,
      content: html,
    });
    for (const [name, content] of Object.entries(variants(html))) {
      const [wip, archive] = [randomUUID(), randomUUID()];
      const isDeleted = name === '';
      const of = { template, organisation, name: 'One', content, line_breaks: isDeleted ? 'guessed' : 'marked' };
      const touched = { created_at: moment, created_by: user, updated_at: moment, updated_by: user };
      const deleted_at = isDeleted ? moment : null;
      await insert('wips', { uuid: wip, ...of, description: '', version: 3, ...touched, deleted_at });
      const submitted = { file_name: 'x.html', format: 'html', submitted_on: moment, submitted_by: user };
      await insert('archives', { uuid: archive, wip, ...of, ...submitted });
      written.push({ wip, archive, content });
    }
  }
  return written;
}

async function expectAll({ storage }: OpenDatabase, written: readonly Old[]): Promise<void> {
  const documents = createDocuments(storage.templateVersions);
  let shared = 0;
  for (const { wip, archive, content } of written) {
    const record = await storage.wips.full(wip);
    if (!record) throw new Error('A WIP is gone.');
    const template = await storage.templates.head(record.template);
    if (record.template_version === template?.template_version) shared += 1;
    // A deleted WIP keeps nothing.
    if (record.deleted_at === null) expect(await documents.render(record)).toBe(content);
    const packed = await storage.archives.packed(archive);
    expect(await unpackHtml(packed?.packed ?? Buffer.of())).toBe(content);
  }
  // What is its template with values is kept as that: of each eleven variants all but three, and a few more in odd documents.
  expect(shared / written.length).toBeGreaterThan(0.6);
  await documents.close();
}

describe.each(engines)('documents of the form of before on $name', ({ start }) => {
  const engine = given(start);

  it('are the same, byte for byte, and so is an export of them that is imported', { timeout: 120_000 }, async () => {
    const place = await engine.place();
    const { READY_DATA: data = '', DATABASE_URL: url } = place;
    const old = await openOfFormat(place, FORMAT);
    const written = await writeFormat4(old);
    await old.destroy();

    const open = await openPlace(place);
    await expectAll(open, written);
    await open.close();

    // The way back: a copy of the database of before.
    const copies = (await readdir(data)).filter((name) => name.includes(`format-${FORMAT}`));
    expect(copies).toHaveLength(1);
    const copy = join(data, copies[0] ?? '');
    if (url === undefined) {
      const { db } = openSqlite(copy);
      expect((await db.selectFrom('migrations').select('number').execute()).length).toBe(FORMAT);
      await db.destroy();
    } else {
      const again = await engine.place();
      expect(await runReady(again, ['import', copy])).toMatchObject({ code: 0 });
      const imported = await openPlace(again);
      await expectAll(imported, written);
      await imported.close();
    }

    const lines = join(data, 'now.ndjson');
    expect(await runReady(place, ['export', lines])).toMatchObject({ code: 0 });
    const other = await engine.place();
    expect(await runReady(other, ['import', lines])).toMatchObject({ code: 0 });
    const moved = await openPlace(other);
    await expectAll(moved, written);
    await moved.close();
    for (const one of [place, other]) {
      expect(await runReady(one, ['archive', 'verify'])).toMatchObject({ code: 0 });
    }
  });
});
