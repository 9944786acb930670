import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

// Relative: Vite bundles its configuration into a place where the package's own import names do not resolve.
import type { Env } from '#common/config/env.ts';
import { addressPattern, BUILT, LATER_STYLES, screens } from '#common/config/paths.ts';
import type { PageSettings } from '../../src/page/page-script.ts';
import type * as Shell from '../../src/page/shell.tsx';
import { buildScript } from './build-script.ts';
import { after, type Chunk, chunkWith, together } from './chunks.ts';

/** Names of a CSS module's classes: the file, whose name is unique, and the class's own name. */
export const CLASS_NAMES = '[name]_[local]';

const root = resolve(import.meta.dirname, '../..');
const PAGE = 'index.html';
const SIGN_IN_PAGE = 'login.html';
const PAINTED = '<i id="painted" hidden></i>';

/** Builds `src/page/shell.tsx` for Node, by Vite's own way for that, and runs it. */
async function drawShell(env: Env): Promise<{ shell: string; signIn: ReturnType<typeof Shell.renderSignIn> }> {
  await mkdir(join(root, '.cache'), { recursive: true });
  // A name of its own: Node would return the module of the first build for a second one.
  const outDir = await mkdtemp(join(root, '.cache', 'shell-'));
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      publicDir: false,
      plugins: [react()],
      css: { modules: { generateScopedName: CLASS_NAMES } },
      build: {
        ssr: 'src/page/shell.tsx',
        outDir,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: 'shell.js' } },
      },
    });
    const { renderShell, renderSignIn } = (await import(pathToFileURL(join(outDir, 'shell.js')).href)) as typeof Shell;
    return { shell: renderShell(env), signIn: renderSignIn(env) };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

async function buildPageScript(settings: PageSettings): Promise<string> {
  const quoted = (path: string): string => JSON.stringify(resolve(root, path));
  const plugin: Plugin = {
    name: 'ready-page-script-entry',
    resolveId: (id) => (id === 'page-script' ? id : null),
    load: (id) =>
      id === 'page-script'
        ? `import { watchForOldBrowser } from ${quoted('src/page/old-browser.ts')}; import { keepWallShown, startPage } from ${quoted('src/page/page-script.ts')}; watchForOldBrowser(); keepWallShown(); startPage(${JSON.stringify(settings)});`
        : null,
  };
  // An older target than the application's own: this script has to run in browsers that cannot run the application.
  const options = { modulePreload: false, target: 'es2017' } as const;
  const code = await buildScript('page-script', options, { plugins: [plugin] });
  if (/<\/script|<!--/i.test(code)) throw new Error('src/page/page-script.ts cannot stand in a page.');
  return code;
}

/**
 * Takes all styles out of the build, in the order in which Vite would join them: else Vite would request a file of them for each screen.
 * @returns those of the application's first files, and the others
 */
function takeStyles(bundle: Rolldown.OutputBundle, first: ReadonlySet<Chunk>): { inPage: string; later: string } {
  const seen = new Set<string>();
  const dynamic = new Set<string>();
  const taken = { inPage: '', later: '' };
  const visit = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || seen.has(name)) return;
    seen.add(name);
    chunk.imports.forEach(visit);
    for (const next of chunk.dynamicImports) dynamic.add(next);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) {
      const asset = bundle[sheet];
      const text = asset?.type === 'asset' ? String(asset.source) : '';
      // Without the mark that Vite leaves for itself.
      taken[first.has(chunk) ? 'inPage' : 'later'] += text.replaceAll(/\s*\/\*\$vite\$:\d+\*\/\s*/g, '');
      delete bundle[sheet];
    }
    chunk.viteMetadata?.importedCss.clear();
  };
  for (const chunk of first) visit(chunk.fileName);
  // The set grows meanwhile.
  for (const name of dynamic) visit(name);
  if (taken.inPage === '' || taken.inPage.includes('</')) throw new Error('The page has no styles.');
  return taken;
}

/** @throws when the page lacks the part to replace */
function replaced(html: string, part: string | RegExp, by: (found: string) => string): string {
  const result = html.replace(part, by);
  if (result === html) throw new Error(`index.html has no ${String(part)}.`);
  return result;
}

/**
 * Adds to the built page all that is shown and requested before the application has loaded: the styles of the first file, the shell
 * (`src/page/shell.tsx`), and the script that starts the first calls (`src/page/page-script.ts`), which gets the files
 * of each screen.
 * @param env the settings of the build
 * @throws when a screen has no file, or a shell has a class that the styles do not have
 */
export function pagePlugin(env: Env): Plugin[] {
  let nonce = '';
  let shell = '';
  let signIn = { root: '', late: '' };
  let script = '';
  let css = '';
  let later = '';
  const page: Plugin = {
    name: 'ready-page',
    apply: 'build',
    configResolved({ html }) {
      nonce = html?.cspNonce ?? '';
    },
    generateBundle: {
      order: 'pre',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
        const first = together(chunks, chunkWith(chunks, '/src/main.tsx'));
        const taken = takeStyles(bundle, first);
        css = taken.inPage;
        later = this.getFileName(this.emitFile({ type: 'asset', name: 'screens.css', source: taken.later }));
        const files: string[] = [];
        const numberOf = ({ fileName }: Chunk): number =>
          files.includes(fileName) ? files.indexOf(fileName) : files.push(fileName) - 1;
        const filesOf = (name: string): number[] => after(chunks, first, `/${name}.route.ts`).map(numberOf);
        ({ shell, signIn } = await drawShell(env));
        const routes = Object.entries(screens).flatMap(([name, { addresses, below, surroundings }]) =>
          Object.entries({ ...addresses, ...below }).map(
            ([pattern, calls]) => [addressPattern(pattern), surroundings, calls, filesOf(name)] as const,
          ),
        );
        const code = await buildPageScript({ routes, files, host: env.apiHost });
        const file = (): string => this.getFileName(this.emitFile({ type: 'asset', name: 'page.js', source: code }));
        // A host that sends no nonce allows files only. The page does not wait for this one.
        script =
          nonce === '' ? `<script async src="/${file()}"></script>` : `<script nonce="${nonce}">${code}</script>`;
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const classes = [...(shell + signIn.root).matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) =>
          names.split(' '),
        );
        const unknown = classes.find((one) => one.includes('-module_') && !css.includes(`.${one}`));
        if (unknown !== undefined) throw new Error(`The shell has a class that no style knows: ${unknown}`);
        const icon = `data:image/svg+xml,${encodeURIComponent(await readFile(join(root, 'public', 'icon.svg'), 'utf8'))}`;
        // Chromium does not paint before the shell is parsed; it would show an empty page for a moment.
        const own = nonce === '' ? '' : ` nonce="${nonce}"`;
        const rest = `<link rel="stylesheet" media="not all" id="${LATER_STYLES}" href="/${later}">`;
        const styles = `<link rel="expect" href="#painted" blocking="render"><style${own}>${css}</style>${rest}`;
        let text = html.replaceAll(/<!--[^]*?-->\s*/g, '');
        text = replaced(text, 'href="/icon.svg"', () => `href="${icon}"`);
        // The script starts its calls before the browser parses the rest.
        text = replaced(text, '<title>', (title) => `${script}\n    ${title}`);
        text = replaced(text, '</head>', (end) => `${styles}\n  ${end}`);
        return replaced(text, '<div id="root">', (place) => `${place}${shell}${PAINTED}`);
      },
    },
  };
  const signInPage: Plugin = {
    name: 'ready-sign-in-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle[PAGE];
        if (index?.type !== 'asset') throw new Error('The build has no page.');
        const source = replaced(
          String(index.source),
          `<div id="root">${shell}${PAINTED}</div>`,
          () => `<div id="root" ${BUILT}>${signIn.root}</div>${signIn.late}${PAINTED}`,
        );
        this.emitFile({ type: 'asset', fileName: SIGN_IN_PAGE, source });
      },
    },
  };
  return [page, signInPage];
}
