import type { Plugin } from 'vite';

import { MORE_PAGES_META } from '#common/config/env.ts';
import { CHARTS_PATH } from '../../src/inspect/address.ts';

/** Announces `/__charts` to the server as one of the page's addresses. @param isThere true if the build has it */
export const chartsPlugin = (isThere: boolean): Plugin => ({
  name: 'ready-charts',
  transformIndexHtml: () =>
    isThere ? [{ tag: 'meta', attrs: { name: MORE_PAGES_META, content: CHARTS_PATH }, injectTo: 'head' }] : [],
});
