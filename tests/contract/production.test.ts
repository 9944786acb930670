import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { writeDistFixture } from '#tests/support/server.ts';
import { givenFolder } from './given.ts';

const root = resolve(import.meta.dirname, '..', '..');
const base = givenFolder();

type Locked = { dev?: boolean; devOptional?: boolean; optional?: boolean };
type Ended = { code: number; out: string; error: string };

/** A production machine's tree: what is not for development, and the packages that `npm ci --omit=dev --omit=optional` leaves. */
async function productionTree(folder: string): Promise<string> {
  for (const name of ['server', 'src', 'templates', 'package.json', 'scripts/require-node.mjs']) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await writeDistFixture(join(folder, 'dist'));
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const kept = Object.entries(packages).filter(
    // Node itself, 120 MB of it, is what runs this test.
    ([path, { dev, devOptional, optional }]) =>
      path !== '' && path !== 'node_modules/node' && !dev && !devOptional && !optional,
  );
  for (const [path] of kept) {
    await mkdir(join(folder, path), { recursive: true });
    await cp(join(root, path), join(folder, path), {
      recursive: true,
      filter: (from) => !from.startsWith(join(root, path, 'node_modules')),
    });
  }
  return folder;
}

const settings = { PORT: '0', HOST: '127.0.0.1', READY_DATA: join(base, 'data') };

async function run(cwd: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd, env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close') as Promise<[number]>;
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, error };
}

describe('a machine without development packages', () => {
  it('runs the server and the command line', async () => {
    const tree = await productionTree(join(base, 'tree'));
    const server = spawn(process.execPath, ['server/start.mjs', '--empty'], { cwd: tree, env: settings });
    const ended = once(server, 'close') as Promise<[number]>;
    const error = text(server.stderr);
    let said = '';
    for await (const part of server.stdout.setEncoding('utf8')) {
      said += String(part);
      if (said.includes('Press Ctrl+C')) break;
    }
    const [, origin] = /^Ready is running at (\S+)$/m.exec(said) ?? [];
    expect([said, await (origin === undefined ? error : '')]).toEqual([expect.stringContaining('http://'), '']);
    expect((await fetch(`${String(origin)}/ready`)).status).toBe(200);
    const page = await fetch(`${String(origin)}/login`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const added = await run(tree, ['server/cli/main.ts', 'org', 'add', 'Harbor Fire']);
    expect([added.code, added.error]).toEqual([0, '']);
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await error).toBe('');
  });
});

describe('a Node that is too old', () => {
  // The check reads the version from the process, which says another one here before any file of ours is loaded.
  const older =
    "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.2'}})";

  it.each(['server/start.mjs', 'scripts/build.ts', 'server/cli/main.ts'])(
    'is told so in one sentence by %s',
    async (file) => {
      const check = file.endsWith('.mjs') ? [] : ['--import', './scripts/require-node.mjs'];
      const { code, out, error } = await run(root, ['--import', older, ...check, file]);
      expect([code, out]).toEqual([1, '']);
      expect(error).toMatch(/^Ready needs Node 24\.7 or newer and brings its own, but this is Node 20\.19\.2: .+\.\n$/);
    },
  );
});
