import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

import type { Plugin } from 'vite';

import { chartsPlugin } from './tools/build/charts-plugin.ts';
import { framePlugin } from './tools/build/frame-plugin.ts';
import { CLASS_NAMES, pagePlugin } from './tools/build/page-plugin.ts';
import { wallPlugin } from './tools/build/wall-plugin.ts';
import { BUILD_TARGETS, OLDEST_BROWSERS } from './src/config/browsers.ts';
import { readEnv } from '#common/config/env.ts';

/** Writes the names of the product and of its browsers where the page shows them before the application does. */
const namesPlugin = (name: string): Plugin => ({
  name: 'ready-names',
  transformIndexHtml: (html) =>
    html
      .replaceAll('%PRODUCT%', () => name.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`))
      .replaceAll('%BROWSERS%', OLDEST_BROWSERS),
});

/**
 * Development isolates the page from other windows as our server does, but for the page that opens Stately's inspector, another window
 * that must reach this one.
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
      wallPlugin(env),
      namesPlugin(env.productName),
      chartsPlugin(hasCharts),
      openerPlugin(),
      pagePlugin(env),
    ],
    // React has had this hook itself since version 18: the stand-in for older ones only passes it on.
    resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
    // The build draws the shell with the same names (tools/build/page-plugin.ts).
    css: { modules: { generateScopedName: CLASS_NAMES } },
    define: {
      BUILT_ENV: JSON.stringify(env),
      HAS_CHARTS: JSON.stringify(hasCharts),
      HAS_INSPECTOR: JSON.stringify(command === 'serve'),
    },
    ...(command === 'build' && mode !== 'static' ? { html: { cspNonce: '__CSP_NONCE__' } } : {}),
    build: {
      outDir: 'dist',
      target: BUILD_TARGETS,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      // The screens' styles are small and go into the page: each file of them would be a request that its screen waits for.
      cssCodeSplit: false,
      // The page's policy allows fonts from its own origin only: nothing becomes a data: address.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'], priority: 2 },
              // Small modules of many screens go into one file: a dozen requests for some hundred bytes each would cost more. Those of boards, displays and people
              // stand for themselves: their screens are many, and most people open none of them. What moves a wall comes with the walls.
              {
                name: 'shared',
                test: /lucide-react|(?:src|common)\/(?!.*[-/](?:account|admin|audit|board|display|live-archive|live-changes|live-truth|managed-list|page-turner|password|people|roles|set-up|users|wall)\b)(routes\/(announced|calls|document|host-clock)|api|calls|machines|config|ui\/(lists\/(?!delete|detail|templates)|(?!primitives).*\/use-|.*-context|shared\/(keyboard-use|keys|leave-guard|moment|names|phase|when-idle)|primitives\/\w+\/(card|skeleton|empty-state|native-select|outcome-slot|live-badge)))/,
                minShareCount: 2,
                priority: 1,
              },
              { name: 'dialogs', test: /src\/ui\/primitives\/overlays\/(alert-)?dialog/, minShareCount: 2 },
            ],
          },
        },
      },
    },
    server: {
      // What the tests and a build write beside it is no reason to load an open page anew.
      watch: { ignored: ['**/.cache/**', '**/dist/**', '**/data/**'] },
      ...(referenceServer && {
        proxy: Object.fromEntries(['/auth', '/v1', '/events'].map((path) => [path, { target: referenceServer }])),
      }),
    },
  };
});
