import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { framePlugin } from './scripts/frame-plugin.ts';

/** `--mode static` builds for a host that sends no nonce: no placeholder may remain in the page. */
export default defineConfig(({ command, mode }) => {
  const referenceServer = process.env['READY_DEV_SERVER'];
  return {
    plugins: [react(), framePlugin()],
    ...(command === 'build' && mode !== 'static' ? { html: { cspNonce: '__CSP_NONCE__' } } : {}),
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      // The page's policy allows fonts from its own origin only: nothing becomes a data: address.
      assetsInlineLimit: 0,
    },
    server: referenceServer
      ? { proxy: Object.fromEntries(['/auth', '/v1', '/events'].map((path) => [path, { target: referenceServer }])) }
      : {},
  };
});
