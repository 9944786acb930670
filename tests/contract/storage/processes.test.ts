import { join } from 'node:path';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { submissionEvent } from '#common/calls/archives.ts';
import { listPeople, readImport } from '#common/calls/people.ts';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { SERVERS_LOCK } from '#server/storage/engines/postgres-watch.ts';
import { openStream, type OpenStream } from '#tests/support/event-stream.ts';
import { demo, Person, signedIn } from '#tests/support/person.ts';
import { startPostgres } from '#tests/support/postgres/postgres.ts';
import { startServer, type TestServer } from '#tests/support/hosts/server.ts';
import { parsed } from '#tests/support/replies.ts';
import { archivesOf, save, submit } from '#tests/support/writing.ts';
import { commandsOf, given, givenDist } from '../given.ts';

const patience = { timeout: 30_000, interval: 100 };
const dist = givenDist();
const postgres = given(startPostgres);
let url = '';
/** The editor's, and two for dashboards. */
let servers: [TestServer, TestServer, TestServer];
beforeAll(async () => {
  url = await postgres.newDatabase();
  const start = (): Promise<TestServer> => startServer({ dist, env: { DATABASE_URL: url } });
  // At once, on a database in which nothing is yet.
  servers = await Promise.all([start(), start(), start()]);
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const newWip = async (person: Person): Promise<string> => (await save(person, 'Shared')).uuid;
/** A dashboard: the submissions that it received, in their order. */
type Dashboard = { received: string[]; hasEnded: boolean; close(): void };
function follow(stream: OpenStream): Dashboard {
  const dashboard: Dashboard = { received: [], hasEnded: false, close: () => stream.close() };
  const read = async (): Promise<void> => {
    for (let event = await stream.next(); event; event = await stream.next()) {
      if (event.event === 'submission') dashboard.received.push(v.parse(submissionEvent, event.data).archive_uuid);
    }
    dashboard.hasEnded = true;
  };
  void read();
  return dashboard;
}
async function dashboards(name: string = demo.reader): Promise<Dashboard[]> {
  const open = async ({ origin }: TestServer): Promise<Dashboard> =>
    follow(await openStream(await signedIn(origin, name), COMMAND_TEMPLATE_LEFT));
  return Promise.all(servers.slice(1).map(open));
}
/** The same person, by way of another process. */
const through = (person: Person, { origin }: TestServer): Person => person.twin(origin);
const { ready, done } = commandsOf(() => ({ DATABASE_URL: url, READY_DIST: dist }));

it('starts three at once on an empty database, which becomes one installation: a session of one is a session of all', async () => {
  const writer = await signedIn(servers[0].origin, demo.writer);
  const lists = await Promise.all(
    servers.map(async (server) => (await through(writer, server).get('/v1/templates')).text),
  );
  expect(new Set(lists).size).toBe(1);
  const elsewhere = through(writer, servers[2]);
  expect((await elsewhere.post('/auth/refresh-token')).status).toBe(200);
  expect((await through(elsewhere, servers[1]).post('/auth/logout')).status).toBe(200);
  expect((await elsewhere.get('/auth/verify')).status).toBe(401);
});

it('says on every process how far an import is, and that one stopped with its process and added nobody', async () => {
  const key = 'k'.repeat(43);
  const csv = (name: string, count: number) =>
    ['username,name', ...Array.from({ length: count }, (_, at) => `${name}-${at},${name}`)].join('\n');
  const mortal = await startServer({ dist, env: { DATABASE_URL: url } });
  const admin = await signedIn(mortal.origin, demo.administrator);
  const elsewhere = through(admin, servers[2]);
  const jobOf = async () => parsed(readImport, (await elsewhere.post('/v1/users/import/read', { key })).json).job;
  await admin.post('/v1/users/import', { csv: csv('few', 3), key });
  await expect.poll(async () => (await jobOf())?.state, patience).toBe('done');
  expect((await jobOf())?.result?.people).toHaveLength(3);

  await admin.post('/v1/users/import', { csv: csv('many', 100), key });
  await mortal.kill9();
  expect((await jobOf())?.state).toBe('running');
  const client = new pg.Client(url);
  await client.connect();
  // As after half a minute.
  await client.query('update jobs set at = $1', [new Date(Date.now() - 60_000).toISOString()]);
  await client.end();
  const stopped = { state: 'failed', message: 'The server stopped before it was done.', result: null };
  expect(await jobOf()).toMatchObject(stopped);
  expect(parsed(listPeople, (await elsewhere.get('/v1/users?q=many')).json)).toEqual([]);
  await mortal.stop();
});

it('tells every dashboard of every submission once and in order, whichever process each is on', async () => {
  const writer = await signedIn(servers[0].origin, demo.writer);
  const shown = await dashboards();
  const wips = await Promise.all(Array.from({ length: 4 }, () => newWip(writer)));
  const sent: string[] = [];
  await Promise.all(
    wips.map(async (wip, hand) => {
      const person = through(writer, servers[hand % 3] ?? servers[0]);
      for (let number = 0; number < 8; number += 1) sent.push(await submit(person, wip));
    }),
  );
  const last = await submit(writer, wips[0] ?? '');
  for (const dashboard of shown) {
    await expect.poll(() => dashboard.received.at(-1), patience).toBe(last);
    expect(dashboard.received.toSorted()).toEqual([...sent, last].toSorted());
  }
  expect(shown[0]?.received).toEqual(shown[1]?.received);
  const lists = await Promise.all(wips.map((wip) => archivesOf(writer, wip)));
  const moments = new Map(lists.flat().map((archive) => [archive.uuid, archive.submittedOn ?? 0]));
  const times = shown[0]?.received.map((uuid) => moments.get(uuid) ?? 0);
  expect(times).toEqual(times?.toSorted((one, other) => one - other));
  expect(new Set(times).size).toBe(times?.length);
  for (const dashboard of shown) dashboard.close();
});

it('tells of who has a document open on every process, and stores nothing of it', async () => {
  const writer = await signedIn(servers[0].origin, demo.writer);
  const wip = await newWip(writer);
  const reader = await signedIn(servers[0].origin, demo.reader);
  const streams = await Promise.all(servers.map((server) => openStream(through(reader, server), wip)));
  const client = new pg.Client(url);
  await client.connect();
  const last = async () => (await client.query<{ max: number }>('select max(number) from events')).rows;
  const before = await last();
  // Whichever process receives a call, each notifies its own streams once.
  for (const [at, server] of servers.entries()) {
    const said = await through(writer, server).post(`/v1/wips/${wip}/presence`, { tab: `t-${at}`, region: 'wind' });
    expect(said.status).toBe(200);
    for (const stream of streams) {
      expect(await stream.next()).toMatchObject({ event: 'presence', data: { tab: `t-${at}`, region: 'wind' } });
    }
  }
  expect(await last()).toEqual(before);
  await client.end();
  for (const stream of streams) stream.close();
});

it('tells the others of what a process had done when it was killed', async () => {
  const writer = await signedIn(servers[0].origin, demo.writer);
  const wip = await newWip(writer);
  const shown = await dashboards();
  const acknowledged: string[] = [];
  const writing = (async () => {
    for (;;) acknowledged.push(await submit(writer, wip));
  })().catch(() => undefined);
  await expect.poll(() => acknowledged.length, patience).toBeGreaterThan(3);
  await servers[0].kill9();
  await writing;
  const other = through(writer, servers[1]);
  const last = await submit(other, wip);
  const there = (await archivesOf(other, wip)).map((archive) => archive.uuid).toReversed();
  expect(there).toEqual(expect.arrayContaining(acknowledged));
  for (const dashboard of shown) {
    await expect.poll(() => dashboard.received.at(-1), patience).toBe(last);
    expect(dashboard.received).toEqual(there);
    dashboard.close();
  }
  await servers[0].restart();
});

it('tells a process whose listening connection was cut what it missed', async () => {
  const writer = await signedIn(servers[0].origin, demo.writer);
  const wip = await newWip(writer);
  const shown = await dashboards();
  const client = new pg.Client(url);
  await client.connect();
  const sent: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const cut = await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' or query = 'select 1'",
    );
    expect(cut.rows.length).toBeGreaterThan(0);
    sent.push(await submit(writer, wip));
    // Listening again, so that there is something to cut.
    for (const { origin } of servers) {
      await expect.poll(async () => (await fetch(`${origin}/ready`)).status, patience).toBe(200);
    }
  }
  await client.end();
  for (const dashboard of shown) {
    await expect.poll(() => dashboard.received, patience).toEqual(sent);
    dashboard.close();
  }
});

it('ends its streams and takes no new ones while it does not hear of the others, though PostgreSQL answers it', async () => {
  const writer = await signedIn(servers[0].origin, demo.writer);
  const wip = await newWip(writer);
  const shown = await dashboards();
  const client = new pg.Client(url);
  await client.connect();
  // Servers that listen share this lock: while a client waits to hold it alone, the next one waits in turn.
  const held = client.query(`select pg_advisory_lock(${SERVERS_LOCK})`);
  const other = new pg.Client(url);
  await other.connect();
  await other.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' or query = 'select 1'",
  );
  await other.end();
  await held;
  for (const dashboard of shown) await expect.poll(() => dashboard.hasEnded, patience).toBe(true);
  for (const server of servers) {
    const person = through(writer, server);
    for (const address of [`/events/wips/${wip}`, `/events/wips?ids=${wip}`]) {
      await expect.poll(async () => (await person.get(address)).status, patience).toBe(503);
    }
    expect((await person.get('/v1/templates')).status).toBe(200);
    expect((await fetch(`${server.origin}/ready`)).status).toBe(503);
    expect(server.output().match(/"level":50.*does not hear of the others/g)).toHaveLength(1);
  }
  const missed = await submit(writer, wip);
  await client.query(`select pg_advisory_unlock(${SERVERS_LOCK})`);
  await client.end();
  for (const { origin } of servers) {
    await expect.poll(async () => (await fetch(`${origin}/ready`)).status, patience).toBe(200);
  }
  const again = await dashboards();
  const after = await submit(writer, wip);
  for (const dashboard of again) {
    await expect.poll(() => dashboard.received.at(-1), patience).toBe(after);
    dashboard.close();
  }
  expect((await archivesOf(writer, wip)).map(({ uuid }) => uuid)).toEqual([after, missed]);
});

it.each([
  ['is restarted', () => postgres.stop()],
  ['is killed', () => postgres.kill9()],
])(
  'answers 503 and says when to come back while PostgreSQL %s, keeps streams open, and goes on by itself',
  async (_how, end) => {
    const writer = await signedIn(servers[0].origin, demo.writer);
    const wip = await newWip(writer);
    const shown = await dashboards();
    const before = await submit(writer, wip);
    await end();
    for (const server of servers) {
      const away = await through(writer, server).get('/v1/templates');
      expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
      expect(away.json).toEqual({ message: 'The server cannot reach its database just now. Please try again.' });
      expect((await writer.post(`/v1/wips/${wip}/submit`)).status).toBe(503);
      const watched = await Promise.all(
        ['/health', '/ready'].map(async (path) => (await fetch(server.origin + path)).status),
      );
      expect(watched).toEqual([200, 503]);
    }
    await postgres.start();
    for (const { origin } of servers) {
      await expect.poll(async () => (await fetch(`${origin}/ready`)).status, patience).toBe(200);
    }
    const after = await submit(writer, wip);
    for (const dashboard of shown) {
      await expect.poll(() => dashboard.received, patience).toEqual([before, after]);
      expect(dashboard.hasEnded).toBe(false);
      dashboard.close();
    }
  },
);

it('ends a person’s streams on every process when the command line or another process ends the sessions', async () => {
  const shown = await dashboards(demo.otherWriter);
  await done('user', 'disable', demo.otherWriter);
  for (const dashboard of shown) await expect.poll(() => dashboard.hasEnded, patience).toBe(true);
  await done('user', 'enable', demo.otherWriter);
  const reader = await signedIn(servers[0].origin, demo.reader);
  const elsewhere = follow(await openStream(through(reader, servers[2]), COMMAND_TEMPLATE_LEFT));
  await reader.post('/auth/logout');
  await expect.poll(() => elsewhere.hasEnded, patience).toBe(true);
});

it('counts failed sign-ins of all processes together', async () => {
  const attempt = ({ origin }: TestServer, password: string) =>
    new Person(origin).post('/auth/login', { username: demo.foreignReader, password });
  const [a, b, c] = servers;
  const statuses = await Promise.all(
    [a, b, c, a, b, c, a, b].map(async (server) => (await attempt(server, 'wrong')).status),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  expect((await attempt(c, 'ready-demo-1')).status).toBe(429);
});

it('keeps commands that need the installation to themselves away while a server runs, and names PostgreSQL’s own means', async () => {
  expect(await ready('import', join(dist, 'index.html'))).toMatchObject({
    code: 1,
    said: 'A Ready server is using the database. Stop every server, then try again.\n',
  });
  expect((await ready('backup', join(dist, 'backup'))).said).toMatch(/is on PostgreSQL: use its own means \(pg_dump /);
  expect((await ready('restore', join(dist, 'backup'))).said).toMatch(
    /use its own means \(pg_restore .*, then secret rotate, before a server starts; see docs\/operations\.md\), or import/,
  );
  const { said } = await ready('doctor');
  expect(said).toMatch(/a server is running on this database\n.*PostgreSQL \d+\.\d+ .*answers/);
  // This test's PostgreSQL does not write through to the disk.
  expect(said).toMatch(/problem .*set fsync = on/);
  expect(said).not.toContain(new URL(url).password);
});
