import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createListener, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { demo, Person, signedIn } from '#tests/support/person.ts';
import {
  startExpectingFailure,
  startServer,
  type FailedStart,
  type StartOptions,
} from '#tests/support/hosts/server.ts';
import { forThisTest, givenDist, givenFolder, runReady } from '../given.ts';

const base = givenFolder();
const dist = givenDist();
let dataDir = '';
beforeEach(() => {
  dataDir = join(base, randomUUID());
});

const fails = (options: Partial<StartOptions> & { port?: string } = {}): Promise<FailedStart> =>
  startExpectingFailure({ dist, dataDir, ...options });
/** One sentence on standard error (which may say what to do in more), nothing else, code 1. */
function expectSentence(failure: FailedStart, words: RegExp): void {
  expect(failure.stderr).toMatch(words);
  expect(failure.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(failure.stderr).not.toMatch(/\bat .*:\d+:\d+/);
  expect(failure.stdout).toBe('');
  expect(failure.code).toBe(1);
}
const start = (...args: string[]) => forThisTest(startServer({ dist, dataDir, args }));

describe('a start that cannot be says why in one sentence', () => {
  it('a taken port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    const { port } = other.address() as AddressInfo;
    expectSentence(
      await fails({ port: String(port), args: ['--empty'] }),
      new RegExp(`^Port ${port} is taken by another program\\. Stop that, or choose another port: PORT=${port + 1}\\.`),
    );
    await new Promise((done) => other.close(done));
  });

  it('a data folder that is a file, or stands below one', async () => {
    await writeFile(dataDir, 'not a folder');
    expectSentence(await fails(), /^The data folder .* is a file\. Choose a folder/);
    expectSentence(await fails({ dataDir: join(dataDir, 'below') }), /^The data folder .* cannot be written/);
  });

  it('a file that is no database', async () => {
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'ready.db'), 'this is a letter, not a database. '.repeat(100));
    expectSentence(await fails(), /^The database .*ready\.db is damaged\. Restore a backup \(ready restore\)/);
  });

  it('a database of a newer version', async () => {
    await (await start('--empty')).stop();
    const database = new DatabaseSync(join(dataDir, 'ready.db'));
    database.exec("insert into migrations values (999, 'from the future', '2099-01-01T00:00:00.000Z')");
    database.close();
    expectSentence(
      await fails(),
      /^The database was written by a newer version of Ready \(format 999, this version knows \d+\)/,
    );
  });

  it('a database of another program', async () => {
    await mkdir(dataDir);
    const database = new DatabaseSync(join(dataDir, 'ready.db'));
    database.exec('create table recipes (name text)');
    database.close();
    expectSentence(await fails(), /^The database in the data folder is not one of Ready/);
  });

  it('a data folder in use, until that server is gone, however it goes', async () => {
    const first = await start('--empty');
    expectSentence(await fails(), /^Another Ready server \(process \d+\) is using the data folder/);
    await first.kill9();
    await start('--empty');
  });

  it('an application that is not built', async () => {
    expectSentence(
      await fails({ dist: join(base, 'nothing') }),
      /^The application is not built: .*index\.html is missing\. Run: npm run build/,
    );
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  });

  it('an application that is there in part, of which doctor says the same', async () => {
    const half = join(base, 'half');
    await cp(dist, half, { recursive: true });
    await rm(join(half, 'frame.html'));
    const sentence = 'he application is there in part only: .*frame\\.html is missing\\. Run: npm run build';
    expectSentence(await fails({ dist: half }), new RegExp(`^T${sentence}`));
    const { code, said } = await runReady({ READY_DATA: dataDir, READY_DIST: half }, ['doctor']);
    expect([code, said]).toEqual([1, expect.stringMatching(new RegExp(`^problem {2}t${sentence}`, 'm')) as string]);
  });

  it('an address that this machine does not have', async () => {
    const env = { HOST: '203.0.113.7', READY_PUBLIC_URL: 'https://ready.example.org' };
    expectSentence(await fails({ env, args: ['--empty'] }), /^This machine has no address 203\.0\.113\.7/);
  });

  it('an unknown argument', async () => {
    expectSentence(await fails({ args: ['--empyt'] }), /^Unknown argument '--empyt'/);
  });
});

it('prints the address and the demo’s sign-ins in a few lines, at the first start and later, and then keeps quiet', async () => {
  const server = await start();
  const expected = [
    `Ready is running at ${server.origin}`,
    '',
    'Sign in to the demo with one of these:',
    '  lena   ready-demo-1   level 1, reads',
    '  dana   ready-demo-2   level 2, writes and submits',
    '  amir   ready-demo-3   level 3, administers',
    '',
    'Press Ctrl+C to stop.',
    '',
  ].join('\n');
  expect(server.output()).toBe(expected);
  const person = await signedIn(server.origin, demo.administrator);
  await person.get('/v1/nothing');
  await new Person(server.origin).get('/auth/verify');
  expect(await server.interrupt()).toBe(0);
  expect(server.output()).toBe(expected);
  await server.restart();
  expect(server.output()).toBe(expected);
});

it('starts without the demo on request, says how somebody can sign in, and seeds at a later start without --empty', async () => {
  const server = await start('--empty');
  expect(server.output()).toMatch(/There are no users yet\..*first-run#(\w{5}-){3}\w{5}$/ms);
  // With another folder than the server's the two commands would create no user who can sign in.
  expect(server.output()).toContain('Give both the same READY_DATA as this server.');
  const attempt = await new Person(server.origin).post('/auth/login', { username: 'dana', password: 'ready-demo-2' });
  expect(attempt.status).toBe(401);
  await server.stop();
  await signedIn((await start()).origin, demo.writer);
});

it('keeps the data folder to its owner', async () => {
  await start('--empty');
  expect((await stat(dataDir)).mode & 0o077).toBe(0);
});

it('logs one line a request on demand, without bodies, secrets or queries', async () => {
  const server = await forThisTest(startServer({ dist, dataDir, env: { LOG_LEVEL: 'info' } }));
  const person = await signedIn(server.origin, demo.writer);
  await person.get('/v1/templates?secret=42');
  const secrets = [...person.cookies.values()].map((cookie) => cookie.value);
  await server.interrupt();
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const requests = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['msg'] === 'request');
  expect(requests.map((line) => [line['method'], line['path'], line['status']])).toEqual([
    ['POST', '/auth/login', 200],
    ['GET', '/v1/templates', 200],
  ]);
  for (const secret of [...secrets, 'ready-demo-2', 'secret=42']) expect(lines.join()).not.toContain(secret);
});

it('logs each sign-in that fails or is refused, in the one line that docs/server.md gives to fail2ban', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/server.md'), 'utf8');
  const [, pattern = ''] = /^failregex = (.+)$/m.exec(page) ?? [];
  const failregex = new RegExp(pattern.replace('<ADDR>', String.raw`(?<address>[\d.a-f:]+)`));
  const server = await forThisTest(startServer({ dist, dataDir, env: { READY_TRUST_PROXY: 'loopback' } }));
  const login = (username: string, address: string) =>
    new Person(server.origin).post(
      '/auth/login',
      { username, password: 'wrong' },
      { headers: { 'X-Forwarded-For': address } },
    );
  const typed = 'a-password "address":"192.0.2.9","signIn":"failed" in the wrong field';
  await login(typed, '2001:db8::7');
  for (let failure = 0; failure < 6; failure += 1) await login(demo.writer, '203.0.113.7');
  await signedIn(server.origin, demo.reader);
  await new Person(server.origin).get(`/%22address%22:%22192.0.2.9%22,%22signIn%22:%22failed%22?${typed}`);
  await server.interrupt();
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(lines.map((line) => failregex.exec(line)?.groups?.['address'])).toEqual([
    '2001:db8::7',
    ...Array.from({ length: 6 }, () => '203.0.113.7'),
  ]);
  const noted = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const user = '9830e4ed-5fc2-4780-9fbe-9695c1058ced';
  expect(noted[0]).toMatchObject({ signIn: 'failed', user: null, msg: 'sign-in failed' });
  expect(noted[5]).toMatchObject({ signIn: 'failed', user });
  expect(noted[6]).toMatchObject({ signIn: 'refused', user, msg: 'sign-in refused' });
  expect(lines.join()).not.toContain('a-password');
});

it('ends at once at a second Ctrl+C', async () => {
  const script = `
    import { endOnSignal } from ${JSON.stringify(join(import.meta.dirname, '../../../server/signals.ts'))};
    endOnSignal({ close: () => new Promise(() => setInterval(() => undefined, 1000)) });
    process.kill(process.pid, 'SIGINT');
    process.kill(process.pid, 'SIGINT');
    setTimeout(() => process.kill(process.pid, 'SIGINT'), 400);
  `;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 });
  expect(run.status).toBe(130);
});

it('is not ended by a SIGHUP that comes while it starts', async () => {
  // A database that takes the connection and never answers: the start waits for it.
  const silent = createListener();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const asked = once(silent, 'connection');
  const script = resolve(import.meta.dirname, '../../../server/process.ts');
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    READY_DIST: dist,
    DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c`,
  };
  const starting = spawn(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'ignore'] });
  const ended = once(starting, 'exit');
  await asked;
  starting.kill('SIGHUP');
  starting.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
});
