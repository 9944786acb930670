import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Plugin } from 'vite';

// Relative: Vite bundles its configuration into a place where the package's own import names do not resolve.
import type { Env } from '#common/config/env.ts';
import { WALL_WORKER } from '../../src/config/wall.ts';
import { buildScript } from './build-script.ts';

const folder = resolve(import.meta.dirname, '../../src/wall');

/** Builds the worker of screens in wall mode, with the page that it shows while the host is away. */
async function buildWorker(env: Env): Promise<string> {
  const settings = `const API_HOST=${JSON.stringify(env.apiHost)};`;
  const script = await buildScript(resolve(folder, 'waiting.ts'), {}, { intro: settings });
  if (/<\/script|<!--/i.test(script)) throw new Error('src/wall/waiting.ts cannot stand in a page.');
  const name = env.productName.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const html = (await readFile(resolve(folder, 'waiting.html'), 'utf8'))
    .replaceAll('%PRODUCT%', () => name)
    .replace(/__SCRIPT__;/, () => script);
  const page = `const WAITING_PAGE=${JSON.stringify(html)};`;
  return buildScript(resolve(folder, 'worker.ts'), {}, { intro: settings + page });
}

/**
 * Emits the worker beside the application's page. In development there is none, and a wall that loses its host shows
 * the browser's own error.
 */
export function wallPlugin(env: Env): Plugin {
  return {
    name: 'ready-wall',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: WALL_WORKER.slice(1), source: await buildWorker(env) });
    },
  };
}
