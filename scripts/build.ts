import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { build } from 'vite';

import { isBuildCurrent, recordBuild, sourceFingerprint } from './fingerprint.ts';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');

/**
 * Builds the SPA into `dist/`. The new build takes the place of the old one only when it is complete: a build that fails or is
 * stopped leaves what is there.
 * @param options `mode` is Vite's; `quiet` prints warnings only
 * @throws what Vite throws when the sources cannot be built
 */
export async function buildProduct(options: { mode?: string; quiet?: boolean } = {}): Promise<void> {
  const fingerprint = await sourceFingerprint();
  const fresh = join(root, '.cache', `dist-${process.pid}`);
  await mkdir(join(root, '.cache'), { recursive: true });
  try {
    await build({
      root,
      mode: options.mode ?? 'production',
      logLevel: options.quiet ? 'warn' : 'info',
      build: { outDir: fresh, emptyOutDir: true },
    });
    await rm(dist, { recursive: true, force: true });
    await rename(fresh, dist);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  await recordBuild(options.mode === undefined ? fingerprint : `${options.mode} ${fingerprint}`);
}

/**
 * Builds the SPA unless `dist/` already is what its sources give.
 * @throws what Vite throws when the sources cannot be built
 */
export async function ensureBuilt(): Promise<void> {
  if (!(await isBuildCurrent())) await buildProduct({ quiet: true });
}

if (import.meta.main) {
  if (process.argv.includes('--if-needed')) await ensureBuilt();
  else await buildProduct(process.argv.includes('--static') ? { mode: 'static' } : {});
}
