import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Rolldown } from 'vite';

import { alone, holds, render, type Row } from '../bench/table.ts';
import { screens as places } from '#common/config/paths.ts';
import { type Chunk, chunkWith, together } from './chunks.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Limit of the first route, relative to the same libraries with one form (`tools/bench/page/`), built in the same way.
 * File names change with every content and are packed too, which moves the size by 0.1 kB.
 */
const FIRST_ROUTE = 1.31;
/**
 * Limits in kB (1,000 bytes), gzip: all styles, the scripts that all signed-in screens share, and those that a further
 * screen adds. Code that loads after the screen is not included, such as that which writes unsaved text to the disk,
 * compares another document, or lists suggestions.
 */
const LIMITS = { styles: 12.7, signedIn: 41, screen: 74.3 };

/** In kB, as `npm run build` packs it: brotli as our server sends it, and gzip. */
type Weight = { name: string; brotli: number; gzip: number };
/** Styles, the scripts of the first route (/login) with the one in the page itself, and what each further screen adds to those shared by all. */
type Sizes = Record<'floor' | 'first' | 'styles' | 'signedIn', Weight> & { screens: readonly Weight[] };
type Output = Rolldown.RolldownOutput['output'];

const kB = (bytes: number): number => Math.round(bytes / 100) / 10;

/** @param contents files, compressed one by one as the server sends them */
const weigh = (name: string, contents: readonly string[]): Weight => ({
  name,
  brotli: kB(contents.reduce((sum, text) => sum + brotliCompressSync(text).length, 0)),
  gzip: kB(contents.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)),
});

async function outputOf(options: Parameters<typeof build>[0]): Promise<Output> {
  const result = await build({
    ...options,
    logLevel: 'warn',
    build: { write: false, modulePreload: { polyfill: false } },
  });
  return ([result].flat() as Rolldown.RolldownOutput[])[0]?.output as Output;
}

const chunksOf = (output: Output): Chunk[] => output.filter((file) => file.type === 'chunk');
const without = (all: ReadonlySet<Chunk>, known: ReadonlySet<Chunk>): Chunk[] =>
  [...all].filter((one) => !known.has(one));

const code = (chunks: Iterable<Chunk>): string[] => [...chunks].map((chunk) => chunk.code);

/** Builds the product and the floor in memory, and measures what each route loads. */
export async function measureSizes(): Promise<Sizes> {
  const floor = await outputOf({ configFile: false, root: join(root, 'tools', 'bench', 'page'), plugins: [react()] });
  const output = await outputOf({ root });
  const html = output.find(({ fileName }) => fileName === 'index.html');
  const page = html?.type === 'asset' ? String(html.source) : '';
  const inPage = (tag: 'style' | 'script'): string[] =>
    [...page.matchAll(new RegExp(`<${tag} nonce[^>]*>([^]*?)</${tag}>`, 'g'))].map(([, text = '']) => text);
  const chunks = chunksOf(output);
  const first = together(chunks, chunkWith(chunks, '/src/main.tsx'));
  const screens = Object.keys(places)
    .map((name) => chunkWith(chunks, `/${name}.route.ts`))
    .filter((chunk) => !first.has(chunk));
  const shared = Object.entries(places)
    .filter(([, { surroundings }]) => surroundings === 'protected' || surroundings === 'bare')
    .map(([name]) => together(chunks, chunkWith(chunks, `/${name}.route.ts`)))
    .reduce((all, one) => new Set([...all].filter((chunk) => one.has(chunk))));
  const known = new Set([...first, ...shared]);
  const [styles, script] = [inPage('style'), inPage('script')];
  if (styles.length === 0 || script.length === 0 || screens.length === 0)
    throw new Error('The build is not as it was.');
  return {
    floor: weigh('the same libraries with one form', code(chunksOf(floor))),
    first: weigh('first route', [...code(first), ...script]),
    styles: weigh('styles', styles),
    signedIn: weigh('all signed-in screens', code(without(shared, first))),
    screens: screens
      .map((screen) => weigh(screen.name, code(without(together(chunks, screen), known))))
      .toSorted((a, b) => b.gzip - a.gzip),
  };
}

/** The sizes with their bars. @param sizes from `measureSizes` */
export function sizeBars({ floor, first, styles, signedIn, screens }: Sizes): Row[] {
  return [
    {
      what: 'JS of the first route, brotli',
      floor: floor.brotli,
      ours: first.brotli,
      unit: 'kB',
      bar: { atMost: FIRST_ROUTE },
    },
    alone('all styles, gzip', styles.gzip, 'kB', LIMITS.styles),
    alone('JS of all signed-in screens, gzip', signedIn.gzip, 'kB', LIMITS.signedIn),
    ...screens
      .slice(0, 1)
      .map(({ name, gzip }) => alone(`JS of the largest further screen (${name}), gzip`, gzip, 'kB', LIMITS.screen)),
  ];
}

if (import.meta.main) {
  const sizes = await measureSizes();
  const { floor, first, styles, signedIn, screens } = sizes;
  console.log('Sizes in kB');
  console.table(
    Object.fromEntries(
      [floor, first, styles, signedIn, ...screens].map(({ name, brotli, gzip }) => [name, { brotli, gzip }]),
    ),
  );
  const rows = sizeBars(sizes);
  console.log(render(rows));
  if (!rows.every(holds)) process.exitCode = 1;
}
