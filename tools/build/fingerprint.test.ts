import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { isBuildCurrent, recordBuild, sourceFingerprint } from './fingerprint.ts';

let root = '';
const write = (path: string, content: string): Promise<void> => writeFile(join(root, path), content);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ready-build-'));
  await mkdir(join(root, 'src', 'ui'), { recursive: true });
  await mkdir(join(root, 'dist'));
  await write('src/main.tsx', 'one');
  await write('src/ui/screen.tsx', 'two');
  await write('package-lock.json', '{}');
  await write('dist/index.html', 'page');
  await recordBuild(await sourceFingerprint(root, {}), root);
});
afterEach(() => rm(root, { recursive: true }));

it('takes a build for current when only times have changed, or a test', async () => {
  await utimes(join(root, 'src/main.tsx'), 0, 0);
  await write('src/ui/screen.test.tsx', 'a test');
  expect(await isBuildCurrent(root, { HOME: 'elsewhere' })).toBe(true);
});

it.each([
  ['a source changed', () => write('src/ui/screen.tsx', 'three')],
  ['a source was added', () => write('src/ui/other.tsx', '')],
  ['a source was removed', () => rm(join(root, 'src/main.tsx'))],
  ['a dependency changed', () => write('package-lock.json', '{"lockfileVersion":3}')],
  ['another page stands in dist', () => write('dist/index.html', 'another page')],
  ['dist was removed', () => rm(join(root, 'dist'), { recursive: true })],
])('asks for a new build when %s', async (_what, change) => {
  await change();
  expect(await isBuildCurrent(root, {})).toBe(false);
});

it('does not take a build without the living charts for one that has them, nor the other way round', async () => {
  const env = { READY_CHARTS: '1' };
  expect(await isBuildCurrent(root, env)).toBe(false);
  await recordBuild(await sourceFingerprint(root, env), root);
  expect(await isBuildCurrent(root, env)).toBe(true);
  expect(await isBuildCurrent(root, {})).toBe(false);
});

it('asks for a new build when a setting changed', async () => {
  expect(await isBuildCurrent(root, { VITE_PRODUCT_NAME: 'Other' })).toBe(false);
});
