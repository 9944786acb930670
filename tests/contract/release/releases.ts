import { execFile } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { writeDistFixture } from '#tests/support/hosts/server.ts';

const root = resolve(import.meta.dirname, '../../..');

type Locked = { dev?: boolean; devOptional?: boolean; optional?: boolean; link?: boolean };

/** Copies the tree of a production machine: what is not for development, and the packages that `npm ci --omit=dev --omit=optional` leaves, except Node. */
export async function productionTree(folder: string): Promise<string> {
  const parts = ['common', 'server', 'templates', 'deploy', 'docs/operations.md', 'package.json', 'package-lock.json'];
  for (const name of [...parts, 'tools/run/require-node.mjs'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  await writeDistFixture(join(folder, 'dist'));
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const kept = Object.entries(packages).filter(
    // Node itself, 120 MB of it, is what runs this test.
    ([path, { dev, devOptional, optional, link }]) =>
      // Our own packages are linked, and for development only.
      path !== '' && path !== 'node_modules/node' && !dev && !devOptional && !optional && !link,
  );
  for (const [path] of kept) {
    for (const name of readdirSync(join(root, path)).filter((one) => one !== 'node_modules'))
      cpSync(join(root, path, name), join(folder, path, name), { recursive: true });
  }
  return folder;
}

/** Writes the head of a program for a processor, in place of 120 MB. @param machine its number in such heads */
export async function writeProgramHead(file: string, machine: number): Promise<string> {
  const head = Buffer.alloc(64);
  head.write('\x7fELF');
  head.writeUInt16LE(machine, 18);
  await writeFile(file, head);
  return file;
}

/** Makes a release of a tree. @returns what the tool printed. @throws if it fails */
export async function release(tree: string, out: string, args: readonly string[], key?: string): Promise<string> {
  const options = ['tools/release/release.ts', '--fast', '--tree', tree, '--out', out, ...args];
  const env = {
    PATH: process.env['PATH'],
    SOURCE_DATE_EPOCH: '1700000000',
    ...(key !== undefined && { READY_RELEASE_KEY: key }),
  };
  return (await promisify(execFile)(process.execPath, options, { cwd: root, env })).stdout;
}
