import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

import type { Plugin } from 'vite';

import { framePlugin } from './scripts/frame-plugin.ts';

/** Writes the product's name where the page shows it before the application does. */
const productNamePlugin = (name: string): Plugin => ({
  name: 'ready-product-name',
  transformIndexHtml: (html) =>
    html.replaceAll('%PRODUCT%', () => name.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)),
});

/** `--mode static` builds for a host that sends no nonce: no placeholder may remain in the page. */
export default defineConfig(({ command, mode }) => {
  const productName = loadEnv(mode, import.meta.dirname, 'VITE_')['VITE_PRODUCT_NAME'] || 'Ready';
  const referenceServer = process.env['READY_DEV_SERVER'];
  return {
    plugins: [react(), framePlugin(), productNamePlugin(productName)],
    ...(command === 'build' && mode !== 'static' ? { html: { cspNonce: '__CSP_NONCE__' } } : {}),
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      // The page's policy allows fonts from its own origin only: nothing becomes a data: address.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
        },
      },
    },
    server: referenceServer
      ? { proxy: Object.fromEntries(['/auth', '/v1', '/events'].map((path) => [path, { target: referenceServer }])) }
      : {},
  };
});
