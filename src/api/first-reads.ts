import type { routePatterns } from '#config/paths.ts';

const TEMPLATES = '/v1/templates';

/**
 * What each screen reads first, as its own calls write it. `$1` is the first parameter of the address, as the address has it, encoded.
 * `scripts/early-plugin.ts` writes it into the page.
 */
export const firstReads: Partial<Record<keyof typeof routePatterns, readonly string[]>> = {
  home: [TEMPLATES],
  dashboard: [TEMPLATES],
  selectTemplateHome: [TEMPLATES],
  selectTemplate: [TEMPLATES],
  archives: [TEMPLATES],
  openWip: [TEMPLATES, `${TEMPLATES}/$1/wips`],
  form: [`${TEMPLATES}/$1?html=true`],
  wip: ['/v1/wips/$2?html=true'],
};
