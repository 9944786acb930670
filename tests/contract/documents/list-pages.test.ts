import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { PAGE_MAX } from '#common/calls/pages.ts';
import { connect, openPlace } from '#tests/support/postgres/engines.ts';
import { demo, type Person, signedIn } from '#tests/support/person.ts';
import { databaseEnv } from '#tests/support/hosts/server.ts';
import { archivesOf, save, saving, submit } from '#tests/support/writing.ts';
import { startAt } from '../../../tools/bench/server/host.ts';
import { stocked } from '../../../tools/bench/server/stock.ts';
import { expectRefusal, givenDist, givenFolder, givenPerson, givenServer, runReady } from '../given.ts';
import { allPages, ask, namesOf, page, uuidsOf, whole } from './lists.ts';

// Commands beside a real server: slow on a busy machine.
/** Templates of the catalogue, one for each test that counts. */
const BOARD = '0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a01';
const SIDEBAR = '0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a02';
const MESSAGE = '70e03946-d557-4f74-a0d2-c5a29eac913b';
const ACTIVITY = '1e9afd85-2451-4fd8-b0ce-97e261a97f53';
const wipsOf = (template: string): string => `/v1/templates/${template}/wips`;
const archivesPath = (wip: string): string => `/v1/wips/${wip}/archives`;
const remove = (person: Person, wip: string) => person.get(`/v1/wips/${wip}/delete`);
const DELETED = { deleted: 'true' };

const folder = givenFolder();
const dist = givenDist();
const server = givenServer();
const dana = givenPerson(server, demo.writer);
const june = givenPerson(server, demo.otherWriter);
const lena = givenPerson(server, demo.reader);
const tess = givenPerson(server, demo.foreignWriter);
const amir = givenPerson(server, demo.administrator);
const sora = givenPerson(server, demo.siteAdministrator);

async function saveAll(person: Person, template: string, names: readonly string[]): Promise<string[]> {
  const made: string[] = [];
  for (const name of names) made.push((await save(person, name, {}, template)).uuid);
  return made;
}
const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `Shift ${at + 1}`);

// That pages are the whole list, in either order and of any size, is compared in `documents-model.test.ts`.
describe('WIPs in pages', () => {
  it('come where a page is asked for, and the whole list in its own form where none is', async () => {
    await saveAll(dana, BOARD, numbered(9));
    await saveAll(tess, BOARD, ['Foreign']);
    const plain = (await dana.get(wipsOf(BOARD))).json;
    const list = await whole(dana, wipsOf(BOARD));
    expect(namesOf(list)).not.toContain('Foreign');
    for (const query of [{ q: '' }, { limit: String(PAGE_MAX) }]) {
      expect((await ask(dana, wipsOf(BOARD), query)).json).toEqual({
        ...v.parse(v.looseObject({}), plain),
        next: null,
        count: list.length,
      });
    }
    expect(plain).not.toHaveProperty('next');
    // Parameters that a page has not are none of a page.
    for (const query of [{ html: 'true' }, { deleted: 'false' }]) {
      expect((await ask(dana, wipsOf(BOARD), query)).json).toEqual(plain);
    }
    expect(await allPages(tess, wipsOf(BOARD), { limit: '1' })).toEqual(await whole(tess, wipsOf(BOARD)));
  });

  it('give nothing twice and lose nothing that was there throughout, while others are added and deleted', async () => {
    const made = await saveAll(dana, SIDEBAR, numbered(12));
    for (const sort of ['newest', 'name']) {
      const doomed = await saveAll(dana, SIDEBAR, ['Shift 3', 'Shift 8', 'Shift 12']);
      const list = await allPages(dana, wipsOf(SIDEBAR), { limit: '4', sort }, async (no) => {
        await save(dana, `Shift ${no * 2}`, {}, SIDEBAR);
        const gone = doomed.pop();
        if (gone !== undefined) await remove(dana, gone);
      });
      const found = uuidsOf(list);
      expect(new Set(found).size).toBe(found.length);
      expect(found).toEqual(expect.arrayContaining(made));
    }
    // The entry that a cursor names may be gone itself.
    const { next, list } = await page(dana, wipsOf(SIDEBAR), { limit: '2', sort: 'newest' });
    const [kept = '', last = ''] = uuidsOf(list);
    const rest = uuidsOf(await whole(dana, wipsOf(SIDEBAR))).slice(2);
    await remove(dana, last);
    expect(uuidsOf(await allPages(dana, wipsOf(SIDEBAR), { cursor: next ?? '', sort: 'newest' }))).toEqual(rest);
    expect((await page(dana, wipsOf(SIDEBAR), { limit: '1' })).count).toBe(rest.length + 1);
    expect(uuidsOf(await whole(dana, wipsOf(SIDEBAR)))).toEqual([kept, ...rest]);
  });

  it('are found by the words of their name, in any order, case and script, and counted', async () => {
    await saveAll(dana, MESSAGE, [
      'Łódź ÉVACUATION 10',
      'evacuation 9',
      '避難 消防',
      'ΟΔΟΣ',
      '100 % _ \\ done',
      'Zebra',
    ]);
    const found = async (q: string): Promise<string[]> => {
      const { list, count } = await page(dana, wipsOf(MESSAGE), { q, sort: 'name' });
      expect(count).toBe(list.length);
      return namesOf(list);
    };
    for (const [q, names] of [
      ['évac', ['evacuation 9', 'Łódź ÉVACUATION 10']],
      [' 10  ÉVACUATION', ['Łódź ÉVACUATION 10']],
      ['消防', ['避難 消防']],
      ['οδο', ['ΟΔΟΣ']],
      ['lodz', ['Łódź ÉVACUATION 10']],
      ['%', ['100 % _ \\ done']],
      ['_', ['100 % _ \\ done']],
      ['\\', ['100 % _ \\ done']],
      ['none such', []],
      ['z e b r a ze eb br ra zeb and more that nobody looks for', ['Zebra']],
    ] as const) {
      expect([q, await found(q)]).toEqual([q, names]);
    }
  });

  it('are sorted by name with numbers as numbers, and found by a new name at once', async () => {
    const [shift9 = ''] = await saveAll(dana, ACTIVITY, ['shift 9', 'Shift 10', 'shift 008', 'Alpha', 'Éclair']);
    const inOrder = async () => namesOf(await allPages(dana, wipsOf(ACTIVITY), { sort: 'name' }));
    const own = ['Alpha', 'Éclair', 'shift 008', 'shift 9', 'Shift 10'];
    expect((await inOrder()).filter((name) => own.includes(name))).toEqual(own);
    await dana.post(`/v1/wips/${shift9}/update`, saving('Zulu'));
    expect((await inOrder()).at(-1)).toBe('Zulu');
    expect(uuidsOf(await allPages(dana, wipsOf(ACTIVITY), { q: 'zulu' }))).toEqual([shift9]);
    expect((await page(dana, wipsOf(ACTIVITY), { q: 'shift 9' })).count).toBe(0);
  });
});

it('deleted WIPs are told with who deleted them, also when that user is removed, and are carried over by an export', async () => {
  const gone = async (person: Person, name: string): Promise<string> => {
    const { uuid } = await save(person, name, {}, MESSAGE);
    await submit(person, uuid);
    expect((await remove(person, uuid)).status).toBe(200);
    return uuid;
  };
  const [theirs, ours] = [await gone(tess, 'Gone abroad'), await gone(june, 'Gone')];
  const [first] = await whole(lena, wipsOf(MESSAGE), DELETED);
  expect(first).toMatchObject({ uuid: ours, name: 'Gone', deleted_by: 'June Halloran' });
  expect(first?.deleted_on).toBeDefined();
  expect((await whole(lena, wipsOf(MESSAGE))).filter((one) => 'deleted_on' in one || 'deleted_by' in one)).toEqual([]);
  expect(uuidsOf((await page(tess, wipsOf(MESSAGE), { ...DELETED, q: 'gone' })).list)).toEqual([theirs]);

  const { dataDir } = server;
  const place = { READY_DATA: dataDir, ...(await databaseEnv(dataDir)) };
  expect(await runReady(place, ['user', 'remove', 'june', '--yes', 'june'])).toMatchObject({ code: 0 });
  const deletedBy = async () =>
    (await whole(lena, wipsOf(MESSAGE), DELETED)).find(({ uuid }) => uuid === ours)?.deleted_by;
  await expect.poll(deletedBy, { timeout: 30_000 }).toBeNull();
  expect(await archivesOf(lena, ours)).toHaveLength(1);

  const lines = join(folder, 'deleted.ndjson');
  expect(await runReady(place, ['export', lines])).toMatchObject({ code: 0 });
  const empty = join(folder, 'other');
  const other = { READY_DATA: empty, ...(await databaseEnv(empty)) };
  expect(await runReady(other, ['import', lines])).toMatchObject({ code: 0 });
  const [here, moved] = [await openPlace(place), await openPlace(other)];
  const rows = ({ db }: typeof here) => db.selectFrom('wips').select(['uuid', 'deleted_by']).orderBy('uuid').execute();
  expect(await rows(moved)).toEqual(await rows(here));
  await Promise.all([here.close(), moved.close()]);
});

it('archives in pages are the whole list, newest first, and are found and sorted by name', async () => {
  const { uuid: wip } = await save(dana, 'Night watch');
  const made: string[] = [];
  for (const name of ['Night watch', 'Day watch', 'Night watch', 'Évacuation', 'Night watch']) {
    await dana.post(`/v1/wips/${wip}/update`, saving(name));
    made.unshift(await submit(dana, wip));
  }
  const path = archivesPath(wip);
  expect(uuidsOf(await whole(dana, path))).toEqual(made);
  const meanwhile = await allPages(dana, path, { limit: '2' }, async () => void (await submit(dana, wip)));
  expect(uuidsOf(meanwhile)).toEqual(made);
  const [n1, evacuation, n2, day, n3] = made;
  const newer = uuidsOf(await whole(dana, path)).slice(0, 2);
  const byName = await allPages(dana, path, { limit: '2', sort: 'name' });
  expect(uuidsOf(byName)).toEqual([day, evacuation, ...newer, n1, n2, n3]);
  expect(uuidsOf(await allPages(dana, path, { q: 'evac' }))).toEqual([evacuation]);
  await remove(dana, wip);
  expect((await page(dana, path, { limit: '1' })).count).toBe(7);

  // A row that was removed by hand hides no other one.
  const [first = '', second = '', ...rest] = uuidsOf(await whole(dana, path));
  const { db } = connect({ READY_DATA: server.dataDir, ...(await databaseEnv(server.dataDir)) });
  await db.deleteFrom('archives').where('uuid', '=', second).execute();
  await db.destroy();
  expect(uuidsOf(await allPages(dana, path, { limit: '2' }))).toEqual([first, ...rest]);
});

it('an installation that the bench has multiplied has its pages of WIPs and archives', async () => {
  const place = async () => {
    const own = { READY_DATA: await mkdtemp(join(folder, 'bench-')), READY_DIST: dist };
    return { ...own, ...(await databaseEnv(own.READY_DATA)) };
  };
  const stock = await stocked(place, { wips: 2, archives: 3 });
  await using bench = await startAt(stock.place);
  const person = await signedIn(bench.origin, demo.writer);
  expect(await page(person, wipsOf(stock.template), { limit: '1' })).toMatchObject({ count: 2 });
  const path = archivesPath(stock.wip);
  const newest = await submit(person, stock.wip);
  const pages = await allPages(person, path, { limit: '2' });
  expect(pages[0]).toMatchObject({ uuid: newest });
  expect(pages).toEqual(await whole(person, path));
  expect(pages).toHaveLength(4);
});

it('users in pages are those whom the caller administers, found by name, address and username', async () => {
  for (const person of [amir, sora]) {
    const all = await allPages(person, '/v1/users', { limit: '2' });
    expect(all).toMatchObject(await whole(person, '/v1/users'));
  }
  expect((await page(amir, '/v1/users', { limit: '1' })).count).toBeLessThan(
    (await page(sora, '/v1/users', { limit: '1' })).count,
  );
  for (const q of ['LENA.MARSH@', 'marsh léna', 'lena']) {
    expect([q, namesOf(await allPages(amir, '/v1/users', { q }))]).toEqual([q, ['Lena Marsh']]);
  }
  await signedIn(server.origin, demo.writer);
  await signedIn(server.origin, demo.reader);
  for (const limit of ['1', '3', '100']) {
    const newest = namesOf(await allPages(sora, '/v1/users', { sort: 'newest', limit }));
    expect(newest.slice(0, 2)).toEqual(['Lena Marsh', 'Dana Okafor']);
    expect(newest.toSorted()).toEqual(namesOf(await whole(sora, '/v1/users')).toSorted());
  }
  const [user = ''] = uuidsOf(await allPages(amir, '/v1/users', { q: 'lena' }));
  await amir.post(`/v1/users/${user}/update`, { name: 'Helena Ødegård', email: 'h@example.org' });
  expect(namesOf(await allPages(amir, '/v1/users', { q: 'ødegard' }))).toEqual(['Helena Ødegård']);
  expect((await page(amir, '/v1/users', { q: 'marsh' })).count).toBe(0);
});

describe('a page that cannot be given', () => {
  const LIMIT = "'limit' must be a whole number from 1 to 100.";
  const CURSOR = "'cursor' is none that this list gave in this order. Ask for its first page.";

  it.each([
    ['limit=0', LIMIT],
    ['limit=101', LIMIT],
    ['limit=-1', LIMIT],
    ['limit=1.5', LIMIT],
    ['limit=', LIMIT],
    ['limit=2&limit=3', LIMIT],
    ['deleted=true&limit=0', LIMIT],
    ['deleted=yes', "'deleted' must be true or false."],
    ['sort=oldest', "'sort' must be newest or name."],
    [`q=${'a'.repeat(201)}`, "'q' must have at most 200 characters."],
    ['q=a&q=b', "'q' must be given once."],
    ['cursor=a&cursor=b', "'cursor' must be given once."],
    ['cursor=', CURSOR],
    ['cursor=made-up', CURSOR],
    [`cursor=${Buffer.from('["newest",1,2]').toString('base64url')}`, CURSOR],
    [`cursor=${Buffer.from('["newest",null,"b"]').toString('base64url')}`, CURSOR],
  ])('%s is refused in words', async (query, message) => {
    expectRefusal(await dana.get(`${wipsOf(BOARD)}?${query}`), 400, message);
  });

  it('is also one that continues another order, or another list', async () => {
    const { next } = await page(dana, wipsOf(BOARD), { limit: '1', sort: 'newest' });
    expectRefusal(await ask(dana, wipsOf(BOARD), { cursor: next ?? '', sort: 'name' }), 400, CURSOR);
    const { uuid: wip } = await save(dana, 'Other');
    expectRefusal(await ask(dana, archivesPath(wip), { cursor: next ?? '' }), 400, CURSOR);
    expectRefusal(await ask(amir, '/v1/users', { cursor: next ?? '' }), 400, CURSOR);
    const { next: byName } = await page(amir, '/v1/users', { limit: '1' });
    expectRefusal(await ask(amir, '/v1/users', { sort: 'newest', cursor: byName ?? '' }), 400, CURSOR);
  });

  it('is one of another organisation, or of nothing, and none without a right to the list', async () => {
    const { uuid: wip } = await save(dana, 'Ours');
    const foreign = await ask(tess, archivesPath(wip), { limit: '1' });
    expectRefusal(foreign, 403, 'This document belongs to another organization.');
    expect((await page(tess, wipsOf(BOARD), { q: 'ours' })).count).toBe(0);
    expectRefusal(await ask(dana, '/v1/users', { limit: '1' }), 403, 'Only administrators may do this.');
    for (const query of [{ limit: '1' }, DELETED]) {
      const nowhere = wipsOf('00000000-0000-4000-8000-000000000000');
      expect((await ask(dana, nowhere, query)).status).toBe(404);
      const reply = await fetch(`${server.origin}${wipsOf(BOARD)}?${new URLSearchParams(query).toString()}`);
      expect(reply.status).toBe(401);
    }
  });
});
