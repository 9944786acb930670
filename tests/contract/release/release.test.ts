import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inFull } from '../../../tools/test/suites.ts';
import { notTried } from '#tests/support/not-tried.ts';
import { forThisTest, givenFolder } from '../given.ts';
import { emptyMachine, type EmptyMachine } from './empty-machine.ts';
import { productionTree, release, writeProgramHead } from './releases.ts';
import { startWriter } from './writer.ts';

const base = givenFolder();
const out = join(base, 'out');
const LIMIT = 600_000;
const fileOf = (version: string, arch: string = process.arch): string =>
  join(out, `ready-${version}-linux-${arch}.tar.gz`);

beforeAll(async () => {
  await mkdir(out);
  await productionTree(join(base, 'tree'));
}, LIMIT);

describe('npm run release', () => {
  it(
    'gives the same bytes for the same sources, from wherever and whenever',
    async () => {
      const other = join(base, 'another folder');
      cpSync(join(base, 'tree'), other, { recursive: true });
      const node = await writeProgramHead(join(base, 'node-x64'), 62);
      const file = join(other, 'server/start.mjs');
      await utimes(file, 1, 1);
      for (const [tree, to] of [
        [join(base, 'tree'), 'one'],
        [other, 'two'],
      ] as const)
        await release(tree, join(base, to), ['--arch', 'x64', '--node', node]);
      const read = (folder: string) => readFile(join(base, folder, 'ready-0.1.0-linux-x64.tar.gz'));
      const [one, two] = [await read('one'), await read('two')];
      expect(one.equals(two)).toBe(true);
      await writeFile(file, `${await readFile(file, 'utf8')}\n`);
      await release(other, join(base, 'two'), ['--arch', 'x64', '--node', node]);
      expect(one.equals(await read('two'))).toBe(false);
    },
    LIMIT,
  );

  it('refuses a Node of another processor', async () => {
    const node = await writeProgramHead(join(base, 'node-arm64'), 183);
    await expect(release(join(base, 'tree'), out, ['--arch', 'x64', '--node', node])).rejects.toThrow(
      'is no program for x64',
    );
  });
});

/** Installs version 0.1.0, and makes an organization with a user and the shipped templates. @returns the user's password */
async function installed(machine: EmptyMachine): Promise<string> {
  await copyFile(fileOf('0.1.0'), join(machine.root, 'files/ready.tar.gz'));
  const ran = await machine.run(
    `cd /files && tar xzf ready.tar.gz && ./ready-0.1.0-linux-*/install --port ${machine.port}`,
  );
  expect(ran).toEqual({ code: 0, said: expect.stringContaining('/first-run#') as string });
  await machine.run("ready org add 'Harbor Fire'");
  const { said } = await machine.run("ready user add chief --org 'Harbor Fire' --level 4");
  await machine.run('ready template import /opt/ready/templates');
  return /: (\S+)$/m.exec(said)?.[1] ?? '';
}

inFull(describe)('a machine without a network, npm, git, a compiler and systemd', () => {
  // Two minutes on two processors: most of them pack and unpack Node.
  it(
    'is installed, upgraded and taken back by one command each, and loses nothing that was acknowledged',
    async (context) => {
      const machine = await emptyMachine(join(base, 'machine'));
      if (!machine) return notTried(context, 'Only root makes a machine with an empty root.');
      await forThisTest(Promise.resolve(machine));
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const key = join(base, 'key.pem');
      await writeFile(key, privateKey.export({ format: 'pem', type: 'pkcs8' }));
      await writeFile(join(machine.root, 'files/key.pub'), publicKey.export({ format: 'pem', type: 'spki' }));
      const tree = join(base, 'tree');
      const node = ['--node', process.execPath];
      await release(tree, out, node);
      await release(tree, out, [...node, '--number', '0.2.0'], key);
      const foreign = process.arch === 'x64' ? (['arm64', 183] as const) : (['x64', 62] as const);
      const head = await writeProgramHead(join(base, 'node-foreign'), foreign[1]);
      await release(tree, out, ['--arch', foreign[0], '--node', head, '--number', '0.2.0']);
      const put = (from: string, to: string) => copyFile(from, join(machine.root, 'files', to));
      await put(fileOf('0.2.0'), 'new.tar.gz');
      await put(fileOf('0.2.0'), 'torn.tar.gz');
      await truncate(join(machine.root, 'files/torn.tar.gz'), 20_000_000);
      await put(fileOf('0.2.0', foreign[0]), 'foreign.tar.gz');

      const password = await installed(machine);
      const again = await machine.run('/files/ready-0.1.0-linux-*/install');
      expect(again).toEqual({ code: 0, said: 'The server runs already.\n' });
      expect((await machine.run('ls /opt/ready-versions')).said.split('\n')).not.toContain('upgrade.json');

      const writer = startWriter(machine.origin, 'chief', password);
      const refused = async (words: RegExp, command: string): Promise<void> => {
        const ran = await machine.run(command);
        expect([command, ran.code, ran.said]).toEqual([command, 1, expect.stringMatching(words)]);
      };
      await refused(/is torn/, 'ready upgrade /files/torn.tar.gz');
      await refused(/^This release is for \w+, and this machine is \w+\.$/m, 'ready upgrade /files/foreign.tar.gz');
      await refused(/is no release of Ready/, 'ready upgrade /etc/passwd');
      await refused(/^Version 0\.1\.0 runs here already/, 'ready upgrade /files/ready.tar.gz');
      await refused(/^There is no version before/, 'ready upgrade --back');
      await refused(/not signed by the key/, '/files/ready-0.1.0-linux-*/install --key /files/key.pub');
      await refused(
        /has files that are not Ready's/,
        'mkdir -p /files/own/data/x && /files/ready-0.1.0-linux-*/install --prefix /files/own',
      );
      await machine.run('mkdir /files/small && mount -t tmpfs -o size=60m none /files/small');
      const install = '/files/ready-0.1.0-linux-*/install --port 4999 --prefix';
      await refused(/^This failed: copied version/m, `${install} /files/small`);
      expect(await machine.run('ls -A /files/small/program-versions')).toEqual({ code: 0, said: '' });
      const rooted = await machine.run(`${install} /files/rooted`);
      expect(rooted).toEqual({ code: 0, said: expect.stringContaining(':4999/first-run#') as string });
      const uprooted = await machine.run(`${install} /files/rooted --uninstall; ls /files/rooted /files/rooted/data`);
      expect(uprooted.said).toMatch(/^Your data stay: \/files\/rooted\/data\.[^]*ready\.db/m);
      await machine.run('mount -t tmpfs -o size=1m none /var/backups/ready');
      await refused(
        /^The disk of \/var\/backups\/ready has \d+ MB free, and the upgrade needs \d+ MB/m,
        'ready upgrade /files/new.tar.gz --key=/files/key.pub',
      );
      await machine.run('umount /var/backups/ready');
      const pretended = machine.start(
        '/opt/ready/node_modules/.bin/node -e "console.log(1); setTimeout(() => {}, 1e6)" server/cli/main.ts backup x',
      );
      const pretendedEnd = once(pretended, 'close');
      await once(pretended.stdout ?? pretended, 'data');
      await refused(/^A backup is running \(process \d+\)/, 'ready upgrade /files/new.tar.gz');
      expect(await machine.kill9('setTimeout')).toBeGreaterThan(0);
      await pretendedEnd;

      const first = machine.start('exec ready upgrade /files/new.tar.gz --key=/files/key.pub --watch=2');
      const firstEnd = once(first, 'close');
      const [begun] = (await once(first.stdout ?? first, 'data')) as [Buffer];
      expect(String(begun)).toMatch(/^Backup, verified/);
      await refused(/^Another upgrade is running/, 'ready upgrade /files/new.tar.gz');
      expect(await firstEnd).toEqual([0, null]);
      expect((await machine.run('ready --version')).said).toMatch(/^Ready 0\.2\.0,/);
      await refused(/^Version 0\.1\.0 is older than 0\.2\.0/, 'ready upgrade /files/ready.tar.gz');
      const amount = writer.acknowledged();
      await expect.poll(() => writer.acknowledged()).toBeGreaterThan(amount);

      const back = await machine.run('ready upgrade --back');
      expect(back).toEqual({ code: 0, said: 'Version 0.1.0 runs again, with all data.\n' });
      const { lost, acknowledged } = await writer.losses();
      expect(lost).toEqual([]);
      expect(acknowledged).toBeGreaterThan(amount);

      const removed = await machine.run('/files/ready-0.1.0-linux-*/install --uninstall');
      expect(removed).toEqual({ code: 0, said: expect.stringContaining('Your data stay: /var/lib/ready.') as string });
      const left = await machine.run('ls /opt /var/lib/ready /etc/systemd/system');
      expect(left.said).toContain('ready.db');
      expect(left.said).not.toMatch(/ready\.service|versions/);
    },
    LIMIT,
  );

  it(
    'finishes or undoes what was killed at any step, and takes back a version that stays bad',
    async (context) => {
      const machine = await emptyMachine(join(base, 'machine of kills'));
      if (!machine) return notTried(context, 'Only root makes a machine with an empty root.');
      await forThisTest(Promise.resolve(machine));
      const tree = join(base, 'tree');
      const node = ['--node', process.execPath];
      await release(tree, out, node);
      await release(tree, out, [...node, '--number', '0.2.0']);
      // It starts on a copy of the data, and never on the data.
      const bad = join(base, 'bad');
      await cp(tree, bad, { recursive: true });
      const start = join(bad, 'server/start.mjs');
      const code = await readFile(start, 'utf8');
      await writeFile(start, `if (process.env.READY_DATA === '/var/lib/ready') process.exit(1);\n${code}`);
      await release(bad, out, [...node, '--number', '0.3.0']);
      for (const [number, name] of [
        ['0.2.0', 'new.tar.gz'],
        ['0.3.0', 'bad.tar.gz'],
      ] as const)
        await copyFile(fileOf(number), join(machine.root, 'files', name));

      const writer = startWriter(machine.origin, 'chief', await installed(machine));
      const servers = async (): Promise<number> =>
        (await machine.run("grep -laE 'server/start[.]mjs' /proc/[0-9]*/cmdline")).said.split('cmdline').length - 1;
      const killed = async (
        command: string,
        isReached: () => Promise<boolean>,
        next = 'ready --version',
      ): Promise<string> => {
        const upgrade = machine.start(command);
        const ended = once(upgrade, 'close');
        await expect.poll(isReached, { timeout: 120_000, interval: 20 }).toBe(true);
        expect(await machine.kill9('upgrade/upgrade.ts')).toBeGreaterThan(0);
        await ended;
        const { said } = await machine.run(next);
        expect([said, await servers()]).toEqual([expect.stringContaining('was cut off'), 1]);
        return /^Ready (\S+),/m.exec(said)?.[1] ?? said;
      };
      const isAt = (step: string) => async (): Promise<boolean> => {
        const state = join(machine.root, 'opt/ready-versions/upgrade.json');
        return (await readFile(state, 'utf8').catch(() => '')).includes(`"step":"${step}"`);
      };
      const isTried = async (): Promise<boolean> =>
        existsSync(join(machine.root, 'var/backups/ready/.ready-trial/ready.db'));
      const forward = 'exec ready upgrade /files/new.tar.gz --watch=2';
      expect(await killed(forward, isAt('trying'))).toBe('0.1.0');
      expect(await killed(forward, isTried)).toBe('0.1.0');
      expect(await killed(forward, isAt('switching'))).toBe('0.2.0');
      expect(await killed('exec ready upgrade --back', isAt('back'))).toBe('0.1.0');
      const backAtOnce = await killed(forward, isAt('switching'), 'ready upgrade --back');
      expect(backAtOnce).toContain('Version 0.1.0 runs again, with all data.');

      const failed = await machine.run('ready upgrade /files/bad.tar.gz --watch=2');
      expect(failed).toEqual({
        code: 1,
        said: expect.stringContaining('Version 0.1.0 runs again, with all data.') as string,
      });
      expect([(await machine.run('ready --version')).said, await servers()]).toEqual([
        expect.stringMatching(/^Ready 0\.1\.0,/),
        1,
      ]);
      const amount = writer.acknowledged();
      await expect.poll(() => writer.acknowledged()).toBeGreaterThan(amount);
      expect((await writer.losses()).lost).toEqual([]);
    },
    LIMIT,
  );

  it(
    'runs each block of docs/operations.md that is not marked, as it is written, and is uninstalled where systemd runs',
    async (context) => {
      const machine = await emptyMachine(join(base, 'machine of the page'));
      if (!machine) return notTried(context, 'Only root makes a machine with an empty root.');
      await forThisTest(Promise.resolve(machine));
      await release(join(base, 'tree'), out, ['--node', process.execPath]);
      await copyFile(fileOf('0.1.0'), join(machine.root, 'files/ready.tar.gz'));
      const done = async (command: string): Promise<void> => {
        const { code, said } = await machine.run(`set -e\n${command}`);
        expect([command, code, said]).toEqual([command, 0, said]);
      };
      await done('cd /files && tar xzf ready.tar.gz && ./ready-0.1.0-linux-*/install');
      // Does by hand what systemd would do.
      const systemctl = `#!/bin/sh
        case "$*" in
          'start ready-backup') exec ready backup --keep 14 /var/backups/ready ;;
          'stop ready' | 'disable --now ready '*) exec ready stop ;;
          'start ready') exec ready start ;;
          *) exit 1 ;;
        esac`;
      await writeFile(join(machine.root, 'bin/systemctl'), systemctl, { mode: 0o755 });
      const page = await readFile(join(base, 'tree/docs/operations.md'), 'utf8');
      const blocks = [...page.matchAll(/^```sh\n([^]*?)\n```$/gm)].map(([, block = '']) => block);
      expect(blocks.length).toBeGreaterThan(10);
      for (const [at, block] of blocks.entries()) {
        await done(block);
        // The reader's own part: another user, and a backup under this name.
        if (at === 0) await done("ready user add sam --org 'Harbor Fire' --level 2");
        if (block.includes('start ready-backup'))
          await done('cp -p "$(ls -t /var/backups/ready/ready-* | head -n 1)" /var/backups/ready/FILE.db');
      }

      // Systemd stops a service whose unit's file is gone.
      await writeFile(
        join(machine.root, 'bin/systemctl'),
        '#!/bin/sh\necho "$*" >>/files/asked\n[ "$1" != is-active ] || exit 3\n',
      );
      await done('mkdir -p /run/systemd/system; rm /etc/systemd/system/ready.service');
      await done('/files/ready-0.1.0-linux-*/install --uninstall --check; [ ! -e /files/asked ]; ls /opt/ready/server');
      await done('/files/ready-0.1.0-linux-*/install --uninstall; [ ! -e /opt/ready ]; ls /var/lib/ready/ready.db');
      expect(await readFile(join(machine.root, 'files/asked'), 'utf8')).toMatch(
        /^stop ready\.service .*\nis-active --quiet ready\.service\ndisable ready\.service .*\ndaemon-reload\n$/,
      );
    },
    LIMIT,
  );
});
