import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

import type { Plugin } from 'vite';

import { buildScript } from './build-script.ts';

const script = resolve(import.meta.dirname, '../../src/page/verify.ts');

const STYLE = `:root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif}body{max-width:44rem;margin:2rem auto;padding:0 1rem}
label{display:block;margin:1rem 0}textarea{display:block;width:100%;box-sizing:border-box;font:.875rem monospace}
#state{font-weight:bold;min-height:1.5em}#result{border-inline-start:.3rem solid;padding-inline-start:1rem}#result:empty{display:none}
#result[data-fits=true]{border-color:#2a7f3f}#result[data-fits=false]{border-color:#c0392b}p{overflow-wrap:anywhere}`;

const BODY = `<main><h1>Check records of Ready</h1>
<p>Takes the ZIP of records with their proof, or the folder that was made of it. It is checked here, in this page: nothing is sent anywhere. You can also drop it on this page.</p>
<label>The ZIP <input id="zip" type="file" accept=".zip"></label>
<label>Or its folder <input id="folder" type="file" webkitdirectory></label>
<label>A checkpoint that you kept elsewhere, such as from a printed record, to see that nothing was removed since (may stay empty)
<textarea id="kept" rows="7" spellcheck="false" autocomplete="off"></textarea></label>
<p id="state" role="status"></p><div id="result"></div>
<noscript><p>This page needs JavaScript. README.txt says how to check by hand.</p></noscript></main>`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Builds `verify.html`: one file that checks a bundle from a disk, without a network.
 * @throws Vite's errors when the script cannot be built
 */
export async function buildVerifyHtml(): Promise<string> {
  const code = (await buildScript(script))
    .replaceAll('</script', String.raw`<\/script`)
    .replaceAll('<!--', String.raw`<\!--`);
  const policy = `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(STYLE)}; base-uri 'none'; form-action 'none'`;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<meta http-equiv="Content-Security-Policy" content="${policy}"><title>Check records of Ready</title>` +
    `<style>${STYLE}</style></head><body>${BODY}<script>${code}</script></body></html>\n`
  );
}

/** Emits `verify.html` beside `index.html`: the server puts it into each bundle. */
export const verifyPlugin = (): Plugin => ({
  name: 'ready-verify',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'verify.html', source: await buildVerifyHtml() });
  },
});
