import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { PAGE_MAX } from '#api/contract/pages.ts';
import { demo, type Person, type Reply } from '#tests/support/person.ts';
import { save, saving, submit } from '#tests/support/writing.ts';
import { expectRefusal, givenPerson, givenServer } from './given.ts';

/** Templates of the catalogue, one for each test that counts. */
const BOARD = '0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a01';
const SIDEBAR = '0b6f4c1e-5d0a-4c57-9a3e-6f1f6f2f9a02';
const MESSAGE = '70e03946-d557-4f74-a0d2-c5a29eac913b';
const ACTIVITY = '1e9afd85-2451-4fd8-b0ce-97e261a97f53';
const wipsOf = (template: string): string => `/v1/templates/${template}/wips`;
const archivesPath = (wip: string): string => `/v1/wips/${wip}/archives`;

const entries = v.optional(v.array(v.looseObject({ uuid: v.string(), name: v.string() })), []);
const listReply = v.looseObject({ success: v.literal(true), templates: entries, archives: entries, users: entries });
const pageReply = v.object({ ...listReply.entries, next: v.nullable(v.string()), count: v.number() });
type Listed = v.InferOutput<typeof listReply>;
const entriesOf = ({ templates, archives, users }: Listed) => [...templates, ...archives, ...users];
const uuidsOf = (list: Listed): string[] => entriesOf(list).map(({ uuid }) => uuid);
const namesOf = (list: Listed): string[] => entriesOf(list).map(({ name }) => name);

const server = givenServer();
const dana = givenPerson(server, demo.writer);
const tess = givenPerson(server, demo.foreignWriter);
const amir = givenPerson(server, demo.administrator);
const sora = givenPerson(server, demo.siteAdministrator);

type Query = Readonly<Record<string, string>>;
const ask = (person: Person, path: string, query: Query): Promise<Reply> =>
  person.get(`${path}?${new URLSearchParams(query).toString()}`);
const page = async (person: Person, path: string, query: Query) =>
  v.parse(pageReply, (await ask(person, path, query)).json);
const whole = async (person: Person, path: string): Promise<string[]> =>
  uuidsOf(v.parse(listReply, (await person.get(path)).json));

/** Every entry of every page. @param between what happens after each page, with the page's number from 1 */
async function allPages(
  person: Person,
  path: string,
  query: Query,
  between: (no: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const found: string[] = [];
  let cursor: Query = {};
  for (let no = 1; ; no += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const list = await page(person, path, { ...query, ...cursor });
    found.push(...uuidsOf(list));
    if (list.next === null) return found;
    // oxlint-disable-next-line no-await-in-loop -- see above
    await between(no);
    cursor = { cursor: list.next };
  }
}

async function saveAll(person: Person, template: string, names: readonly string[]): Promise<string[]> {
  const made: string[] = [];
  // oxlint-disable-next-line no-await-in-loop -- in this order
  for (const name of names) made.push((await save(person, name, {}, template)).uuid);
  return made;
}
const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `Shift ${at + 1}`);

describe('WIPs in pages', () => {
  it('are the whole list in its order, whatever the size of a page, and so is the reply without any parameter', async () => {
    await saveAll(dana, BOARD, numbered(9));
    await saveAll(tess, BOARD, ['Foreign']);
    const list = await whole(dana, wipsOf(BOARD));
    expect(list.length).toBeGreaterThanOrEqual(10);
    for (const limit of [1, 3, list.length - 1, list.length, PAGE_MAX]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await allPages(dana, wipsOf(BOARD), { limit: String(limit) })).toEqual(list);
    }
    const plain = (await dana.get(wipsOf(BOARD))).json;
    const paged = (await ask(dana, wipsOf(BOARD), { q: '' })).json;
    expect(paged).toEqual({ ...v.parse(v.looseObject({}), plain), next: null, count: list.length });
    expect(plain).not.toHaveProperty('next');
    // Parameters that a page has not are none of a page.
    expect((await ask(dana, wipsOf(BOARD), { html: 'true' })).json).toEqual(plain);
    expect(await whole(tess, wipsOf(BOARD))).toEqual(await allPages(tess, wipsOf(BOARD), { limit: '1' }));
  });

  it('give nothing twice and lose nothing that was there throughout, while others are added and deleted', async () => {
    const made = await saveAll(dana, SIDEBAR, numbered(12));
    for (const sort of ['newest', 'name']) {
      const doomed = await saveAll(dana, SIDEBAR, ['Shift 3', 'Shift 8', 'Shift 12']);
      // oxlint-disable-next-line no-await-in-loop -- one order after the other
      const found = await allPages(dana, wipsOf(SIDEBAR), { limit: '4', sort }, async (no) => {
        await save(dana, `Shift ${no * 2}`, {}, SIDEBAR);
        const gone = doomed.pop();
        if (gone !== undefined) await dana.get(`/v1/wips/${gone}/delete`);
      });
      expect(new Set(found).size).toBe(found.length);
      expect(found).toEqual(expect.arrayContaining(made));
    }
    // What a cursor names may be gone itself.
    const { next, ...first } = await page(dana, wipsOf(SIDEBAR), { limit: '2', sort: 'newest' });
    const [kept = '', last = ''] = uuidsOf(first);
    const rest = (await whole(dana, wipsOf(SIDEBAR))).slice(2);
    await dana.get(`/v1/wips/${last}/delete`);
    expect(await allPages(dana, wipsOf(SIDEBAR), { cursor: next ?? '', sort: 'newest' })).toEqual(rest);
    expect((await page(dana, wipsOf(SIDEBAR), { limit: '1' })).count).toBe(rest.length + 1);
    expect(await whole(dana, wipsOf(SIDEBAR))).toEqual([kept, ...rest]);
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
      const list = await page(dana, wipsOf(MESSAGE), { q, sort: 'name' });
      expect(list.count).toBe(entriesOf(list).length);
      return namesOf(list);
    };
    expect(await found('évac')).toEqual(['evacuation 9', 'Łódź ÉVACUATION 10']);
    expect(await found(' 10  ÉVACUATION')).toEqual(['Łódź ÉVACUATION 10']);
    expect(await found('消防')).toEqual(['避難 消防']);
    expect(await found('οδο')).toEqual(['ΟΔΟΣ']);
    for (const sign of ['%', '_', '\\']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await found(sign)).toEqual(['100 % _ \\ done']);
    }
    expect(await found('none such')).toEqual([]);
    expect(await found('z e b r a ze eb br ra zeb and more that nobody looks for')).toEqual(['Zebra']);
    const one = await page(dana, wipsOf(MESSAGE), { q: 'evacuation', limit: '1' });
    expect([entriesOf(one).length, one.count]).toEqual([1, 2]);
    expect(await allPages(dana, wipsOf(MESSAGE), { q: 'evacuation', limit: '1' })).toHaveLength(2);
  });

  it('are sorted by name with numbers as numbers, and found by a new name at once', async () => {
    const [shift9 = ''] = await saveAll(dana, ACTIVITY, ['shift 9', 'Shift 10', 'shift 008', 'Alpha', 'Éclair']);
    const inOrder = async () => namesOf(await page(dana, wipsOf(ACTIVITY), { sort: 'name', q: '' }));
    const own = ['Alpha', 'Éclair', 'shift 008', 'shift 9', 'Shift 10'];
    expect((await inOrder()).filter((name) => own.includes(name))).toEqual(own);
    await dana.post(`/v1/wips/${shift9}/update`, saving('Zulu'));
    expect((await inOrder()).at(-1)).toBe('Zulu');
    expect(uuidsOf(await page(dana, wipsOf(ACTIVITY), { q: 'zulu' }))).toEqual([shift9]);
    expect((await page(dana, wipsOf(ACTIVITY), { q: 'shift 9' })).count).toBe(0);
  });
});

it('archives in pages are the whole list, newest first, and are found and sorted by name', async () => {
  const { uuid: wip } = await save(dana, 'Night watch');
  const made: string[] = [];
  for (const name of ['Night watch', 'Day watch', 'Night watch', 'Évacuation', 'Night watch']) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await dana.post(`/v1/wips/${wip}/update`, saving(name));
    // oxlint-disable-next-line no-await-in-loop -- see above
    made.unshift(await submit(dana, wip));
  }
  const path = archivesPath(wip);
  expect(await whole(dana, path)).toEqual(made);
  expect(await allPages(dana, path, { limit: '2' })).toEqual(made);
  const meanwhile = await allPages(dana, path, { limit: '2' }, async () => void (await submit(dana, wip)));
  expect(meanwhile).toEqual(made);
  const [n1, evacuation, n2, day, n3] = made;
  const newer = (await whole(dana, path)).slice(0, 2);
  expect(await allPages(dana, path, { limit: '2', sort: 'name' })).toEqual([day, evacuation, ...newer, n1, n2, n3]);
  expect(await allPages(dana, path, { q: 'evac' })).toEqual([evacuation]);
  expect((await page(dana, path, { limit: '1' })).count).toBe(7);
  await dana.get(`/v1/wips/${wip}/delete`);
  expect((await page(dana, path, { limit: '1' })).count).toBe(7);
});

it('users in pages are those whom the caller administers, found by name, address and username', async () => {
  for (const person of [amir, sora]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await allPages(person, '/v1/users', { limit: '2' })).toEqual(await whole(person, '/v1/users'));
  }
  expect((await page(amir, '/v1/users', { limit: '1' })).count).toBeLessThan(
    (await page(sora, '/v1/users', { limit: '1' })).count,
  );
  for (const q of ['LENA.MARSH@', 'marsh léna', 'lena']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect([q, namesOf(await page(amir, '/v1/users', { q }))]).toEqual([q, ['Lena Marsh']]);
  }
  const [lena = ''] = uuidsOf(await page(amir, '/v1/users', { q: 'lena' }));
  await amir.post(`/v1/users/${lena}/update`, { name: 'Helena Ødegård', email: 'h@example.org' });
  expect(namesOf(await page(amir, '/v1/users', { q: 'ødegard' }))).toEqual(['Helena Ødegård']);
  expect((await page(amir, '/v1/users', { q: 'marsh' })).count).toBe(0);
  expectRefusal(await ask(dana, '/v1/users', { limit: '1' }), 403, 'Only administrators may do this.');
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
    expectRefusal(await ask(amir, '/v1/users', { sort: 'newest' }), 400, "'sort' must be name.");
  });

  it('is one of another organisation, or of nothing', async () => {
    const { uuid: wip } = await save(dana, 'Ours');
    await submit(dana, wip);
    const foreign = await ask(tess, archivesPath(wip), { limit: '1' });
    expectRefusal(foreign, 403, 'This document belongs to another organization.');
    expect((await page(tess, wipsOf(BOARD), { q: 'ours' })).count).toBe(0);
    const nowhere = wipsOf('00000000-0000-4000-8000-000000000000');
    expect((await ask(dana, nowhere, { limit: '1' })).status).toBe(404);
    const reply = await fetch(`${server.origin}${wipsOf(BOARD)}?limit=1`);
    expect(reply.status).toBe(401);
  });
});
