import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

// Relative: Vite bundles its configuration into a place where the package's own import names do not resolve.
import { XSRF_COOKIE, XSRF_HEADER } from '../src/config/constants.ts';
import type { Env } from '../src/config/env.ts';
import type { PageSettings } from '../src/page-script.ts';
import type * as Shell from '../src/shell.tsx';

const root = resolve(import.meta.dirname, '..');
/** The machines of every screen but the sign-in. */
const MACHINES = resolve(root, 'src/app-screens.ts');
const STYLES = /<link rel="stylesheet"[^>]*? href="\/([^"]+)"[^>]*?( nonce="[^"]*")?>/;
const ROOT = '<div id="root">';

type Chunk = Rolldown.OutputChunk;

/** Builds `src/shell.tsx` for Node and runs it: as Vite describes it for pages that are drawn ahead of time. */
async function drawShell(env: Env): Promise<{ markup: string; routes: typeof Shell.screenRoutes }> {
  const outDir = join(root, '.cache', `shell-${process.pid}`);
  await mkdir(outDir, { recursive: true });
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      publicDir: false,
      plugins: [react()],
      build: {
        ssr: 'src/shell.tsx',
        outDir,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'shell.js' } },
      },
    });
    const { renderShell, screenRoutes } = (await import(pathToFileURL(join(outDir, 'shell.js')).href)) as typeof Shell;
    return { markup: renderShell(env), routes: screenRoutes };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

async function buildScript(settings: PageSettings): Promise<string> {
  const entry = resolve(root, 'src/page-script.ts');
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: 'ready-page-script-entry',
        resolveId: (id) => (id === 'page-script' ? id : null),
        load: (id) =>
          id === 'page-script'
            ? `import { startPage } from ${JSON.stringify(entry)}; startPage(${JSON.stringify(settings)});`
            : null,
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: 'page-script', output: { format: 'iife' } },
    },
  });
  const [chunk] = ([result].flat() as Rolldown.RolldownOutput[])[0]?.output ?? [];
  if (chunk === undefined || /<\/script|<!--/i.test(chunk.code))
    throw new Error('src/page-script.ts cannot stand in a page.');
  return chunk.code.trim();
}

/** A chunk and all that it imports at once. */
function together(chunks: readonly Chunk[], start: Chunk | undefined, seen = new Set<Chunk>()): Set<Chunk> {
  if (!start || seen.has(start)) return seen;
  seen.add(start);
  for (const name of start.imports)
    together(
      chunks,
      chunks.find(({ fileName }) => fileName === name),
      seen,
    );
  return seen;
}

/**
 * Gives the built page what a person sees and what is asked for before the application is there: the stylesheet, the shell (`src/shell.tsx`), and the
 * script that starts the first calls (`src/page-script.ts`), which is told the files of each screen.
 * @param env the settings of the build
 * @throws when a screen has no file, or a shell has a class that the styles do not have
 */
export function pagePlugin(env: Env): Plugin {
  let nonce = '';
  let shell = '';
  let script = '';
  return {
    name: 'ready-page',
    apply: 'build',
    configResolved({ html }) {
      nonce = html?.cspNonce ?? '';
    },
    generateBundle: {
      order: 'pre',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
        const chunkOf = (module: string): Chunk => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
          if (!chunk) throw new Error(`The build has no file for ${module}.`);
          return chunk;
        };
        const first = together(chunks, chunkOf(resolve(root, 'src/main.tsx')));
        const machines = together(chunks, chunkOf(MACHINES));
        const filesOf = (route: string): string[] => {
          const screens = this.getModuleInfo(resolve(root, 'src/routes', route))?.dynamicallyImportedIds ?? [];
          const needed = screens.flatMap((screen) => [...together(chunks, chunkOf(screen), new Set(machines))]);
          return needed.filter((chunk) => !first.has(chunk)).map(({ fileName }) => `/${fileName}`);
        };
        const drawn = await drawShell(env);
        shell = drawn.markup;
        const code = await buildScript({
          routes: Object.entries(drawn.routes).flatMap(([file, { addresses, surroundings }]) =>
            Object.entries(addresses).map(
              ([pattern, calls]) =>
                [
                  `^${pattern.replace(/:\w+/g, '([^/]+)').replace(/\/$/, '')}/?$`,
                  surroundings,
                  calls,
                  filesOf(file),
                ] as const,
            ),
          ),
          host: env.apiHost,
          verify: '/auth/verify',
          cookie: XSRF_COOKIE,
          header: XSRF_HEADER,
        });
        const file = (): string => this.getFileName(this.emitFile({ type: 'asset', name: 'page.js', source: code }));
        // A host that sends no nonce allows files only.
        script = nonce === '' ? `<script src="/${file()}"></script>` : `<script nonce="${nonce}">${code}</script>`;
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const [link = '', name = '', own = ''] = STYLES.exec(html) ?? [];
        const sheet = bundle?.[name];
        // Without the mark that Vite leaves for itself.
        const css = sheet?.type === 'asset' ? String(sheet.source).replace(/\s*\/\*\$vite\$:\d+\*\/\s*/g, '') : '';
        if (css === '' || css.includes('</')) throw new Error('The page has no stylesheet.');
        delete bundle?.[name];
        const classes = [...shell.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
        const unknown = classes.find((one) => one.startsWith('_') && !css.includes(`.${one}`));
        if (unknown !== undefined) throw new Error(`The shell has a class that no style knows: ${unknown}`);
        const icon = (await readFile(join(root, 'public', 'icon.svg'), 'utf8')).trim();
        return (
          html
            .replace('href="/icon.svg"', () => `href="data:image/svg+xml,${encodeURIComponent(icon)}"`)
            // The script asks before the browser reads on.
            .replace('<title>', (title) => `${script}\n    ${title}`)
            // Chromium does not paint before the shell is there; it would show an empty page for a moment.
            .replace(link, () => `<link rel="expect" href="#painted" blocking="render"><style${own}>${css}</style>`)
            .replace(ROOT, () => `${ROOT}${shell}<i id="painted" hidden></i>`)
        );
      },
    },
  };
}
