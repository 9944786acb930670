import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildScript } from '../../../tools/build/build-script.ts';

/**
 * Builds the page of the refresh storm (`storm-page.ts`) as a host serves the application.
 * @param onCleanup receives a function that removes it @returns its folder
 */
export async function buildStormPage(onCleanup: (remove: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ready-storm-'));
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'storm.js'), await buildScript(resolve(import.meta.dirname, 'storm-page.ts')));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><title>Storm</title><script type="module" nonce="__CSP_NONCE__" src="/storm.js"></script>',
  );
  await writeFile(join(folder, 'frame.html'), '<!doctype html><title>Document</title>');
  return folder;
}
