import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { takeDataFolder } from '#server/storage/data-folder.ts';
import { postgresEngine, sqliteEngine } from '#server/storage/engine.ts';
import { migrate } from '#server/storage/migrate.ts';
import { migrations } from '#server/storage/migrations.ts';
import { connectPostgres } from '#server/storage/postgres-driver.ts';
import { openSqlite } from '#server/storage/sqlite.ts';
import { engines, openPlace } from '#tests/support/engines.ts';
import { demo, type Person } from '#tests/support/person.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { archivesOf, save, submit } from '#tests/support/writing.ts';
import { expectRefusal, given, givenDist, givenPerson, runReady } from './given.ts';

// Servers of their own, and a command beside them: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
const dist = givenDist();

/** A template of the catalogue of which the demo has documents. */
const TEMPLATE = '70e03946-d557-4f74-a0d2-c5a29eac913b';
const WIPS = `/v1/templates/${TEMPLATE}/wips`;
const DELETED = `${WIPS}?deleted=true`;

const entry = v.looseObject({
  uuid: v.string(),
  name: v.string(),
  deleted_on: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  deleted_by: v.optional(v.nullable(v.string())),
});
const listReply = v.looseObject({ templates: v.array(entry) });
const pageReply = v.object({ ...listReply.entries, next: v.nullable(v.string()), count: v.number() });

const list = async (person: Person, path = DELETED) => v.parse(listReply, (await person.get(path)).json).templates;
const uuids = async (person: Person, path = DELETED) => (await list(person, path)).map(({ uuid }) => uuid);
const remove = (person: Person, wip: string) => person.get(`/v1/wips/${wip}/delete`);
const page = async (person: Person, query: string) =>
  v.parse(pageReply, (await person.get(`${DELETED}&${query}`)).json);

/** Every entry of every page. */
async function allPages(person: Person, query: string) {
  const found: v.InferOutput<typeof entry>[] = [];
  for (let cursor = ''; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const { templates, next } = await page(person, query + cursor);
    found.push(...templates);
    if (next === null) return found;
    cursor = `&cursor=${next}`;
  }
}

/** A WIP that was submitted and then deleted. */
async function gone(person: Person, name: string): Promise<{ uuid: string; archive: string }> {
  const { uuid } = await save(person, name, {}, TEMPLATE);
  const archive = await submit(person, uuid);
  expect((await remove(person, uuid)).status).toBe(200);
  return { uuid, archive };
}

describe.each(engines)('deleted WIPs on $name', ({ start }) => {
  const engine = given(start);
  let place: Record<string, string> = {};
  const server: TestServer = given(async () => {
    place = await engine.place();
    return startServer({ dist, env: place });
  });
  const dana = givenPerson(server, demo.writer);
  const june = givenPerson(server, demo.otherWriter);
  const lena = givenPerson(server, demo.reader);
  const tess = givenPerson(server, demo.foreignWriter);

  it('are listed with their archives where that is asked for, and nowhere else', async () => {
    const { uuid: kept } = await save(dana, 'Kept', {}, TEMPLATE);
    await submit(dana, kept);
    const { uuid: never } = await save(dana, 'Never submitted', {}, TEMPLATE);
    const plain = (await lena.get(WIPS)).json;
    expect((await remove(dana, never)).status).toBe(200);
    const { uuid, archive } = await gone(dana, 'Gone');
    const theirs = await gone(tess, 'Theirs');

    const [first, ...others] = await list(lena);
    expect(first).toMatchObject({ uuid, name: 'Gone', deleted_by: 'Dana Okafor' });
    expect(first?.deleted_on).toBeDefined();
    // The others are the plain list, to the letter.
    const there = await list(lena, WIPS);
    expect(others).toEqual(there);
    expect(there.map((one) => one.uuid)).toContain(kept);
    expect(there.filter((one) => 'deleted_on' in one || 'deleted_by' in one)).toEqual([]);
    expect(there).toEqual(v.parse(listReply, plain).templates.filter((one) => one.uuid !== never));
    for (const path of [WIPS, `${WIPS}?deleted=false`]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await lena.get(path)).json).toEqual({ success: true, templates: there });
    }
    expect((await archivesOf(lena, uuid)).map((one) => one.uuid)).toEqual([archive]);
    expect((await lena.get(`/v1/archives/${archive}?html=true`)).status).toBe(200);

    // Another organisation sees its own alone, and a person of none nothing.
    expect(await uuids(tess)).toEqual([theirs.uuid, ...(await uuids(tess, WIPS))]);
    expect((await page(tess, 'q=gone')).count).toBe(0);
    expect((await fetch(`${server.origin}${DELETED}`)).status).toBe(401);
    expectRefusal(await dana.get(`${WIPS}?deleted=yes`), 400, "'deleted' must be true or false.");
    expectRefusal(await dana.get(`${DELETED}&limit=0`), 400, "'limit' must be a whole number from 1 to 100.");
    expect((await dana.get(`/v1/templates/${randomUUID()}/wips?deleted=true`)).status).toBe(404);
  });

  it('come in pages between the others, in either order, found and counted with them', async () => {
    for (const name of ['Shift 10', 'Shift 2', 'Shift 31']) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await gone(dana, name);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await save(june, `${name} again`, {}, TEMPLATE);
    }
    const whole = await list(dana);
    for (const limit of [1, 2, whole.length, 100]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await allPages(dana, `limit=${limit}`)).toEqual(whole);
    }
    const { templates, count } = await page(dana, 'limit=1');
    expect([templates, count]).toEqual([whole.slice(0, 1), whole.length]);
    const found = await page(dana, 'q=SHIFT&sort=name');
    expect([found.templates.map(({ name, deleted_by }) => [name, deleted_by ?? null]), found.count]).toEqual([
      [
        ['Shift 2', 'Dana Okafor'],
        ['Shift 2 again', null],
        ['Shift 10', 'Dana Okafor'],
        ['Shift 10 again', null],
        ['Shift 31', 'Dana Okafor'],
        ['Shift 31 again', null],
      ],
      6,
    ]);
    expect(await allPages(dana, 'q=shift&sort=name&limit=1')).toEqual(found.templates);
    // A page without the word is as before: the others alone.
    const others = await list(dana, `${WIPS}?q=shift`);
    expect(others.map(({ name }) => name)).toEqual(['Shift 31 again', 'Shift 2 again', 'Shift 10 again']);
  });

  it('stay listed when who deleted them is removed, without the name, and are carried over by an export', async () => {
    const { uuid, archive } = await gone(june, 'Deleted by somebody who left');
    const told = async () => (await list(lena)).find((one) => one.uuid === uuid)?.deleted_by;
    expect(await told()).toBe('June Halloran');
    expect(await runReady({ ...place, READY_DIST: dist }, ['user', 'remove', 'june', '--yes', 'june'])).toMatchObject({
      code: 0,
    });
    await expect.poll(told, { timeout: 30_000 }).toBeNull();
    expect((await archivesOf(lena, uuid)).map((one) => one.uuid)).toEqual([archive]);

    const lines = join(place['READY_DATA'] ?? '', 'deleted.ndjson');
    expect(await runReady(place, ['export', lines])).toMatchObject({ code: 0 });
    const other = await engine.place();
    expect(await runReady(other, ['import', lines])).toMatchObject({ code: 0 });
    const [here, moved] = [await openPlace(place), await openPlace(other)];
    const rows = ({ db }: typeof here) =>
      db.selectFrom('wips').select(['uuid', 'deleted_by']).orderBy('uuid').execute();
    expect(await rows(moved)).toEqual(await rows(here));
    await Promise.all([here.close(), moved.close()]);
  });

  it('of before tell who deleted them as far as the audit log has it', async () => {
    const before = await engine.place();
    const { READY_DATA: data = '', DATABASE_URL: url } = before;
    const moment = '2026-01-01T00:00:00.000Z';
    const old = url === undefined ? openSqlite(takenFolder(data)).db : connectPostgres(url, 2, true);
    await migrate(old, url === undefined ? sqliteEngine : postgresEngine, moment, null, migrations.slice(0, 10));
    const [organisation, user, template] = [randomUUID(), randomUUID(), randomUUID()];
    await old.insertInto('organisations').values({ uuid: organisation, organization_id: 1, name: 'Harbor' }).execute();
    const person = { uuid: user, username: 'Chief', username_key: 'chief', name: 'A. Chief', email: '', organisation };
    const account = { permission: 3, password_hash: 'x', created_at: moment, disabled_at: null };
    await old
      .insertInto('users')
      .values({ ...person, ...account, name_key: '', email_key: '' })
      .execute();
    await old.insertInto('template_versions').values({ hash: 'h', content: '<p>', plan: '{}' }).execute();
    const described = { name: 'Plan', description: '', template_version: 'h', created_at: moment };
    await old
      .insertInto('templates')
      .values({ uuid: template, ...described, file_name: 'x.html', organisation: null, position: 0, version: 1 })
      .execute();
    for (const [name, deleted_at, actor] of [
      ['by the chief', moment, user],
      ['by a command', moment, null],
      ['by nobody known', moment, undefined],
      ['there', null, undefined],
    ] as const) {
      const uuid = randomUUID();
      const touched = { created_by: user, updated_at: moment, updated_by: user, deleted_at, revision: 2 };
      const written = { values: '{}', rows: null, line_breaks: 'marked', name_key: '', name_order: '' } as const;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await old
        .insertInto('wips')
        .values({ uuid, template, organisation, ...described, ...touched, ...written, name })
        .execute();
      const noted = { at: moment, action: 'document_deleted', organisation, address: null, detail: null };
      if (actor !== undefined) {
        // oxlint-disable-next-line no-await-in-loop -- see above
        await old
          .insertInto('audit')
          .values({ ...noted, actor, subject: uuid })
          .execute();
      }
    }
    await old.destroy();
    const open = await openPlace(before);
    const rows = await open.db.selectFrom('wips').select(['name', 'deleted_by']).orderBy('name').execute();
    expect(rows).toEqual([
      { name: 'by a command', deleted_by: null },
      { name: 'by nobody known', deleted_by: null },
      { name: 'by the chief', deleted_by: user },
      { name: 'there', deleted_by: null },
    ]);
    await open.close();
  });
});

/** @returns the path of the database in a folder made as a server makes it */
function takenFolder(data: string): string {
  takeDataFolder(data).release();
  return join(data, 'ready.db');
}
