import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { givenFolder, runProgram } from '../given.ts';

const deploy = resolve(import.meta.dirname, '../../../deploy');
const base = givenFolder();
const prefix = join(base, 'ready');
const versions = join(prefix, 'program-versions');
const LEFT = `Your data stay: ${prefix}/data. So do the settings ${prefix}/ready.env and the backups ${prefix}/backups.\n`;

const uninstall = (...args: string[]) =>
  runProgram(join(deploy, 'install'), ['--uninstall', '--prefix', prefix, ...args], {
    cwd: base,
    env: { PATH: process.env['PATH'] ?? '' },
  });
const left = async (): Promise<string[]> => (await readdir(prefix)).toSorted();

beforeEach(async () => {
  await rm(prefix, { recursive: true, force: true });
  await cp(deploy, join(versions, '0.1.0/deploy'), { recursive: true });
  await writeFile(join(versions, '0.1.0/release.json'), '{"version":"0.1.0"}');
  await symlink('program-versions/0.1.0', join(prefix, 'program'));
  for (const folder of ['data', 'backups', 'bin']) await mkdir(join(prefix, folder));
  await writeFile(join(prefix, 'ready.env'), '');
  await writeFile(join(prefix, 'ready.service'), `WorkingDirectory=${prefix}/program\n`);
  await writeFile(join(prefix, 'bin/ready'), '');
});

it.each([
  ['whole', []],
  ['without its unit', ['ready.service']],
  ['without its command', ['bin/ready']],
  ['without its link', ['program', 'ready.service']],
])('an installation, %s, is removed, and again, and its data stay', async (_, gone) => {
  for (const path of gone) await rm(join(prefix, path));
  expect(await uninstall()).toMatchObject({ code: 0, error: '', out: expect.stringContaining(LEFT) as string });
  const kept = ['backups', 'bin', 'data', 'ready.env'];
  expect(await left()).toEqual(kept);
  expect(await uninstall()).toEqual({ code: 0, error: '', out: LEFT });
  // As a removal leaves it that was killed.
  await mkdir(`${versions}.removed-by-ready/0.1.0`, { recursive: true });
  expect(await uninstall()).toMatchObject({ code: 0, error: '' });
  expect(await left()).toEqual(kept);
});

it('changes nothing when it is asked what it would do, and nothing beside an upgrade', async () => {
  const all = await left();
  expect(await uninstall('--check')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^would: stopped the server\n(would: removed .+\n){4}Your data stay/) as string,
  });
  const upgrade = spawn('flock', [join(versions, 'lock'), 'sh', '-c', 'echo locked; exec cat']);
  const ended = once(upgrade, 'close');
  await once(upgrade.stdout, 'data');
  expect(await uninstall()).toEqual({
    code: 1,
    out: '',
    error: 'An upgrade is running: wait for its end. Nothing was removed.\n',
  });
  upgrade.stdin.end();
  await ended;
  expect(await left()).toEqual(all);
});

it('keeps all after an upgrade that was cut off and cannot be finished, and names a command that says why', async () => {
  const own = join(versions, '0.1.0');
  await writeFile(join(versions, 'upgrade.json'), JSON.stringify({ by: own }));
  await rm(join(prefix, 'program'));
  const all = await left();
  expect(await uninstall()).toMatchObject({
    code: 1,
    error: expect.stringContaining(
      `An upgrade was cut off and cannot be finished. Nothing was removed. The reason: READY_UNIT=${prefix}/ready.service ${own}/deploy/ready --version\n`,
    ) as string,
  });
  expect(await left()).toEqual(all);
});
