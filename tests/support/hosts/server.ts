import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '../../..');
const READY_LINE = /^Ready is running at (\S+)$/m;
/** Ends a hanging start, in milliseconds: a busy machine has taken half a minute for two servers. */
const START_LIMIT = 90_000;

let newDatabase: ((isSeeded: boolean) => Promise<string>) | null = null;
const databases = new Map<string, Promise<string>>();

/** From now on servers store everything on PostgreSQL: each data folder has a database of its own. @param make null: on the embedded database again */
export function keepOnDatabases(make: typeof newDatabase): void {
  newDatabase = make;
}

let seededData: string | null = null;

/** From now on servers begin with a copy of this folder instead of seeding the demo. */
export function beginWith(folder: string): void {
  seededData = folder;
}

/** The setting that names the database of a data folder; none for the embedded one. @param isSeeded true if a new one has the demo */
export async function databaseEnv(dataDir: string, isSeeded = false): Promise<Record<string, string>> {
  if (newDatabase === null) return {};
  const url = databases.get(dataDir) ?? newDatabase(isSeeded);
  databases.set(dataDir, url);
  return { DATABASE_URL: await url };
}

/** Options for starting a test's server. */
export type StartOptions = {
  /** The data folder; a new temporary one by default, which is removed when the server is stopped. */
  dataDir?: string;
  /** The folder of the built application; the product's own build by default. */
  dist?: string;
  /** Further arguments, such as `--empty`. */
  args?: readonly string[];
  /** A command that runs the server, which follows as its last arguments, in place of itself: `exec "$@"`. */
  through?: readonly string[];
  /** Further settings. */
  env?: Readonly<Record<string, string>>;
};

/** A real server in a process of its own. */
export type TestServer = AsyncDisposable & {
  /** Its address. It stays the same over a restart. */
  origin: string;
  dataDir: string;
  /** Its process's id. */
  pid(): number;
  /** Its output so far. */
  output(): string;
  /** Ends it as in a power failure. */
  kill9(): Promise<void>;
  /** Asks it to end, as Ctrl+C does. @returns its exit code */
  interrupt(): Promise<number | null>;
  /** Starts it again, after `kill9` or `interrupt`, on the same port and data. */
  restart(): Promise<void>;
  /** Ends it and removes its temporary files; so does its disposal. */
  stop(): Promise<void>;
};

/** Result of a start that was expected to fail. */
export type FailedStart = { code: number | null; stdout: string; stderr: string };

type Running = { child: ChildProcess; stdout: string; stderr: string; exited: Promise<number | null> };

function run(options: StartOptions & { dataDir: string; port: string }): Running {
  const { dataDir, dist, args = [], env = {}, port, through = [] } = options;
  const [program = process.execPath, ...words] = [
    ...through,
    process.execPath,
    join(root, 'server', 'process.ts'),
    ...args,
  ];
  const child = spawn(program, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: port,
      READY_DATA: dataDir,
      ...(dist !== undefined && { READY_DIST: dist }),
      ...env,
    },
  });
  const running: Running = {
    child,
    stdout: '',
    stderr: '',
    exited: new Promise((done) => child.once('close', (code) => done(code))),
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (running.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (running.stderr += text));
  return running;
}

/** @throws if the server ends or prints something other than its address */
async function addressOf(running: Running): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const printed = new Promise<string>((done) => {
    const look = (): void => {
      const [, address] = READY_LINE.exec(running.stdout) ?? [];
      if (address === undefined) return;
      // A bench's server logs many megabytes later on.
      running.child.stdout?.off('data', look);
      done(address);
    };
    running.child.stdout?.on('data', look);
    look();
  });
  const failed = running.exited.then((code) => {
    throw new Error(`The server ended with code ${String(code)}:\n${running.stderr}${running.stdout}`);
  });
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => {
      running.child.kill('SIGKILL');
      fail(new Error(`The server did not start:\n${running.stderr}${running.stdout}`));
    }, START_LIMIT);
  });
  try {
    return await Promise.race([printed, failed, late]);
  } finally {
    clearTimeout(timer);
    failed.catch(() => undefined);
  }
}

/** True if a start would write the demo into this folder. A test of that itself gives arguments, if only an empty list. */
async function wouldSeed({ args, through, env, dataDir }: StartOptions & { dataDir: string }): Promise<boolean> {
  // With the first two a server is in production: there it has no demo.
  const isElsewhere = ['NODE_ENV', 'READY_PUBLIC_URL', 'DATABASE_URL'].some((name) => name in (env ?? {}));
  if (args || through || isElsewhere) return false;
  return (await readdir(dataDir).catch(() => [])).length === 0;
}

/**
 * Starts `node server/process.ts` on a free port of 127.0.0.1 and waits until it answers.
 * @throws with its output when it does not start
 */
export async function startServer(options: StartOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'ready-data-')));
  const isSeeded = await wouldSeed({ ...options, dataDir });
  const env = { ...(await databaseEnv(dataDir, isSeeded)), ...options.env };
  if (seededData !== null && isSeeded && newDatabase === null) await cp(seededData, dataDir, { recursive: true });
  let running = run({ ...options, env, dataDir, port: '0' });
  const origin = await addressOf(running);
  const { port } = new URL(origin);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    running.child.kill(signal);
    return running.exited;
  };
  const stop = async (): Promise<void> => {
    await end('SIGTERM');
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  return {
    origin,
    dataDir,
    stop,
    [Symbol.asyncDispose]: stop,
    pid: () => running.child.pid ?? 0,
    output: () => running.stdout + running.stderr,
    kill9: async () => void (await end('SIGKILL')),
    interrupt: () => end('SIGINT'),
    async restart() {
      running = run({ ...options, env, dataDir, port });
      await addressOf(running);
    },
  };
}

/** Starts a server that cannot start, and waits for its end. */
export async function startExpectingFailure(
  options: StartOptions & { dataDir: string; port?: string },
): Promise<FailedStart> {
  const running = run({ port: '0', ...options });
  const timer = setTimeout(() => running.child.kill('SIGKILL'), START_LIMIT);
  const code = await running.exited;
  clearTimeout(timer);
  return { code, stdout: running.stdout, stderr: running.stderr };
}

/**
 * A folder with the files of a built application, so that a server starts without a build.
 * @param folder its path; created if missing
 */
export async function writeDistFixture(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><head><title>Ready</title></head><meta property="csp-nonce" nonce="__CSP_NONCE__">' +
      '<script type="module" src="/assets/index-a1b2c3d4.js" nonce="__CSP_NONCE__"></script>',
  );
  await writeFile(join(folder, 'frame.html'), '<!doctype html><title>Document</title><script>"frame"</script>');
  const script = join(folder, 'assets', 'index-a1b2c3d4.js');
  const code = `/* ${'the application '.repeat(200)}*/`;
  await writeFile(script, code);
  await writeFile(`${script}.br`, brotliCompressSync(code));
  await writeFile(`${script}.gz`, gzipSync(code));
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
}
