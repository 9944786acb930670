import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, inject, onTestFinished, vi } from 'vitest';
import { createServer, type Server, type ServerOptions } from '#server/app.ts';
import { runCommand } from '#server/cli/run.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { openForCommand } from '#server/storage/lifecycle/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { Person, signedIn } from '#tests/support/person.ts';
import {
  beginWith,
  databaseEnv,
  startServer,
  writeDistFixture,
  type StartOptions,
  type TestServer,
} from '#tests/support/hosts/server.ts';

// Seeding the demo takes two seconds of each start.
beginWith(inject('seededData'));

/** Starts a thing that a file's tests share, or each has for itself (`beforeEach`). Its members exist once the hook has run; it ends by itself. */
export function given<T extends AsyncDisposable>(start: () => Promise<T>, hook = beforeAll): T {
  const thing = {} as T;
  hook(async () => {
    Object.assign(thing, await start());
    return () => thing[Symbol.asyncDispose]();
  });
  return thing;
}

/** Waits for a thing that one test starts, and ends it with the test. */
export async function forThisTest<T extends AsyncDisposable>(started: Promise<T>): Promise<T> {
  const thing = await started;
  onTestFinished(() => thing[Symbol.asyncDispose]());
  return thing;
}

/** Creates a folder for the tests of a file. @returns its path, known at once */
export function givenFolder(): string {
  const folder = join(tmpdir(), `ready-test-${randomUUID()}`);
  beforeAll(async () => {
    await mkdir(folder, { mode: 0o700 });
    return () => rm(folder, { recursive: true });
  });
  return folder;
}

/** Creates a folder with the files of a built application. */
export function givenDist(): string {
  const dist = givenFolder();
  beforeAll(() => writeDistFixture(dist));
  return dist;
}

/** Starts a real server in a process of its own. */
export function givenServer(options: StartOptions = {}): TestServer {
  const dist = givenDist();
  return given(() => startServer({ dist, ...options }));
}

/** Signs in one of the demo's people. @param hook `beforeEach` for a server that each test has for itself */
export function givenPerson(server: { origin: string }, username: string, hook = beforeAll): Person {
  const person = new Person('');
  hook(async () => void Object.assign(person, await signedIn(server.origin, username)));
  return person;
}

/** Opens the database of a server beside it, as a command does. */
export function givenStorage(server: { settings: Settings }): Storage {
  return given(async () => {
    const { storage } = await openForCommand(server.settings, new Date().toISOString());
    return { ...storage, [Symbol.asyncDispose]: () => storage.close() };
  });
}

/** A server in the test's own process, whose clock can be replaced. */
export type InnerServer = Server &
  AsyncDisposable & {
    origin: string;
    dataDir: string;
    settings: Settings;
    /** Settings with which a command works on the same installation. */
    place: Record<string, string>;
  };

/** Starts a server in this process, by default with the demo and without the application. */
export async function startInside(
  env: Readonly<Record<string, string>> = {},
  options: Partial<ServerOptions> = {},
): Promise<InnerServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ready-data-'));
  const own = { READY_DATA: dataDir, ...(await databaseEnv(dataDir, options.seed !== false)) };
  const settings = readSettings({ PORT: '0', LOG_LEVEL: 'silent', ...own, ...env });
  if (options.seed !== false && !settings.databaseUrl) await cp(inject('seededData'), dataDir, { recursive: true });
  const place = { READY_DATA: settings.data, ...(settings.databaseUrl && { DATABASE_URL: settings.databaseUrl }) };
  const server = await createServer({ settings, seed: true, spa: false, ...options });
  const origin = await server.listen();
  return {
    ...server,
    origin,
    dataDir,
    settings,
    place,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Runs a program of the machine to its end. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<{ code: number; out: string; error: string }> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close') as Promise<[number]>;
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, error };
}

/** Exit code and output of a command, on either stream and on both together. */
export type Said = { code: number; out: string; error: string; said: string };

/**
 * Runs a command of the command line in this process.
 * @param input its standard input
 * @param isTyped true if a user types it at a terminal
 */
export async function runReady(
  env: Record<string, string>,
  args: readonly string[],
  input = '',
  isTyped = false,
): Promise<Said> {
  const result: Said = { code: 0, out: '', error: '', said: '' };
  const note = (where: 'out' | 'error') => (more: string) => {
    result[where] += more;
    result.said += more;
  };
  const terminal = { out: note('out'), error: note('error'), input: Readable.from([input]), isTyped };
  result.code = await runCommand(args, env, terminal);
  return result;
}

/** Expects that a call was refused with exactly these words. */
export const expectRefusal = vi.defineHelper(
  (reply: { status: number; json: unknown }, status: number, message: string): void => {
    expect([reply.status, reply.json]).toEqual([status, { message }]);
  },
);

/** Returns functions that run commands on one installation. @param env its settings, read at each command */
export function commandsOf(env: () => Record<string, string>) {
  const ready = (...args: string[]): Promise<Said> => runReady(env(), args);
  /** Runs a command that succeeds. @returns its JSON */
  const done = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { code, out, said } = await ready(...args, '--json');
    expect([args.join(' '), code, said]).toEqual([args.join(' '), 0, expect.stringMatching(/^\{"ok":true/)]);
    return JSON.parse(out) as Record<string, unknown>;
  };
  /** Runs a command that fails with this code and these words. */
  const refused = async (code: number, words: RegExp, ...args: string[]): Promise<void> => {
    const said = await ready(...args);
    expect([args.join(' '), said.code, said.error]).toEqual([args.join(' '), code, expect.stringMatching(words)]);
  };
  return { ready, done, refused };
}

/** Number of generated cases: few by default, many with READY_FULL=1. */
export const rounds = (few: number, many: number): number => (process.env['READY_FULL'] === '1' ? many : few);
