import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { readdirSync, realpathSync, statfsSync, statSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { basename, dirname, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { askReady } from '#server/ask-ready.ts';
import { readSettings } from '#server/settings.ts';
import { StartError } from '#server/start-error.ts';
import { settle } from '#server/storage/lifecycle/backup.ts';
import type { Facts } from './facts.ts';

/** An installation on a machine: the link to its program, the service's user and group (empty: this one), its unit's file (empty: systemd's). */
export type Machine = { program: string; user: string; group: string; unit: string };
type Env = NodeJS.ProcessEnv;

/** Answers other than 200, with pauses of a fifth of a second, after which a version on trial is not ready. */
const REFUSED_MOST = 50;
/** Milliseconds after which a version on trial is not ready, and after which its server is killed. */
const [TRIAL_MOST, STOP_MOST] = [1_800_000, 20_000];
const UNITS = '/etc/systemd/system';
const json = v.pipe(v.string(), v.parseJson());
const done = v.pipe(json, v.looseObject({ file: v.optional(v.string()), message: v.optional(v.string()) }));
const findings = v.pipe(json, v.object({ findings: v.array(v.object({ state: v.string(), text: v.string() })) }));
const numbered = v.pipe(json, v.object({ version: v.string() }));

const textOf = (stream: Readable | null): Promise<string> => (stream ? text(stream) : Promise.resolve(''));

/** The number of the version in a folder. */
export const versionIn = (folder: string): string =>
  v.parse(numbered, readFileSync(join(folder, 'package.json'), 'utf8')).version;

/** Runs parts of versions on a machine. */
export function onMachine({ program: link, user, group, unit }: Machine) {
  // A link above it would make the versions' paths differ from the one that the link leads to.
  const program = join(realpathSync(dirname(link)), basename(link));
  const settings = readSettings(process.env);
  const versions = `${program}-versions`;

  /** Starts a version's Node as the service's user. It ends with this process, however that ends. */
  const node = (version: string, args: readonly string[], options: SpawnOptions) => {
    const as = user === '' ? [] : [`--reuid=${user}`, `--regid=${group}`, '--init-groups'];
    const own = join(version, 'node_modules/.bin/node');
    return spawn('setpriv', [...as, '--pdeathsig', 'KILL', '--', own, ...args], { cwd: version, ...options });
  };

  const run = async (version: string, args: readonly string[], env: Env = process.env) => {
    const child = node(version, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'close') as Promise<[number | null]>;
    const [out, error, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), ended]);
    return { code, out, error };
  };

  /** Runs a command of a version. @throws {StartError} with its words, if it fails */
  const command = async (version: string, args: readonly string[], env: Env = process.env) => {
    const { code, out, error } = await run(version, ['server/cli/main.ts', ...args, '--json'], env);
    const said = v.safeParse(done, out);
    if (code !== 0 || !said.success) throw new StartError((said.success && said.output.message) || error || out);
    return said.output;
  };

  /** Problems that a version's doctor finds. @param trial data folder in place of the installation's */
  const doctor = async (version: string, env: Env = process.env): Promise<string[]> => {
    const { out, error } = await run(version, ['server/cli/main.ts', 'doctor', '--json'], env);
    const said = v.safeParse(findings, out);
    if (!said.success) return [`doctor fails: ${error}`];
    const problems = said.output.findings.filter(({ state }) => state === 'problem');
    return problems.map((one) => one.text.replaceAll(env['READY_DATA'] ?? settings.data, settings.data));
  };

  /** Starts or stops the server, by systemd or by hand. */
  const control = async (version: string, verb: 'start' | 'stop'): Promise<void> => {
    const env = { PATH: process.env['PATH'], READY_UNIT: unit };
    const child = spawn(join(version, 'deploy', 'ready'), [`${verb}-now`], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new StartError(`The server could not ${verb}: journalctl -u ready -n 20.`);
  };

  /** Gives a folder to the owner of another. */
  const giveTo = (folder: string, like: string): void => {
    const { uid, gid } = statSync(like);
    lchownSync(folder, uid, gid);
  };

  /** Copies a file as the service's user, who may have put a link there that leads to files of others. */
  const copy = async (version: string, from: string, to: string): Promise<void> => {
    const { code, error } = await run(version, ['-e', 'fs.copyFileSync(...process.argv.slice(1, 3), 1)', from, to]);
    if (code !== 0) throw new StartError(`${from} could not be copied: ${error.trim()}`);
  };

  /** Puts a unit in its place in one step: a half one would not start at the next boot. */
  const replaceUnit = (file: string): void => {
    const part = join(UNITS, `${basename(file)}.new`);
    copyFileSync(file, part);
    settle(part);
    renameSync(part, join(UNITS, basename(file)));
  };

  const freePort = async (): Promise<number> => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    await new Promise((closed) => listener.close(closed));
    return port;
  };

  return {
    settings,
    versions,
    command,
    doctor,
    control,

    async facts(version: string, since = new Date().toISOString()): Promise<Facts> {
      const { code, out, error } = await run(version, ['deploy/upgrade/facts.ts', since]);
      if (code !== 0) throw new StartError(error.trim());
      return JSON.parse(out) as Facts;
    },

    /** Leads the program's link, and systemd's units, to a version. A program that is no link becomes that of the version before. */
    lead(version: string, before: string): void {
      if (lstatSync(program, { throwIfNoEntry: false })?.isSymbolicLink() === false) renameSync(program, before);
      rmSync(`${program}.new`, { force: true });
      symlinkSync(relative(dirname(program), version), `${program}.new`);
      renameSync(`${program}.new`, program);
      if (user === '' || !existsSync(join(UNITS, 'ready.service'))) return;
      for (const file of globSync(join(version, 'deploy', 'ready*.{service,timer}'))) replaceUnit(file);
    },

    /** Removes versions that nothing leads to. @param kept folders */
    removeOthers(kept: readonly string[]): void {
      for (const name of readdirSync(versions)) {
        const folder = join(versions, name);
        if (/^\.?\d|^\.part$/.test(name) && !kept.includes(folder)) rmSync(folder, { recursive: true, force: true });
      }
    },

    /** Makes the folder of the backups, if it does not exist. */
    makeBackups(folder: string): void {
      if (existsSync(folder)) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      giveTo(folder, settings.data);
    },

    /** A backup, restore, export or import that runs now, in words; null if there is none. */
    running(): string | null {
      for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          const [, word] =
            /server\/cli\/main\.ts\0(backup|restore|export|import)\0/.exec(
              readFileSync(`/proc/${id}/cmdline`, 'utf8'),
            ) ?? [];
          if (word !== undefined) return `A ${word} is running (process ${id}): wait for its end.`;
        } catch {
          // It has ended.
        }
      }
      return null;
    },

    /** @throws {StartError} if a disk has less room than the folders on it need. @param wanted bytes by folder */
    requireRoom(wanted: ReadonlyMap<string, number>): void {
      const disks = Map.groupBy(wanted, ([folder]) => statSync(folder).dev);
      for (const on of disks.values()) {
        const [[folder] = ['']] = on;
        const { bavail, bsize } = statfsSync(folder);
        const bytes = on.reduce((sum, [, more]) => sum + more, 0);
        const megabytes = (number: number): string => `${Math.ceil(number / 1_000_000)} MB`;
        if (bavail * bsize < bytes)
          throw new StartError(
            `The disk of ${folder} has ${megabytes(bavail * bsize)} free, and the upgrade needs ${megabytes(bytes)} for copies of the data: make room. Nothing was changed.`,
          );
      }
    },

    /**
     * Starts a version on a copy of the data, asks /ready and doctor, and ends it.
     * @param folder of the copy, which does not exist yet
     * @param backup a backup, or an export
     * @returns the seconds until it was ready, and the problems that it has
     */
    async tryOn(version: string, folder: string, backup: string): Promise<{ seconds: number; problems: string[] }> {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { mode: 0o700 });
      const env: Env = { ...process.env, READY_DATA: folder, HOST: '127.0.0.1', PORT: String(await freePort()) };
      // These reach further than the copy.
      for (const name of ['DATABASE_URL', 'READY_CHECKPOINT_FILE', 'READY_TIMESTAMP_URL']) delete env[name];
      giveTo(folder, existsSync(settings.data) ? settings.data : dirname(backup));
      if (settings.databaseUrl === null) await copy(version, backup, join(folder, 'ready.db'));
      const key = join(settings.data, 'records.key');
      if (existsSync(key)) await copy(version, key, join(folder, 'records.key'));
      const begun = performance.now();
      if (settings.databaseUrl !== null) await command(version, ['import', backup], env);
      const server = node(version, ['server/start.mjs'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      const ended = once(server, 'close');
      const said = textOf(server.stderr);
      try {
        const trial = readSettings(env);
        let refused = 0;
        for (;;) {
          const answer = await askReady(trial, 5);
          if (answer === 200) break;
          // No server listens while the copy is migrated, however long that takes.
          if (answer !== 'nobody') refused += 1;
          if (refused > REFUSED_MOST) return { seconds: 0, problems: [`it answers ${answer} to /ready`] };
          if (server.exitCode !== null || server.signalCode !== null)
            return { seconds: 0, problems: [(await said).trim()] };
          if (performance.now() - begun > TRIAL_MOST)
            return { seconds: 0, problems: [`it is not ready after ${TRIAL_MOST / 60_000} minutes`] };
          await delay(200);
        }
        const seconds = (performance.now() - begun) / 1000;
        return { seconds, problems: await doctor(version, env) };
      } finally {
        server.kill('SIGTERM');
        const late = setTimeout(() => server.kill('SIGKILL'), STOP_MOST);
        await ended;
        clearTimeout(late);
        rmSync(folder, { recursive: true, force: true });
      }
    },

    /**
     * Watches the server until it was ready for some seconds without a break.
     * @param least seconds
     * @param limit seconds after which it stays bad
     * @returns its last answer if it is not ready; null if all is well
     */
    async watch(least: number, limit: number): Promise<string | null> {
      const begun = performance.now();
      let since: number | null = null;
      for (;;) {
        const answer = await askReady(settings, 5);
        const now = performance.now();
        if (answer !== 200) since = null;
        else since ??= now;
        if (since !== null && now - since >= least * 1000) return null;
        if (since === null && now - begun > limit * 1000)
          return answer === 'nobody' ? 'it does not start' : `it answers ${answer} to /ready`;
        await delay(250);
      }
    },

    /** The folder to which the program's link leads. */
    current: (): string => realpathSync(program),
  };
}
