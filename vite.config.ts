import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

import type { Plugin } from 'vite';

import { chartsPlugin } from './scripts/charts-plugin.ts';
import { framePlugin } from './scripts/frame-plugin.ts';
import { CLASS_NAMES, pagePlugin } from './scripts/page-plugin.ts';
import { readEnv } from './src/config/env.ts';

/** Writes the product's name where the page shows it before the application does. */
const productNamePlugin = (name: string): Plugin => ({
  name: 'ready-product-name',
  transformIndexHtml: (html) =>
    html.replaceAll('%PRODUCT%', () => name.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)),
});

/**
 * Development serves the page as isolated from other windows as our server does. Stately's inspector is another window that must see this one: the page that
 * opens it does without.
 */
const openerPlugin = (): Plugin => ({
  name: 'ready-opener',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
      response.setHeader('Cross-Origin-Opener-Policy', searchParams.has('inspect') ? 'unsafe-none' : 'same-origin');
      next();
    });
  },
});

/** `--mode static` builds for a host that sends no nonce: no placeholder may remain in the page. */
export default defineConfig(({ command, mode }) => {
  const given = loadEnv(mode, import.meta.dirname, 'VITE_');
  const env = readEnv(given);
  const referenceServer = process.env['READY_DEV_SERVER'];
  const hasCharts = command === 'serve' || process.env['READY_CHARTS'] === '1';
  return {
    plugins: [
      react(),
      framePlugin(),
      productNamePlugin(env.productName),
      chartsPlugin(hasCharts),
      openerPlugin(),
      pagePlugin(env),
    ],
    // The build draws the shell with the same names (scripts/page-plugin.ts).
    css: { modules: { generateScopedName: CLASS_NAMES } },
    define: {
      BUILT_ENV: JSON.stringify(env),
      HAS_CHARTS: JSON.stringify(hasCharts),
      HAS_INSPECTOR: JSON.stringify(command === 'serve'),
    },
    ...(command === 'build' && mode !== 'static' ? { html: { cspNonce: '__CSP_NONCE__' } } : {}),
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      // The screens' styles are small, and each file of them would be a request that its screen waits for: they go into the page.
      cssCodeSplit: false,
      // The page's policy allows fonts from its own origin only: nothing becomes a data: address.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'], priority: 2 },
              // Small things of many screens in one file: a dozen files of some hundred bytes are three times the way to the server.
              {
                name: 'shared',
                test: /lucide-react|src\/(app-screens|api|machines|config|ui\/(hooks|primitives\/(card|skeleton|empty-state|native-select|live-badge)|screens\/(shared\/(names|moment|use-problem)|lists)))/,
                minShareCount: 2,
                priority: 1,
              },
            ],
          },
        },
      },
    },
    server: referenceServer
      ? { proxy: Object.fromEntries(['/auth', '/v1', '/events'].map((path) => [path, { target: referenceServer }])) }
      : {},
  };
});
