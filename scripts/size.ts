import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { build } from 'vite';
import type { Rolldown } from 'vite';

const root = resolve(import.meta.dirname, '..');

/**
 * The budget in kB (1,000 bytes): what /login loads, what every screen after the sign-in needs, what a further screen adds to both once, and what
 * draws a screen before the application is there. Why these
 * figures: docs/adr/0015-first-route.md. They go down; up only with a line there.
 */
export const BUDGET = {
  js: { gzip: 104.1, brotli: 90.5 },
  css: { gzip: 8 },
  signedIn: { gzip: 26.4 },
  screen: { gzip: 41.2 },
  early: { gzip: 11.6 },
} as const;

type Weight = { gzip: number; brotli: number };
type Route = { name: string; js: Weight; files: number };
type Sizes = { css: Weight; early: readonly Route[]; routes: readonly Route[] };

const kB = (bytes: number): number => Math.round(bytes / 100) / 10;

const weigh = (contents: readonly string[]): Weight => ({
  gzip: kB(contents.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)),
  brotli: kB(contents.reduce((sum, text) => sum + brotliCompressSync(text).length, 0)),
});

/**
 * Builds the SPA in memory and weighs what each route loads: the first one (the sign-in, in the entry itself), and each lazy screen beyond it.
 * @returns the styles of all; of the scripts the first route, what all signed-in screens share, then the screens, the heaviest first
 */
export async function measureRoutes(): Promise<Sizes> {
  const result = (await build({ root, logLevel: 'warn', build: { write: false } })) as Rolldown.RolldownOutput;
  const files = new Map(result.output.map((file) => [file.fileName, file]));
  const textOf = (name: string): string => {
    const file = files.get(name);
    return file?.type === 'chunk' ? file.code : String(file?.source ?? '');
  };

  const together = (start: string, seen = new Set<string>()): Set<string> => {
    const file = files.get(start);
    if (file?.type !== 'chunk' || seen.has(start)) return seen;
    seen.add(start);
    for (const needed of file.imports) together(needed, seen);
    return seen;
  };
  // The application's own file, and the early script that stands in the page.
  const app = result.output.find(
    (file) => file.type === 'chunk' && file.moduleIds.includes(resolve(root, 'src/main.tsx')),
  );
  if (app === undefined) throw new Error('The build has no application.');
  const first = together(app.fileName);
  const lazy = [...first].flatMap((name) => {
    const file = files.get(name);
    return file?.type === 'chunk' ? file.dynamicImports : [];
  });
  // One stylesheet for all screens, in the page.
  const styles = [...textOf('index.html').matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, text = '']) => text);
  const routeOf = (name: string, scripts: readonly string[], inPage: readonly string[] = []): Route => ({
    name,
    js: weigh([...scripts.map(textOf), ...inPage]),
    files: scripts.length,
  });
  const early = [...textOf('index.html').matchAll(/<script(?![^>]* src=)[^>]*>([^]*?)<\/script>/g)];
  const common = lazy.find((name) => name.includes('app-screens'));
  if (common === undefined) throw new Error('The build has no app-screens.');
  const signedIn = new Set([...together(common)].filter((file) => !first.has(file)));
  const screens = [...new Set(lazy)]
    .filter((name) => name !== common)
    .map((name) => {
      const scripts = [...together(name)].filter((file) => !first.has(file) && !signedIn.has(file));
      return routeOf(name.replace(/^assets\/|-[\w-]{8}\.js$/g, ''), scripts);
    });
  return {
    css: weigh(styles),
    early: [...files.keys()]
      .filter((name) => name.startsWith('assets/early-'))
      .map((name) => routeOf(name.replace(/^assets\/|-[\w-]{8}\.js$/g, ''), [name])),
    routes: [
      routeOf(
        'first route',
        [...first],
        early.map(([, text = '']) => text),
      ),
      routeOf('signed in', [...signedIn]),
      ...screens.toSorted((a, b) => b.js.gzip - a.js.gzip),
    ],
  };
}

/**
 * What is above the budget.
 * @param routes as `measureRoutes` gives them
 * @returns a sentence for each
 */
export function overBudget({ css, early, routes: [first, signedIn, ...screens] }: Sizes): string[] {
  if (!first || !signedIn) return [];
  const checks: [what: string, is: number, most: number][] = [
    ['JS of the first route, gzip', first.js.gzip, BUDGET.js.gzip],
    ['JS of the first route, brotli', first.js.brotli, BUDGET.js.brotli],
    ['CSS, gzip', css.gzip, BUDGET.css.gzip],
    ['JS of all signed-in screens, gzip', signedIn.js.gzip, BUDGET.signedIn.gzip],
    ...early.map(({ name, js }): [string, number, number] => [`JS of ${name}, gzip`, js.gzip, BUDGET.early.gzip]),
    ...screens.map(({ name, js }): [string, number, number] => [`JS of ${name}, gzip`, js.gzip, BUDGET.screen.gzip]),
  ];
  return checks.filter(([, is, most]) => is > most).map(([what, is, most]) => `${what}: ${is} kB, at most ${most} kB`);
}

if (import.meta.main) {
  const sizes = await measureRoutes();
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  console.log(`Sizes of ${version} in kB`);
  console.table(
    Object.fromEntries(
      [...sizes.routes, ...sizes.early].map(({ name, js, files }) => [
        name,
        { 'JS gzip': js.gzip, 'JS brotli': js.brotli, files },
      ]),
    ),
  );
  console.log(`CSS gzip: ${sizes.css.gzip}`);
  const problems = overBudget(sizes);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
