import { parse, resolve } from 'node:path';

import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

// Relative: Vite bundles its configuration into a place where the package's own import names do not resolve.
import { firstReads } from '../src/api/first-reads.ts';
import { XSRF_COOKIE, XSRF_HEADER } from '../src/config/constants.ts';
import { routePatterns } from '../src/config/paths.ts';
import { EARLY_DRAWINGS_FILE, type Env } from '../src/config/env.ts';
import type { EarlyPage, EarlyRoute } from '../src/early.ts';
import { shortClassNames, slimPlugin } from './slim-plugin.ts';

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
/** The routes that are drawn before the application is there, by files of `src/early`. */
const drawnBy: Partial<Record<keyof typeof routePatterns, string>> = {
  home: 'dashboard.tsx',
  dashboard: 'dashboard.tsx',
};
const MACHINES = 'src/app-screens.ts';

type Chunk = Rolldown.OutputChunk;

/**
 * What a bundle's routes load beyond the first file.
 * @param drawings the names in the build of the files of `src/early`
 * @throws when a screen has no file of its own
 */
function routesOf(
  bundle: Rolldown.OutputBundle,
  drawings: ReadonlyMap<string, string>,
): Pick<EarlyPage, 'app' | 'files' | 'routes'> {
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
  const chunkOf = (source: string): Chunk => {
    const path = resolve(root, source);
    const chunk =
      chunks.find((one) => one.facadeModuleId === path) ?? chunks.find((one) => one.moduleIds.includes(path));
    if (!chunk) throw new Error(`The build has no file for ${source}.`);
    return chunk;
  };
  const first = together(chunkOf('src/main.tsx'));
  const routes = (Object.keys(routePatterns) as (keyof typeof routePatterns)[]).flatMap((name): EarlyRoute[] => {
    const screen = screenOf[name];
    if (screen === null) return [];
    const needed = [...together(chunkOf(MACHINES), together(chunkOf(`src/ui/screens/${screen}`)))].filter(
      (chunk) => !first.has(chunk),
    );
    const drawing = drawings.get(drawnBy[name] ?? '');
    return [
      [
        routePatterns[name].replace(/:\w+/g, '([\\w-]+)'),
        firstReads[name] ?? [],
        needed.map(({ fileName }) => numberOf(fileName)),
        ...(drawing === undefined ? ([] as const) : ([numberOf(drawing)] as const)),
      ],
    ];
  });
  return { app: chunkOf('src/main.tsx').fileName, files, routes };
}

const onlyChunk = (result: Awaited<ReturnType<typeof build>>, name: string): string => {
  const chunks = ([result].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) =>
    output.filter((file): file is Chunk => file.type === 'chunk'),
  );
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length > 1 || chunk.imports.length > 0)
    throw new Error(`${name} must build to one script.`);
  return chunk.code;
};

async function buildEarly(page: EarlyPage): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { EARLY_PAGE: JSON.stringify(page) },
    build: {
      write: false,
      // Not as a page's own script: Vite's way to import would tell the application of a file that did not come, which nobody misses.
      lib: { entry: resolve(root, 'src/early.ts'), formats: ['iife'], name: 'early' },
    },
  });
  return onlyChunk(result, 'src/early.ts');
}

const inPackages = (name: string): string => resolve(root, 'src/early/packages', name);

const APP_SCRIPT = /<script type="module" crossorigin src="([^"]+)"[^>]*><\/script>/;

/** A screen that draws itself without the libraries of the application: what it needs of them stands in `src/early/packages`. */
async function buildDrawing(name: string, env: Env): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILT_ENV: JSON.stringify(env) },
    plugins: [
      slimPlugin(),
      {
        name: 'ready-nothing-later',
        enforce: 'pre',
        // What a screen fetches later it does not fetch here.
        transform: { filter: { code: /\bimport\('/ }, handler: (code) => code.replace(/\bimport\('[^']+'\)/g, 'null') },
      },
    ],
    resolve: {
      alias: [
        { find: /^react(\/jsx-runtime)?$/, replacement: inPackages('react.ts') },
        { find: resolve(root, 'src/ui/primitives/icon.ts'), replacement: inPackages('icon.ts') },
        { find: /^react-router-dom$/, replacement: inPackages('router.ts') },
        { find: /^(@xstate\/react|xstate)$/, replacement: inPackages('xstate.ts') },
      ],
    },
    // As in the application's own build: by the place among all stylesheets.
    css: { modules: { generateScopedName: shortClassNames() } },
    build: {
      write: false,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: resolve(root, 'src/early', name),
        preserveEntrySignatures: 'strict',
        // The library of icons marks its files for others.
        checks: { moduleLevelDirective: false },
        output: { format: 'es' },
      },
    },
  });
  return onlyChunk(result, `src/early/${name}`);
}

/**
 * Gives a built page the small script that asks for its first facts and its screen's code before the application is there, and what draws a screen from them.
 * @param env the settings of the build
 */
export function earlyPlugin(env: Env): Plugin {
  let script = '';
  let nonce = '';
  return {
    name: 'ready-early',
    apply: 'build',
    configResolved({ html }) {
      nonce = html?.cspNonce ?? '';
    },
    generateBundle: {
      order: 'pre',
      async handler(_options, bundle) {
        const drawings = new Map<string, string>();
        for (const name of new Set(Object.values(drawnBy))) {
          // oxlint-disable-next-line no-await-in-loop -- one build at a time
          const source = await buildDrawing(name, env);
          const emitted = this.emitFile({ type: 'asset', name: `early-${parse(name).name}.js`, source });
          drawings.set(name, this.getFileName(emitted));
        }
        const known = routesOf(bundle, drawings);
        const drawn = known.routes.flatMap(([address, , , drawing]) =>
          drawing === undefined ? [] : [[`^${address}$`, `/${known.files[drawing]}`]],
        );
        this.emitFile({ type: 'asset', fileName: EARLY_DRAWINGS_FILE, source: JSON.stringify(drawn) });
        const code = await buildEarly({
          ...known,
          verify: '/auth/verify',
          host: env.apiHost,
          login: routePatterns.login,
          cookie: XSRF_COOKIE,
          header: XSRF_HEADER,
        });
        if (/<\/script|<!--/i.test(code)) throw new Error('src/early.ts cannot stand in a page.');
        const file = (): string => this.getFileName(this.emitFile({ type: 'asset', name: 'early.js', source: code }));
        // A host that sends no nonce allows files only.
        script =
          nonce === '' ? `<script src="/${file()}"></script>` : `<script nonce="${nonce}">${code.trim()}</script>`;
      },
    },
    transformIndexHtml: {
      order: 'post',
      // First of all, so that it asks before the browser reads on; a file's place is behind what is painted, which would wait for it.
      handler: (html) =>
        html
          .replace(APP_SCRIPT, '<link rel="modulepreload" crossorigin href="$1">')
          .replace(nonce === '' ? '</body>' : '<title>', (place) => `${script}\n    ${place}`),
    },
  };
}
