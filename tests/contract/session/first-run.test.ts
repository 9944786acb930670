import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_RUN_META } from '#common/config/env.ts';
import { Person, type Reply } from '#tests/support/person.ts';
import { expectRefusal, given, givenDist, runReady, startInside, type InnerServer } from '../given.ts';

const PASSWORD = 'a quiet morning at sea';
const WRONG_CODE = 'This is not the code that the server printed at its last start.';
const OVER = 'This installation has its first administrator already. Sign in.';

const dist = givenDist();
const server: InnerServer = given(() => startInside({ READY_DIST: dist }, { seed: false, spa: true }), beforeEach);
let code: string;
beforeEach(async () => {
  code = (await server.newFirstRunCode()) ?? '';
});

const begin = (more: object = {}, by = new Person(server.origin)): Promise<Reply> =>
  by.post('/auth/first-run', { code, organization: 'Harbour', username: 'rana', password: PASSWORD, ...more });
const addByCommand = async (username: string): Promise<void> => {
  await runReady(server.place, ['org', 'add', 'Elsewhere']);
  const { code: exit, said } = await runReady(server.place, ['user', 'add', username, '--org', 'Elsewhere']);
  expect([exit, said]).toEqual([0, expect.stringContaining(`Added user ${username}.`)]);
};
async function actions(): Promise<string[]> {
  const { out } = await runReady(server.place, ['audit', '--json']);
  return (JSON.parse(out) as { entries: { action: string }[] }).entries.map((entry) => entry.action);
}
const isAnnounced = async (): Promise<boolean> =>
  (await new Person(server.origin).get('/login', { headers: { Accept: 'text/html' } })).text.includes(
    `<meta name="${FIRST_RUN_META}"`,
  );

describe('the first administrator', () => {
  it('is made with the code of the server, once, and is signed in', async () => {
    expect(await isAnnounced()).toBe(true);
    const rana = new Person(server.origin);
    const made = await begin({ code: ` ${code.toUpperCase()} ` }, rana);
    expect([made.status, made.json]).toMatchObject([201, { username: 'rana', organization: 'Harbour', permission: 4 }]);
    expect((await rana.get('/v1/users')).status).toBe(200);
    expect(await isAnnounced()).toBe(false);
    expect(await server.newFirstRunCode()).toBeNull();
    expectRefusal(await begin({ username: 'sora' }), 410, OVER);
    expect(await actions()).toEqual(['signed_in', 'user_added', 'organisation_added']);
  });

  it('is nobody without it, or with that of an earlier start, and nothing is stored of it that opens anything', async () => {
    const earlier = code;
    code = (await server.newFirstRunCode()) ?? '';
    for (const wrong of ['', 'abcde-fghjk-mnpqr-stuvw', earlier]) {
      expectRefusal(await begin({ code: wrong }), 403, WRONG_CODE);
    }
    const { out } = await runReady(server.place, ['user', 'list', '--json']);
    expect(JSON.parse(out)).toMatchObject({ users: [] });
  });

  it('needs a good password and names that can be seen', async () => {
    expect((await begin({ password: 'harbour' })).json).toEqual({
      message: 'The password must have at least 12 characters.',
    });
    expect((await begin({ password: 'Harbour Harbour', organization: 'Harbour Harbour' })).status).toBe(400);
    expect((await begin({ organization: '\u200b' })).status).toBe(400);
    expect((await begin()).status).toBe(201);
  });

  it('is one of two who try at once', async () => {
    const replies = await Promise.all(['rana', 'sora', 'imani'].map((username) => begin({ username })));
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 410, 410]);
    const { out } = await runReady(server.place, ['user', 'list', '--json']);
    expect((JSON.parse(out) as { users: unknown[] }).users).toHaveLength(1);
  });

  it('is not needed any more once the command line made somebody', async () => {
    await addByCommand('imani');
    expectRefusal(await begin(), 410, OVER);
    expect(await isAnnounced()).toBe(false);
  });

  it('takes the organization that the command line made', async () => {
    await runReady(server.place, ['org', 'add', 'Harbour']);
    expect((await begin({ organization: 'harbour' })).json).toMatchObject({ organization: 'Harbour' });
  });

  it('is not found by guessing', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) statuses.push((await begin({ code: `wrong-${at}` })).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 403), 429]);
    expect((await begin()).status).toBe(429);
  });
});
