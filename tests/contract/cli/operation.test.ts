import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { listUsers } from '#common/calls/admin.ts';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { demo, demoPassword, Person, signedIn } from '#tests/support/person.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { startExpectingFailure, startServer } from '#tests/support/hosts/server.ts';
import { save } from '#tests/support/writing.ts';
import { forThisTest, given, givenDist, givenFolder, runReady, startInside } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

// Several starts of a real server a test: slow on a busy machine.
const dist = givenDist();
const dataDir = givenFolder();
const server = given(() => startInside());

describe('what watches the server', () => {
  it('learns that it answers and that it can work, under any name', async () => {
    for (const headers of [{}, { Host: '10.0.0.7:4000' }]) {
      const health = await rawCall(server.origin, { path: '/health', headers });
      expect([health.status, health.json]).toEqual([200, { status: 'ok' }]);
      const ready = await rawCall(server.origin, { path: '/ready', headers });
      expect([ready.status, ready.json]).toEqual([200, { status: 'ready' }]);
    }
    expect((await rawCall(server.origin, { path: '/metrics', headers: { Host: '10.0.0.7:4000' } })).status).toBe(421);
  });

  it('counts requests by route, status and time, and names no thing', async () => {
    const person = await signedIn(server.origin, demo.reader);
    await person.get(`/v1/templates/${COMMAND_TEMPLATE_LEFT}?html=true`);
    await person.get('/nowhere/secret-path');
    const { text, status, headers } = await rawCall(server.origin, { path: '/metrics' });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toContain('ready_http_requests_total{method="GET",route="/v1/templates/:id",status="200"} 1\n');
    expect(text).toContain('ready_http_request_duration_seconds_count{route="/v1/templates/:id"} 1\n');
    expect(text).toMatch(/^ready_streams_open 0$/m);
    expect(text).not.toMatch(/secret-path|0b6f4c1e/);
    // Families stand apart by empty lines.
    for (const line of text.split('\n').filter((one) => one !== '')) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|[a-z]\w*(\{[^{}]*\})? [\d.e+-]+)$/);
    }
  });

  it('learns how the installation fares', async () => {
    const inside = await forThisTest(startInside({ READY_PERSON_MB_A_DAY: '0' }));
    const figures = async (): Promise<Map<string, number>> => {
      const { text } = await rawCall(inside.origin, { path: '/metrics' });
      const lines = text.split('\n').filter((line) => line.startsWith('ready_'));
      return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
    };
    const before = await figures();
    expect(before.get('ready_is_ready')).toBe(1);
    expect(before.get('ready_database_bytes')).toBeGreaterThan(100_000);
    expect(before.has('ready_last_backup_timestamp_seconds')).toBe(false);
    // A budget without an end is not reported.
    const budgets = ['person', 'organization', 'documents'].map(
      (budget) => `ready_budget_used_ratio{budget="${budget}"}`,
    );
    expect(budgets.map((name) => before.has(name))).toEqual([false, true, true]);
    const began = Math.floor(Date.now() / 1000);
    const backup = (hook: string) =>
      runReady({ ...inside.place, READY_BACKUP_HOOK: hook }, [
        'backup',
        '--keep',
        '2',
        // A folder each: there is one backup a second in a folder.
        join(inside.dataDir, `backups${hook.replaceAll('/', '-')}`),
      ]);
    const hookFailed = async () => (await figures()).get('ready_backup_hook_failed');
    const doctor = async () => (await runReady(inside.place, ['doctor'])).said;
    expect(await hookFailed()).toBeUndefined();
    const copied = await backup('/bin/true');
    expect([copied.code, copied.error, await hookFailed()]).toEqual([0, '', 0]);
    expect(await doctor()).toMatch(/^ok +the command after it ended well/m);
    const kept = await backup('/bin/false');
    expect([kept.code, await hookFailed()]).toEqual([0, 1]);
    expect(kept.out).toMatch(
      /^Wrote [^]*\nThe command after it failed \(READY_BACKUP_HOOK\): \/bin\/false ended with 1\.$/m,
    );
    expect(await doctor()).toMatch(
      /^warning +the command after it failed \(READY_BACKUP_HOOK\): \/bin\/false ended with 1$/m,
    );
    const writer = await signedIn(inside.origin, demo.writer);
    await save(writer, 'Counted');
    await new Person(inside.origin).post('/auth/login', { username: demo.writer, password: 'wrong' });
    const after = await figures();
    expect(after.get('ready_last_backup_timestamp_seconds')).toBeGreaterThanOrEqual(began);
    expect(after.get('ready_sign_ins_refused_total{status="401"}')).toBe(1);
    const [, organization = ''] = budgets;
    expect(after.get(organization)).toBeGreaterThan(before.get(organization) ?? NaN);
  });

  it('counts a call whose connection was closed before its answer, and no stream that its reader left', async () => {
    const { hostname, port } = new URL(server.origin);
    const body = JSON.stringify({ username: demo.writer, password: demoPassword(demo.writer) });
    const person = await signedIn(server.origin, demo.writer);
    const stream = new AbortController();
    await fetch(`${server.origin}/events/wips?ids=${COMMAND_TEMPLATE_LEFT}`, {
      headers: { Cookie: person.cookieHeader('/events') },
      signal: stream.signal,
    });
    stream.abort();
    const socket = connect(Number(port), hostname);
    // The check of a password takes longer than the way.
    socket.write(
      `POST /auth/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      () => socket.destroy(),
    );
    const cut = async (): Promise<string[]> =>
      (await rawCall(server.origin, { path: '/metrics' })).text
        .split('\n')
        .filter((line) => line.includes('status="499"'));
    await expect.poll(cut).toEqual(['ready_http_requests_total{method="POST",route="/auth/login",status="499"} 1']);
  });

  it('is this machine, or has the token', async () => {
    for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
      expect((await rawCall(server.origin, { path: '/metrics', headers: { [name]: '203.0.113.9' } })).status).toBe(404);
    }
    const token = 'sixteen-or-more-characters';
    const { origin } = await forThisTest(startInside({ READY_METRICS_TOKEN: token }));
    const ask = async (headers: Record<string, string>) =>
      (await rawCall(origin, { path: '/metrics', headers })).status;
    expect(await ask({})).toBe(404);
    expect(await ask({ Authorization: 'Bearer wrong' })).toBe(404);
    expect(await ask({ Authorization: `Bearer ${token}` })).toBe(200);
  });
});

describe('the audit log', () => {
  const rows = () => {
    const database = new DatabaseSync(join(server.dataDir, 'ready.db'));
    const all = database.prepare('select * from audit order by number').all();
    database.close();
    return all;
  };

  it('notes who signed in, failed to, signed out, changed people, submitted and deleted', async () => {
    const before = rows().length;
    const writer = await signedIn(server.origin, demo.writer);
    const admin = await signedIn(server.origin, demo.administrator);
    const nobody = new Person(server.origin);
    await nobody.post('/auth/login', { username: demo.writer, password: 'my-secret-guess' });
    await nobody.post('/auth/login', { username: 'a-password-in-the-wrong-field', password: 'x' });
    const { uuid } = await save(writer, 'Noted');
    await writer.post(`/v1/wips/${uuid}/submit`);
    await writer.get(`/v1/wips/${uuid}/delete`);
    const users = parsed(listUsers, (await admin.get('/v1/users')).json);
    const kofi = users.find((user) => user.name?.startsWith('Kofi'))?.uuid ?? '';
    await admin.post(`/v1/users/${kofi}/update`, { name: 'Kofi B.', permission: 1 });
    await writer.post('/auth/logout');
    const noted = rows().slice(before);
    expect(noted.map((row) => row['action'])).toEqual([
      'signed_in',
      'signed_in',
      'sign_in_failed',
      'sign_in_failed',
      'document_submitted',
      'document_deleted',
      'user_updated',
      'signed_out',
    ]);
    expect(noted[4]).toMatchObject({ subject: uuid, address: null });
    expect(noted[6]).toMatchObject({ subject: kofi, detail: 'name, permission 2 to 1' });
    expect(noted[0]).toMatchObject({ actor: noted[7]?.['actor'], address: '127.0.0.1' });
    const text = JSON.stringify(noted);
    const typed = ['my-secret-guess', 'a-password-in-the-wrong-field', 'Kofi B.', 'Noted', demoPassword('dana')];
    for (const secret of typed) expect(text).not.toContain(secret);
  });

  it('notes nothing of what was not done', async () => {
    const reader = await signedIn(server.origin, demo.reader);
    const before = rows().length;
    await reader.post(`/v1/wips/${COMMAND_TEMPLATE_LEFT}/submit`);
    await reader.get(`/v1/wips/${COMMAND_TEMPLATE_LEFT}/delete`);
    expect(rows()).toHaveLength(before);
  });
});

describe('production', () => {
  it.each([
    ['NODE_ENV=production', { NODE_ENV: 'production' }],
    ['a public address', { READY_PUBLIC_URL: 'https://ready.example.org' }],
  ])('starts empty and says how to make the first administrator: %s', async (_what, env: Record<string, string>) => {
    const production = await forThisTest(startServer({ dist, env }));
    expect(production.output()).toMatch(
      /There are no users yet.*\n.*\/first-run#[a-z\d-]+\n.*\n.*npm run ready -- org add .*\n.*npm run ready -- user add .* --level 4/,
    );
    expect(production.output()).not.toMatch(/demo/);
  });

  it('refuses the demo’s public sign-ins, unless they are asked for by name', async () => {
    await (await startServer({ dist, dataDir })).stop();
    const refused = await startExpectingFailure({ dist, dataDir, env: { NODE_ENV: 'production' } });
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /^The data folder .* holds the demo, whose passwords are public\..*READY_DEMO=1\.\n$/,
    );
    const wanted = startServer({ dist, dataDir, env: { NODE_ENV: 'production', READY_DEMO: '1' } });
    await signedIn((await forThisTest(wanted)).origin, demo.reader);
  });
});
