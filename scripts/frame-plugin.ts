import { resolve } from 'node:path';

import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

// Relative: Vite bundles its configuration into a place where the package's own import names do not resolve.
import { configureFrameHtml, frameHeaders, framePolicy } from '../src/document/frame-headers.ts';
import type { FrameHeaderOptions } from '../src/document/frame-headers.ts';

const bridge = resolve(import.meta.dirname, '../src/document/frame/bridge.ts');

export type FrameBuildOptions = FrameHeaderOptions & {
  /** Minified as shipped; false keeps names for debugging. */
  readonly minify?: boolean;
};

async function buildBridge(minify: boolean): Promise<string> {
  const result = (await build({
    configFile: false,
    root: resolve(import.meta.dirname, '..'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      minify,
      target: 'es2023',
      rolldownOptions: { input: bridge, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const chunk = [result].flat()[0]?.output[0];
  if (chunk?.type !== 'chunk' || chunk.imports.length > 0) throw new Error('The bridge must build to one script.');
  return chunk.code.trim();
}

/**
 * Builds `frame.html`: the bridge as one inline script, and the policy in a meta element for hosts that send no headers.
 * @param options the operator's widening; `appOrigin` where the frame is on another host than the app
 * @throws what Vite throws when the bridge cannot be built
 */
export async function buildFrameHtml(options: FrameBuildOptions = {}): Promise<string> {
  const code = (await buildBridge(options.minify ?? true))
    .replaceAll('</script', String.raw`<\/script`)
    .replaceAll('<!--', String.raw`<\!--`);
  return configureFrameHtml(
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Document</title>' +
      `<meta http-equiv="Content-Security-Policy" content="${framePolicy().join('; ')}">` +
      // Without it the empty frame is painted white in a dark page until its document comes.
      '<meta name="color-scheme" content="light dark">' +
      `<meta name="referrer" content="no-referrer"></head><body><script>${code}</script></body></html>\n`,
    options,
  );
}

/** Emits `frame.html` beside `index.html`, and serves it in development as it is, with its headers and without Vite's own scripts. */
export function framePlugin(options: FrameBuildOptions = {}): Plugin {
  return {
    name: 'ready-frame',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'frame.html', source: await buildFrameHtml(options) });
    },
    configureServer(server) {
      let html: Promise<string> | null = null;
      server.watcher.on('change', (path) => {
        if (path.includes('document')) html = null;
      });
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        if (url.pathname !== '/frame.html') return next();
        html ??= buildFrameHtml({ ...options, minify: false });
        const headers = frameHeaders({ ...options, print: url.searchParams.get('print') === '1' });
        const answer = (body: string): void => {
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.end(body);
        };
        return void html.then(answer, next);
      });
    },
  };
}
