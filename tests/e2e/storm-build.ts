import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Rolldown } from 'vite';

/**
 * Builds the page of the refresh storm (`storm-page.ts`) as a host serves the application.
 * @param folder where its files go
 */
export async function buildStormPage(folder: string): Promise<void> {
  const result = (await build({
    configFile: false,
    root: resolve(import.meta.dirname, '..', '..'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'storm-page.ts'),
        output: { format: 'es', codeSplitting: false, entryFileNames: 'storm.js' },
      },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const script = [result].flat()[0]?.output[0];
  if (script?.type !== 'chunk') throw new Error('The storm page did not build.');
  await writeFile(join(folder, 'storm.js'), script.code);
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><title>Storm</title><script type="module" nonce="__CSP_NONCE__" src="/storm.js"></script>',
  );
  await writeFile(join(folder, 'frame.html'), '<!doctype html><title>Document</title>');
}
