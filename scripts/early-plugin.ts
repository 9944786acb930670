import { resolve } from 'node:path';

import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

// Relative: Vite bundles its configuration into a place where the package's own import names do not resolve.
import { firstReads } from '../src/api/first-reads.ts';
import { XSRF_COOKIE, XSRF_HEADER } from '../src/config/constants.ts';
import { routePatterns } from '../src/config/paths.ts';
import type { EarlyPage, EarlyRoute } from '../src/early.ts';

const root = resolve(import.meta.dirname, '..');

/** The file of each route's screen, in `src/ui/screens`; the sign-in is in the first file. */
const screenOf: Record<keyof typeof routePatterns, string | null> = {
  home: 'dashboard.tsx',
  dashboard: 'dashboard.tsx',
  selectTemplateHome: 'select-template.tsx',
  selectTemplate: 'select-template.tsx',
  login: null,
  signup: 'signup.tsx',
  form: 'editor/editor.tsx',
  wip: 'editor/editor.tsx',
  openWip: 'wip-list.tsx',
  wipDashboard: 'live/wip-dashboard.tsx',
  templateDashboard: 'live/template-dashboard.tsx',
  multipleDashboard: 'live/command-dashboard.tsx',
  userAdmin: 'user-admin.tsx',
  archives: 'archives.tsx',
};
const MACHINES = 'src/app-screens.ts';

type Chunk = Rolldown.OutputChunk;

/** What a bundle's routes load beyond the first file. @throws when a screen has no file of its own */
function routesOf(bundle: Rolldown.OutputBundle): Pick<EarlyPage, 'files' | 'routes'> {
  const files: string[] = [];
  const numberOf = (name: string): number => (files.includes(name) ? files.indexOf(name) : files.push(name) - 1);
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
  const together = (start: Chunk | undefined, seen = new Set<Chunk>()): Set<Chunk> => {
    if (!start || seen.has(start)) return seen;
    seen.add(start);
    for (const name of start.imports)
      together(
        chunks.find(({ fileName }) => fileName === name),
        seen,
      );
    return seen;
  };
  const first = together(chunks.find(({ isEntry }) => isEntry));
  const chunkOf = (source: string): Chunk => {
    const path = resolve(root, source);
    const chunk =
      chunks.find((one) => one.facadeModuleId === path) ?? chunks.find((one) => one.moduleIds.includes(path));
    if (!chunk) throw new Error(`The build has no file for ${source}.`);
    return chunk;
  };
  const routes = (Object.keys(routePatterns) as (keyof typeof routePatterns)[]).flatMap((name): EarlyRoute[] => {
    const screen = screenOf[name];
    if (screen === null) return [];
    const needed = [...together(chunkOf(MACHINES), together(chunkOf(`src/ui/screens/${screen}`)))].filter(
      (chunk) => !first.has(chunk),
    );
    return [
      [
        routePatterns[name].replace(/:\w+/g, '([\\w-]+)'),
        firstReads[name] ?? [],
        needed.map(({ fileName }) => numberOf(fileName)),
      ],
    ];
  });
  return { files, routes };
}

async function buildEarly(page: EarlyPage): Promise<string> {
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { EARLY_PAGE: JSON.stringify(page) },
    build: {
      write: false,
      rolldownOptions: { input: resolve(root, 'src/early.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const chunk = [result].flat()[0]?.output[0];
  if (chunk?.type !== 'chunk' || chunk.imports.length > 0) throw new Error('src/early.ts must build to one script.');
  return chunk.code;
}

/**
 * Gives a built page the small script that asks for its first facts and its screen's code before the application is there.
 * @param host origin of the API; empty means the page's own
 */
export function earlyPlugin(host: string): Plugin {
  let file = '';
  return {
    name: 'ready-early',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      async handler(_options, bundle) {
        const source = await buildEarly({
          ...routesOf(bundle),
          verify: '/auth/verify',
          host,
          login: routePatterns.login,
          cookie: XSRF_COOKIE,
          header: XSRF_HEADER,
        });
        file = this.getFileName(this.emitFile({ type: 'asset', name: 'early.js', source }));
      },
    },
    transformIndexHtml: {
      order: 'post',
      // It waits for nothing, not even for the stylesheet as a module would, and nothing waits for it.
      handler: (html) => html.replace('<title>', `<script async src="/${file}"></script>\n    <title>`),
    },
  };
}
