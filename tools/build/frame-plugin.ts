import { resolve } from 'node:path';

import type { Plugin } from 'vite';

// Relative: Vite bundles its configuration into a place where the package's own import names do not resolve.
import { configureFrameHtml, frameHeaders, framePolicy } from '#common/config/frame-headers.ts';
import type { FrameHeaderOptions } from '#common/config/frame-headers.ts';
import { buildScript } from './build-script.ts';

const bridge = resolve(import.meta.dirname, '../../src/document/frame/bridge.ts');

/** Globals of the bridge that a script of the document may replace with others of the same name. */
const TAKEN =
  'CSSStyleSheet,DOMParser,Date,Element,Event,HTMLElement,HTMLFormElement,HTMLIFrameElement,Intl,MessagePort,MutationObserver,Node,NodeFilter,' +
  'Promise,RegExp,ResizeObserver,String,Symbol,Text,addEventListener,clearTimeout,console,decodeURIComponent,getComputedStyle,getSelection,' +
  'matchMedia,navigator,performance,removeEventListener,requestAnimationFrame,scrollTo,setTimeout';

/** Collections whose methods a script may replace as well: old helpers are called `Map`, and change the browser's own. */
const COLLECTIONS = 'Map,Set,WeakMap,WeakSet';

/** Objects whose functions a script may replace as well: MooTools has an `Array.from` of its own. */
const NAMESPACES = 'Array,JSON,Math,Object,Reflect';

const taken = (names: string): string => `[${names}]=[${names.replaceAll(/\w+/g, 'globalThis.$&')}]`;

/**
 * Code before the bridge's own, in its scope: these names keep the values that the realm had when the frame was made.
 * Strict, so that no function of the document that the bridge calls can find its caller.
 */
const INTRO = `"use strict";const copyMembers=(from,to)=>{
  const{ownKeys,defineProperty,getOwnPropertyDescriptor}=globalThis.Reflect;
  for(const name of ownKeys(from))if(name!=="constructor")defineProperty(to,name,getOwnPropertyDescriptor(from,name));
  return to},
{${TAKEN}}=globalThis,
${taken(COLLECTIONS)}.map((Kind)=>{class Own extends Kind{}copyMembers(Kind.prototype,Own.prototype);return Own}),
${taken(NAMESPACES)}.map((own)=>copyMembers(own,{}));`;

export type FrameBuildOptions = FrameHeaderOptions & {
  /** Minified as shipped; false keeps names for debugging. */
  readonly minify?: boolean;
};

/**
 * Builds `frame.html`: the bridge as one inline script, and the policy in a meta element for hosts that send no
 * headers.
 * @param options origins from which the operator lets documents load; `appOrigin` if the frame is on another host than
 * the app
 * @throws Vite's errors when the bridge cannot be built
 */
export async function buildFrameHtml(options: FrameBuildOptions = {}): Promise<string> {
  const code = (await buildScript(bridge, { minify: options.minify ?? true }, { intro: INTRO }))
    .replaceAll('</script', String.raw`<\/script`)
    .replaceAll('<!--', String.raw`<\!--`);
  return configureFrameHtml(
    // While it waits for its document it is as dark as the page. Set on the element and not in a meta element, which
    // would outlive this page: a document without rules for dark systems would get their white text.
    '<!doctype html><html lang="en" style="color-scheme:light dark"><head><meta charset="utf-8"><title>Document</title>' +
      `<meta http-equiv="Content-Security-Policy" content="${framePolicy().join('; ')}">` +
      `<meta name="referrer" content="no-referrer"></head><body><script>${code}</script></body></html>\n`,
    options,
  );
}

/** Emits `frame.html` beside `index.html`, and serves it in development with its headers and without Vite's own scripts. */
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
