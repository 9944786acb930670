import { resolve } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

import type { Plugin } from 'vite';

import { chartsPlugin } from './tools/build/charts-plugin.ts';
import { framePlugin } from './tools/build/frame-plugin.ts';
import { CLASS_NAMES, pagePlugin } from './tools/build/page-plugin.ts';
import { verifyPlugin } from './tools/build/verify-plugin.ts';
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

/** What most signed-in screens need, in one file: a request for each of these small modules would cost more than those that a screen does not need. */
const OF_MOST_SCREENS = new RegExp(
  [
    // Excludes the icons that only links to further screens have.
    'lucide-react/(?!.*/(circle-user|list-checks|monitor|scroll-text)[.])',
    'api/(?!streams/(?!host-clock|connectivity)|resources/(boards|roles))',
    'common/calls/(?!admin|audit|board|displays|people|records|roles)',
    'common/config/capabilities',
    'common/document/text/folded',
    'machines/shared/(?!board|managed)',
    'ui/(lists|shared)/(?!use-managed|new-from)',
    'ui/primitives/(use-|layout|feedback|forms/check|overlays/(dialog|alert|frame))',
    'routes/[\\w-]+\\.ts',
  ].join('|'),
);

/** Modules that the build takes in place of others, each with the same exports. */
const REPLACED = [
  // React has had this hook itself since version 18: the stand-in for older ones only passes it on.
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  // The package names its build for development only, with warnings for developers. `react-router/dom`, which nothing uses, would be another copy.
  {
    find: /^react-router$/,
    replacement: resolve(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs'),
  },
];

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
      verifyPlugin(),
      wallPlugin(env),
      namesPlugin(env.productName),
      chartsPlugin(hasCharts),
      openerPlugin(),
      pagePlugin(env),
    ],
    resolve: { alias: command === 'build' ? REPLACED : [] },
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
      // The page's policy allows fonts from its own origin only: nothing becomes a data: address.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // In this order: a module goes with the first group that names it, and takes along what it imports, unless a group before has that.
            groups: [
              { name: 'first', tags: ['$initial'], minShareCount: 1 },
              { name: 'forms', test: /shared\/(messages|use-form)|primitives\/.*\/(outcome-slot|native-select)/ },
              { name: 'reading', test: /(machines\/shared|lists)\/(use-)?reading/ },
              { name: 'screens', test: OF_MOST_SCREENS },
              {
                name: 'radix',
                test: /@radix-ui\/(primitive|react-(context|dismissable-layer|focus-scope|id|portal|presence|slot|use-[\w-]+))\//,
              },
              { name: 'dialogs', test: /overlays\/windows/, minShareCount: 1 },
              {
                name: 'administration',
                test: /calls\/(admin|people|roles)|resources\/roles|shared\/(use-)?managed|session\/admin/,
              },
              { name: 'record-parts', test: /calls\/records|shared\/new-from-archive/ },
              { name: 'boards', test: /config\/boards|calls\/(board|displays)|resources\/boards|shared\/board/ },
              {
                name: 'document',
                test: /src\/(document\/host\/(?!fit)|(machines|ui|routes)\/document\/)|document\/text\/(splice|line-breaks)/,
              },
              { name: 'live', test: /src\/((machines|ui|routes)\/live\/|document\/host\/fit|api\/streams)/ },
              { name: 'board-views', test: /src\/(machines|ui|routes)\/boards\// },
              { name: 'unsaved', test: /src\/(machines|ui|routes)\/(unsaved|documents)\// },
              { name: 'editor', test: /src\/(machines|ui|routes)\/editor\// },
              // With their screens, which are small.
              { name: 'account', test: /(machines|ui|routes)\/account\//, minShareCount: 1 },
              {
                name: 'people',
                test: /(machines|ui|routes)\/people\/(?!user-admin|use-user-admin)/,
                minShareCount: 1,
              },
              { name: 'set-up', test: /(machines|ui|routes)\/set-up\/(?!set-up-context)/, minShareCount: 1 },
              { name: 'records', test: /(machines|ui|routes)\/records\//, minShareCount: 1 },
            ],
            minShareCount: 2,
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
