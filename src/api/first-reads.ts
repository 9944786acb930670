import { routePatterns } from '#config/paths.ts';

const TEMPLATES = '/v1/templates';

/** What each screen reads first, as its own calls write it; a parameter stays as the address has it, encoded. */
const reads: readonly [pattern: string, first: (parameters: readonly string[]) => string[]][] = [
  [routePatterns.home, () => [TEMPLATES]],
  [routePatterns.dashboard, () => [TEMPLATES]],
  [routePatterns.selectTemplateHome, () => [TEMPLATES]],
  [routePatterns.selectTemplate, () => [TEMPLATES]],
  [routePatterns.archives, () => [TEMPLATES]],
  [routePatterns.openWip, ([template]) => [TEMPLATES, `${TEMPLATES}/${template}/wips`]],
  [routePatterns.form, ([template]) => [`${TEMPLATES}/${template}?html=true`]],
  [routePatterns.wip, ([, wip]) => [`/v1/wips/${wip}?html=true`]],
];

/**
 * The calls with which the screen at an address begins.
 * @param pathname the path of the address
 * @returns paths for GET; none where the address is not a plain one
 */
export function firstReadsAt(pathname: string): string[] {
  for (const [pattern, first] of reads) {
    const found = new RegExp(`^${pattern.replace(/:\w+/g, '([\\w-]+)')}$`).exec(pathname);
    if (found) return first(found.slice(1));
  }
  return [];
}
