import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { build } from 'vite';

import { isBuildCurrent, recordBuild, sourceFingerprint } from './fingerprint.ts';

const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/**
 * Compresses each script and style sheet of a build at the highest level: our server sends the `.br` or the `.gz` beside a file.
 * @param folder of the build
 */
export async function packAssets(folder: string): Promise<void> {
  for await (const name of glob('assets/*.{js,css}', { cwd: folder })) {
    const file = join(folder, name);
    const bytes = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params: QUALITY }));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}

/**
 * Builds the SPA into `dist/`. The new build replaces the old one only when it is complete: a build that fails or is
 * stopped changes nothing. With READY_CHARTS=1 in the environment it has the living charts at `/__charts`.
 * @param options `mode` is Vite's; `quiet` prints warnings only; `out` is another folder than `dist/`, which then stays
 * as it is
 * @throws Vite's errors when the sources cannot be built
 */
export async function buildProduct(options: { mode?: string; quiet?: boolean; out?: string } = {}): Promise<void> {
  const fingerprint = await sourceFingerprint();
  const fresh = join(root, '.cache', `dist-${process.pid}`);
  await mkdir(join(root, '.cache'), { recursive: true });
  const before = process.env['NODE_ENV'];
  // Vite uses it as its mode if it is set, as by vitest, and would build the libraries' development code.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      root,
      mode: options.mode ?? 'production',
      logLevel: options.quiet ? 'warn' : 'info',
      build: { outDir: fresh, emptyOutDir: true },
    });
    await packAssets(fresh);
    const target = options.out === undefined ? dist : resolve(options.out);
    await rm(target, { recursive: true, force: true });
    if (options.out === undefined) await rename(fresh, target);
    // A rename fails if the folders are on different disks.
    else await cp(fresh, target, { recursive: true });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
    await rm(fresh, { recursive: true, force: true });
  }
  if (options.out !== undefined) return;
  await recordBuild(options.mode === undefined ? fingerprint : `${options.mode} ${fingerprint}`);
}

/**
 * Builds the SPA unless `dist/` has the build of the present sources.
 * @throws Vite's errors when the sources cannot be built
 */
export async function ensureBuilt(): Promise<void> {
  if (!(await isBuildCurrent())) await buildProduct({ quiet: true });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { 'if-needed': { type: 'boolean' }, static: { type: 'boolean' }, out: { type: 'string' } },
  });
  const { out } = values;
  if (values['if-needed']) await ensureBuilt();
  else await buildProduct({ ...(values.static && { mode: 'static' }), ...(out !== undefined && { out, quiet: true }) });
}
