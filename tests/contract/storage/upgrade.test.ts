import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { applyAttributes } from '#common/document/plan/apply-values.ts';
import { embedNewAttributes } from '#common/document/plan/new-attributes.ts';
import { planOf, unsteadyPlan } from '#common/document/plan/make-plan.ts';
import { findRegions } from '#common/document/html/regions.ts';
import { createDocuments } from '#server/domain/documents/documents.ts';
import { OPERATOR } from '#server/domain/line.ts';
import { createSessions } from '#server/domain/session/sessions.ts';
import { hashToken, newToken } from '#server/domain/session/tokens.ts';
import { proveAudit } from '#server/storage/lifecycle/audit-proof.ts';
import { proveArchives } from '#server/storage/lifecycle/archive-proof.ts';
import { archiveRecord, contentHash, earlierChecksum, packText, unpackText } from '#server/storage/archive-record.ts';
import { migrations } from '#server/storage/migrations/migrations.ts';
import type { OpenDatabase } from '#server/storage/lifecycle/open.ts';
import type { Schema } from '#server/storage/schema.ts';
import { openSqlite } from '#server/storage/engines/sqlite.ts';
import { untilKilled } from '#tests/support/hosts/until-killed.ts';
import { engines, openPlace } from '#tests/support/postgres/engines.ts';
import { inFull } from '../../../tools/test/suites.ts';
import { given, rounds, runReady } from '../given.ts';
import { openOfFormat } from '../documents/stored.ts';

const moment = '2026-01-01T00:00:00.000Z';
const content = `<p data-region="a">Grüße, 消防, \u{1F692} 'it''s' \\ %_ $1</p>`.repeat(5_000);

type Rows = readonly (readonly [table: keyof Schema, row: Record<string, unknown>])[];
/** Writes rows as an earlier version's tables have them, not by the stores of this one. */
async function insertAll(db: Kysely<Schema>, rows: Rows): Promise<void> {
  // oxlint-disable-next-line eslint/no-await-in-loop -- the one is of the other
  for (const [table, row] of rows) await db.insertInto(table).values(row).execute();
}

/** An installation as the version wrote it that knew two steps: a row in each of its tables. */
async function writeFormat2(db: Kysely<Schema>) {
  const [organisation, user, role, template, wip, archive, family] = Array.from({ length: 7 }, () => randomUUID());
  const ids = { organisation, user, role, template, wip, archive, family } as Record<string, string>;
  const id = (name: string): string => ids[name] ?? '';
  const access = newToken();
  const refresh = newToken();
  const person = { username: 'Chief', username_key: 'chief', name: 'A. Chief', email: '', permission: 3 };
  const offered = { name: 'Plan', description: 'What is planned', file_name: 'plan.html', position: 1, version: 4 };
  const touched = { created_at: moment, created_by: user, updated_at: moment, updated_by: user };
  const document = { template, organisation, name: 'One', description: '', version: 9, ...touched };
  const submitted = { file_name: 'plan.html', format: 'html', submitted_on: moment, submitted_by: user, content };
  const note = { at: moment, organisation, address: '::1', detail: null };
  /** Deleted documents, and the actor whom the audit log has of each. */
  const deleted: [uuid: string, actor: unknown][] = [
    [randomUUID(), user],
    [randomUUID(), null],
  ];
  const unnoted = randomUUID();
  await insertAll(db, [
    ['settings', { name: 'secret', value: 'the installation’s' }],
    ['organisations', { uuid: organisation, organization_id: 1, name: 'Harbor' }],
    [
      'users',
      { uuid: user, ...person, organisation, password_hash: '$argon2id$x', created_at: moment, disabled_at: null },
    ],
    ['roles', { uuid: role, name: 'Planner', file_name: 'plan.html' }],
    ['role_holders', { role, user }],
    ['templates', { uuid: template, ...offered, organisation: null, created_at: moment, content, removed_at: null }],
    ['wips', { uuid: wip, ...document, deleted_at: null, content }],
    ...[...deleted.map(([uuid]) => uuid), unnoted].map((uuid): [keyof Schema, Record<string, unknown>] => [
      'wips',
      { uuid, ...document, deleted_at: moment, content },
    ]),
    ['archives', { uuid: archive, wip, template, organisation, name: 'One', ...submitted }],
    [
      'session_families',
      { uuid: family, user, used_at: moment, expires_at: '2026-01-31T00:00:00.000Z', revoked_at: null },
    ],
    ['access_tokens', { hash: hashToken(access), family, expires_at: '2026-01-01T00:10:00.000Z' }],
    ['refresh_tokens', { hash: hashToken(refresh), family, used_at: null }],
    ['audit', { ...note, action: 'signed_in', actor: user, subject: null }],
    ...deleted.map(([subject, actor]): [keyof Schema, Record<string, unknown>] => [
      'audit',
      { ...note, action: 'document_deleted', actor, subject },
    ]),
  ]);
  return { id, access, refresh, deletedBy: new Map([...deleted, [unnoted, null], [wip, null]]) };
}

const FORMAT = 4;
const root = join(import.meta.dirname, '../../..');

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
  const insert = (table: keyof Schema, row: Record<string, unknown>): Promise<void> => insertAll(db, [[table, row]]);
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
    for (const [name, text] of Object.entries(variants(html))) {
      const [wip, archive] = [randomUUID(), randomUUID()];
      const isDeleted = name === '';
      const of = { template, organisation, name: 'One', content: text, line_breaks: isDeleted ? 'guessed' : 'marked' };
      const touched = { created_at: moment, created_by: user, updated_at: moment, updated_by: user };
      const deleted_at = isDeleted ? moment : null;
      await insert('wips', { uuid: wip, ...of, description: '', version: 3, ...touched, deleted_at });
      const submitted = { file_name: 'x.html', format: 'html', submitted_on: moment, submitted_by: user };
      await insert('archives', { uuid: archive, wip, ...of, ...submitted });
      written.push({ wip, archive, content: text });
    }
  }
  return written;
}

async function expectAll({ storage }: OpenDatabase, written: readonly Old[]): Promise<void> {
  const documents = createDocuments(storage.templateVersions);
  let shared = 0;
  for (const { wip, archive, content: text } of written) {
    const record = await storage.wips.full(wip);
    if (!record) throw new Error('A WIP is gone.');
    const template = await storage.templates.head(record.template);
    if (record.template_version === template?.template_version) shared += 1;
    // A deleted WIP keeps nothing.
    if (record.deleted_at === null) expect(await documents.render(record, OPERATOR)).toBe(text);
    const packed = await storage.archives.packed(archive);
    expect(await unpackText(packed?.packed ?? Buffer.of())).toBe(text);
  }
  // Text that is its template with values is stored as that: of each eleven variants all but three, and a few more in odd documents.
  expect(shared / written.length).toBeGreaterThan(0.6);
  await documents.close();
}

/** An installation as the last version wrote it whose audit log had no chain. */
async function writeFormat28(db: Kysely<Schema>, archives: number, entries: number) {
  const [harbor, abroad, user, template, wip] = Array.from({ length: 5 }, () => randomUUID());
  const [hash, html] = [contentHash('<p>'), contentHash('<p>1')];
  const person = { username: 'chief', username_key: 'chief', name: 'A', email: '', permission: 3 };
  const keys = { name: 'One', name_key: 'one', name_order: 'one' };
  const of = { template, organisation: harbor, template_version: hash, line_breaks: 'marked' as const };
  const touched = { created_at: moment, created_by: user, updated_at: moment, updated_by: user };
  const offered = { name: 'Plan', description: '', file_name: 'plan.html', position: 1, version: 1 };
  const records: Record<string, unknown>[] = [];
  let previous: string | null = null;
  for (let place = 1; place <= archives; place += 1) {
    const head = { uuid: randomUUID(), wip: wip ?? '', template: template ?? '', organisation: harbor ?? '' };
    const submitted = { ...head, name: 'One', file_name: 'plan.html', format: 'html', submitted_on: moment };
    const made = { ...of, content_hash: html, packed: undefined as never };
    const { author, ...row } = archiveRecord({ ...submitted, author: user ?? '' }, made, previous);
    // Its content is in a table of its own: a column without a value is not written.
    records.push({ ...row, ...keys, submitted_by: author, place });
    previous = row.checksum;
  }
  const entry = { at: moment, action: 'signed_in', actor: user, organisation: harbor, subject: null, address: '::1' };
  const log = Array.from({ length: entries }, (_, at) => {
    return { ...entry, organisation: [harbor, abroad, null][at % 3], detail: `${at}` };
  });
  const some = (rows: Record<string, unknown>[]) =>
    Array.from({ length: Math.ceil(rows.length / 500) }, (_, at) => rows.slice(at * 500, (at + 1) * 500));
  const tables: [table: keyof Schema, rows: Record<string, unknown>[]][] = [
    ['organisations', [harbor, abroad].map((uuid, at) => ({ uuid, organization_id: at, name: `${at}` }))],
    ['users', [{ ...person, uuid: user, organisation: harbor, password_hash: 'x', created_at: moment }]],
    ['template_versions', [{ hash, content: '<p>', plan: JSON.stringify(planOf('<p>')) }]],
    ['templates', [{ ...offered, uuid: template, template_version: hash, created_at: moment }]],
    ['wips', [{ uuid: wip, ...of, ...keys, description: '', revision: 1, ...touched, values: '{}' }]],
    ['archive_contents', [{ hash: html, packed: await packText('<p>1') }]],
    ...some(records).map((rows): [keyof Schema, Record<string, unknown>[]] => ['archives', rows]),
    ...some(log).map((rows): [keyof Schema, Record<string, unknown>[]] => ['audit', rows]),
  ];
  // Written as that version's tables have them, not by the stores of this one.
  // oxlint-disable-next-line eslint/no-await-in-loop -- the one is of the other
  for (const [table, rows] of tables) await db.insertInto(table).values(rows).execute();
  return entry;
}

describe.each(engines)('an upgrade on $name', ({ name, start }) => {
  const engine = given(start);

  it('finds and sorts the names of before by the letters of a plain keyboard that one sees, usernames too', async () => {
    const place = await engine.place();
    const old = await openOfFormat(place, 23);
    const [user, organisation, board] = [randomUUID(), randomUUID(), randomUUID()];
    const names = {
      username: 'Łukasz',
      username_key: 'łukasz',
      name: 'Øre',
      name_key: 'øre',
      email: '',
      email_key: '',
    };
    const others = { organisation, permission: 3, password_hash: 'x', created_at: moment };
    const chief = { username: 'chief', username_key: 'chief', name: 'Fire\u00adChief', name_key: 'fire\u00adchief' };
    const titled = { name: 'Ålesund, Øst', name_order: 'alesund, øst' };
    await insertAll(old, [
      ['organisations', { uuid: organisation, organization_id: 1, name: 'Harbor' }],
      ['users', { uuid: user, ...names, ...others }],
      ['users', { uuid: randomUUID(), ...names, ...chief, ...others }],
      ['boards', { uuid: board, organisation, ...titled, shown: '{}', updated_at: moment, updated_by: user }],
    ]);
    await old.destroy();
    const open = await openPlace(place);
    const { users } = open.storage.pages;
    expect(await users.count({ organisation: null }, 'FIRECHIEF')).toBe(1);
    expect(await users.count({ organisation: null }, 'ore')).toBe(1);
    expect(await users.count({ organisation: null }, 'łukasz')).toBe(1);
    expect(await users.count({ organisation: null }, 'lukasz')).toBe(1);
    await open.storage.users.rename(user, 'Bjørn');
    expect(await users.count({ organisation: null }, 'bjorn')).toBe(1);
    const { name_order } = await open.db.selectFrom('boards').select('name_order').executeTakeFirstOrThrow();
    expect(name_order).toBe('alesund, ost');
    await open.close();
  });

  it('brings an installation of format 2 to this version’s form at the next start, with everything in it', async () => {
    const place = await engine.place();
    const old = await openOfFormat(place, 2);
    const { id, access, refresh, deletedBy } = await writeFormat2(old);
    await old.destroy();

    const open = await openPlace(place);
    const { storage, db } = open;
    expect(
      (await db.selectFrom('migrations').select('number').orderBy('number').execute()).map((row) => row.number),
    ).toEqual(migrations.map(({ number }) => number));
    expect(await storage.settings.get('secret')).toBe('the installation’s');
    expect(await storage.organisations.list()).toEqual([
      { uuid: id('organisation'), organization_id: 1, name: 'Harbor' },
    ]);
    const user = { uuid: id('user'), name: 'A. Chief', permission: 3, password_hash: '$argon2id$x' };
    expect(await storage.users.byUsername('CHIEF')).toMatchObject(user);
    expect(await storage.roles.forFile('plan.html', id('user'))).toEqual({ exists: true, held: true });
    const plan = await storage.templates.head(id('template'));
    expect(plan).toMatchObject({ version: 4, removed_at: null });
    expect(await storage.templateVersions.content(plan?.template_version ?? '')).toBe(content);
    const wip = await storage.wips.full(id('wip'));
    expect(wip).toMatchObject({ line_breaks: 'guessed', revision: 9, base_name: 'Plan' });
    const documents = createDocuments(storage.templateVersions);
    expect(wip && (await documents.render(wip, OPERATOR))).toBe(content);
    const archive = await storage.archives.packed(id('archive'));
    expect(archive).toMatchObject({ line_breaks: 'guessed', submitted_on: moment });
    expect(await unpackText(archive?.packed ?? Buffer.of())).toBe(content);
    const { pages } = storage;
    const [template, organisation] = [id('template'), id('organisation')];
    expect([
      await pages.wips.count({ template, organisation }, 'ONE'),
      await pages.archives.count({ wip: id('wip') }, 'ONE'),
      await pages.users.count({ organisation: null }, 'á. chief'),
      await pages.users.count({ organisation: null }, 'somebody else'),
    ]).toEqual([1, 1, 1, 0]);
    expect((await db.selectFrom('audit').select('action').execute()).map(({ action }) => action)).toEqual([
      'signed_in',
      'document_deleted',
      'document_deleted',
    ]);
    expect(await proveAudit(storage.audit)).toEqual({ entries: 3, problems: [] });
    expect(await proveArchives(storage.archives)).toMatchObject({ archives: 1, problems: [] });
    await expect(sql`update audit set detail = ''`.execute(db)).rejects.toThrow('only grows');
    // Deletions name their actors, as far as the audit log has them.
    const wips = await db.selectFrom('wips').select(['uuid', 'deleted_by']).execute();
    expect(new Map(wips.map(({ uuid, deleted_by }) => [uuid, deleted_by]))).toEqual(deletedBy);
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow('only grows');
    const { attempts, networks } = storage;
    await networks.use(id('user'), 'network', moment, 1);
    expect(await networks.isKnown(id('user'), 'network')).toBe(true);
    const tried = { username: 'name', network: 'network', is_beyond: 0, at: moment };
    await attempts.remove(await attempts.add(tried));
    expect(await attempts.ofName('name', '')).toEqual([]);

    // Sessions go on, and what this version added works on what that one wrote.
    const now = () => new Date('2026-01-01T00:05:00.000Z');
    const publish = (): void => undefined;
    const sessions = createSessions({
      storage,
      secret: { current: async () => 'the installation’s' },
      now,
      isRequired: () => false,
      absoluteLife: 1,
      publish,
    });
    expect(await sessions.authenticate(access)).toMatchObject({ actor: { username: 'Chief' } });
    expect(await sessions.refresh(refresh)).not.toBeNull();
    expect(await storage.events.since(0)).toEqual([]);
    await storage.sessions.revokeAllOf(id('user'), now().toISOString());
    expect(await storage.events.since(0)).toMatchObject([{ kind: 'session_ended', family: id('family') }]);
    await open.close();
  });

  it('keeps what archives of before have in common once, and proves them still by the checksums that were noted', async () => {
    const place = await engine.place();
    const old = await openOfFormat(place, 14);
    const [organisation, user, template, wip] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const version = { hash: contentHash('<p>'), content: '<p>', plan: JSON.stringify(planOf('<p>')) };
    const person = { username: 'chief', username_key: 'chief', name: 'A', email: '', name_key: 'a', email_key: '' };
    const offered = { name: 'Plan', description: '', file_name: 'plan.html', position: 1, version: 1 };
    const touched = { created_at: moment, created_by: user, updated_at: moment, updated_by: user };
    const keys = { name: 'One', name_key: 'one', name_order: 'one' };
    const of = { template, organisation, template_version: version.hash, line_breaks: 'marked' };
    const insert = (table: keyof Schema, row: Record<string, unknown>): Promise<void> => insertAll(old, [[table, row]]);
    await insert('organisations', { uuid: organisation, organization_id: 1, name: 'Harbor' });
    await insert('users', {
      ...person,
      uuid: user,
      organisation,
      permission: 3,
      password_hash: 'x',
      created_at: moment,
      disabled_at: null,
    });
    await insert('template_versions', version);
    await insert('templates', { uuid: template, ...offered, template_version: version.hash, created_at: moment });
    await insert('wips', { uuid: wip, ...of, ...keys, description: '', revision: 1, ...touched, values: '{}' });
    const submitted = { format: 'html', file_name: 'plan.html', submitted_on: moment };
    const uuids: string[] = [];
    const checksums: string[] = [];
    const submit = async (html: string, written: { values: string; rows: string | null }, damaged = false) => {
      const head = { uuid: randomUUID(), wip, template, organisation, name: 'One', ...submitted, author: user };
      const made = { ...written, template_version: version.hash, line_breaks: 'marked' as const };
      const parts = { ...made, content_hash: contentHash(html), previous: checksums.at(-1) ?? null };
      const checksum = earlierChecksum({ ...head, ...parts });
      const { author, ...row } = head;
      const packed = await packText(damaged ? 'damaged' : html);
      await insert('archives', { ...row, ...keys, ...parts, checksum, packed, submitted_by: author });
      uuids.push(head.uuid);
      checksums.push(checksum);
    };
    const [same, rows] = [{ values: '{"a":"1"}', rows: null }, '[1]'];
    await submit('<p>1', same, true);
    await submit('<p>1', same);
    await submit('<p>2', { values: '{"a":"2"}', rows });
    await submit('<p>1', same);
    await submit('<p>3', { values: '{"a":"3"}', rows });
    await old
      .updateTable('archives')
      .set({ name: 'Two' })
      .where('uuid', '=', uuids[4] ?? '')
      .execute();
    await old.destroy();

    const open = await openPlace(place);
    const { storage, db } = open;
    expect(await db.selectFrom('archive_contents').select('hash').execute()).toHaveLength(6);
    const contents = await Promise.all(
      uuids.map(async (uuid) => unpackText((await storage.archives.packed(uuid))?.packed ?? Buffer.of())),
    );
    expect(contents).toEqual(['<p>1', '<p>1', '<p>2', '<p>1', '<p>3']);
    const proof = await proveArchives(storage.archives, checksums[3]);
    // Earlier tampering is not proved by the new checksums either.
    expect(proof).toMatchObject({ archives: 5, dropped: 0, holds: true });
    expect(proof.problems).toEqual([
      `Record no. 5 (Two, submitted on ${moment}, ${uuids[4]}) was changed: its checksum is another one.`,
    ]);
    expect((await proveArchives(storage.archives, contentHash('another'))).holds).toBe(false);
    await db
      .updateTable('archives')
      .set({ made_of: null })
      .where('uuid', '=', uuids[2] ?? '')
      .execute();
    const text = await packText('["{}",null]');
    await db
      .updateTable('archive_contents')
      .set({ packed: text })
      .where('hash', '=', contentHash('["{\\"a\\":\\"1\\"}",null]'))
      .execute();
    const after = await proveArchives(storage.archives);
    expect(after.problems).toHaveLength(5);
    await open.close();
  });

  it('that adds the chains is done whole or not at all, before whichever statement it is killed', async () => {
    const place = await engine.place();
    const old = await openOfFormat(place, 28);
    // More than are chained at once.
    const entry = await writeFormat28(old, 1_001, 1_102);
    await old.destroy();
    let isDone = false;
    for (let statement = 1; !isDone; statement += rounds(11, 1)) {
      ({ isDone } = await untilKilled('upgrade', place, statement));
      if (isDone) {
        expect(statement).toBeGreaterThan(20);
        continue;
      }
      // As it was: of another format it would not be opened.
      const before = await openOfFormat(place, 28);
      const { rows } = await sql`select * from audit order by number desc limit 1`.execute(before);
      await before.destroy();
      expect([statement, ...rows]).toEqual([statement, { ...entry, number: 1_102, detail: '1101' }]);
    }
    const open = await openPlace(place);
    const { storage, db } = open;
    expect(await proveAudit(storage.audit)).toEqual({ entries: 1_102, problems: [] });
    expect(await proveArchives(storage.archives)).toMatchObject({ archives: 1_001, problems: [] });
    const last = db.selectFrom('audit').select(['link_number', 'detail']).orderBy('number', 'desc').limit(3);
    expect(await last.execute()).toEqual([
      { link_number: 368, detail: '1101' },
      { link_number: 367, detail: '1100' },
      { link_number: 367, detail: '1099' },
    ]);
    await expect(sql`update audit set detail = ''`.execute(db)).rejects.toThrow('only grows');
    await open.close();
  }, 300_000);

  it('makes plans of before anew, but for those that each save makes', async () => {
    const place = await engine.place();
    const old = await openOfFormat(place, 12);
    const text = '<input type=radio name=x class=editable id=a><input type=radio name=x class=editable id=b>';
    const { groups, ...before } = planOf(text);
    expect(groups).toEqual([['a', 'b']]);
    const unsteady = JSON.stringify(unsteadyPlan(text));
    for (const [hash, plan] of [
      ['steady', JSON.stringify(before)],
      ['unsteady', unsteady],
    ] as const) {
      await old.insertInto('template_versions').values({ hash, plan, content: text }).execute();
    }
    await old.destroy();
    const open = await openPlace(place);
    expect(JSON.parse((await open.storage.templateVersions.plan('steady')) ?? '')).toEqual(planOf(text));
    expect(await open.storage.templateVersions.plan('unsteady')).toBe(unsteady);
    await open.close();
  });

  const onEach = name === 'SQLite' ? it : inFull(it);
  onEach(
    'keeps documents of the form of before, byte for byte, and so does an export of them that is imported',
    async () => {
      const place = await engine.place();
      const { READY_DATA: data = '', DATABASE_URL: url } = place;
      const old = await openOfFormat(place, FORMAT);
      const written = await writeFormat4(old);
      await old.destroy();

      const open = await openPlace(place);
      await expectAll(open, written);
      await open.close();

      // The way back: a copy of the database of before.
      const copies = (await readdir(data)).filter((file) => file.includes(`format-${FORMAT}`));
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
    },
  );
});
