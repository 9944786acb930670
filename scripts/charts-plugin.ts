import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import type { Plugin } from 'vite';

const NAME = 'virtual:ready-charts';
const script = resolve(import.meta.dirname, 'charts', 'live.ts');
const run = promisify(execFile);
/** Bytes of the drawings as text; they are about half a million. */
const MOST = 64_000_000;

/** A process of its own: it reads the charts as they are written now, and the layout's memory is not the bundler's. */
async function drawn(): Promise<string> {
  const { stdout } = await run(process.execPath, [script], { maxBuffer: MOST });
  return stdout;
}

/**
 * Gives `/__charts` the drawings of all machines, made when they are first asked for, and anew when a machine's file has changed.
 * A build without the flag never asks.
 */
export function chartsPlugin(): Plugin {
  let root = '';
  let text: Promise<string> | null = null;
  return {
    name: 'ready-charts',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      text ??= drawn();
      // Parsing a string is quicker for a browser than reading an object of this size.
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
