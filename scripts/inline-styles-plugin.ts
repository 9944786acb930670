import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Plugin } from 'vite';

const LINK = /<link rel="stylesheet"[^>]*? href="\/([^"]+)"[^>]*?( nonce="[^"]*")?>/;

/** The first frame waits for what the page paints before the application is there: it comes behind the styles, and a browser that stops there to paint shows nothing. */
const WHOLE = '<link rel="expect" href="#painted" blocking="render">';

/**
 * Writes the icon and the one stylesheet of all screens into the page: what a person sees first waits for one answer of the server instead of two, one after the other.
 * @throws when the build has no stylesheet, or one that a page cannot hold
 */
export function inlineStylesPlugin(): Plugin {
  return {
    name: 'ready-inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const [link, name = '', nonce = ''] = LINK.exec(html) ?? [];
        const sheet = bundle?.[name];
        // Without the mark that Vite leaves for itself.
        const text = sheet?.type === 'asset' ? String(sheet.source).replace(/\s*\/\*\$vite\$:\d+\*\/\s*/g, '') : '';
        if (link === undefined || text === '' || text.includes('</')) throw new Error('The page has no stylesheet.');
        delete bundle?.[name];
        const icon = readFileSync(resolve(import.meta.dirname, '..', 'public', 'icon.svg'), 'utf8').trim();
        return html
          .replace('href="/icon.svg"', () => `href="data:image/svg+xml,${encodeURIComponent(icon)}"`)
          .replace(link, () => `${WHOLE}<style${nonce}>${text}</style>`);
      },
    },
  };
}
