import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const projectRoot = resolve(import.meta.dirname, '../..');

const sources = [
  'index.html',
  'frame.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  '.env*',
  'public/**/*',
  'common/**/*',
  'src/**/*',
  'tools/build/*.ts',
];

/** Sources of the living charts, for a build that has them. */
const drawing = ['packages/xstate-chart-svg/src/**/*'];

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/**
 * One hash of a build's inputs: the content of its sources, the lockfile and the `VITE_…` settings. Modification times
 * are not used: a checkout or a copy changes them.
 * @param root the project's folder
 * @param env source of the settings
 */
export async function sourceFingerprint(
  root: string = projectRoot,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const hash = createHash('sha256');
  const files = globSync(env['READY_CHARTS'] === '1' ? [...sources, ...drawing] : sources, {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files) hash.update(`${file.slice(root.length)}\0${hashOf(await readFile(file))}\n`);
  const settings = Object.entries(env).filter(([name]) => name.startsWith('VITE_') || name === 'READY_CHARTS');
  hash.update(JSON.stringify(settings.toSorted(([a], [b]) => (a < b ? -1 : 1))));
  return hash.digest('hex');
}

const stampFile = (root: string): string => join(root, '.cache', 'build');
const builtPage = (root: string): string => join(root, 'dist', 'index.html');

/** The built page is part of the stamp: a `dist/` of another program is not mistaken for this build. */
async function stampOf(root: string, fingerprint: string): Promise<string> {
  return `${fingerprint} ${hashOf(await readFile(builtPage(root)))}`;
}

/**
 * Notes that `dist/` now contains the build of these sources.
 * @param fingerprint from `sourceFingerprint`, computed before the build
 * @param root the project's folder
 */
export async function recordBuild(fingerprint: string, root: string = projectRoot): Promise<void> {
  await mkdir(dirname(stampFile(root)), { recursive: true });
  await writeFile(stampFile(root), await stampOf(root, fingerprint));
}

/**
 * @param root the project's folder
 * @param env source of the settings
 * @returns true if `dist/` is the build of the present sources
 */
export async function isBuildCurrent(
  root: string = projectRoot,
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  if (!existsSync(stampFile(root)) || !existsSync(builtPage(root))) return false;
  return (await readFile(stampFile(root), 'utf8')) === (await stampOf(root, await sourceFingerprint(root, env)));
}
