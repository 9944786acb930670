import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import type { Plugin } from 'vite';

import { MORE_PAGES_META } from '#common/config/env.ts';
import { CHARTS_PATH } from '../../src/inspect/wire.ts';

const NAME = 'virtual:ready-charts';
const script = resolve(import.meta.dirname, '../charts/live.ts');
const run = promisify(execFile);
/** Maximum size of the drawings as text, in bytes; they are about half a million. */
const MOST = 64_000_000;

/** Runs in a process of its own: it reads the charts as they are on the disk now, and frees the layout's memory when it ends. */
async function drawn(): Promise<string> {
  const { stdout } = await run(process.execPath, [script], { maxBuffer: MOST });
  return stdout;
}

/**
 * Provides the drawings of all machines to `/__charts`; they are made when they are first imported, and again when a
 * machine's file has changed.
 * @param isThere true if the build has them: the page then announces `/__charts` to the server as one of its addresses
 */
export function chartsPlugin(isThere: boolean): Plugin {
  let root = '';
  let text: Promise<string> | null = null;
  return {
    name: 'ready-charts',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: () =>
      isThere ? [{ tag: 'meta', attrs: { name: MORE_PAGES_META, content: CHARTS_PATH }, injectTo: 'head' }] : [],
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      text ??= drawn();
      // A browser parses a JSON string of this size faster than an object literal.
      return `export const charts = JSON.parse(${JSON.stringify(await text)});`;
    },
    configureServer(server) {
      server.watcher.on('change', (path) => {
        if (!path.startsWith(resolve(root, 'src', 'machines'))) return;
        text = null;
        const module = server.environments.client.moduleGraph.getModuleById(`\0${NAME}`);
        if (module) server.environments.client.moduleGraph.invalidateModule(module);
      });
    },
  };
}
