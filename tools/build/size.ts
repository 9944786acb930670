import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Rolldown } from 'vite';

import { alone, holds, render, type Row } from '../bench/table.ts';
import { screens as places } from '#common/config/paths.ts';
import { after, type Chunk, chunkWith, together } from './chunks.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Limit of the first route, relative to the same libraries with one form (`tools/bench/page/`), built in the same way.
 * File names change with every content and are packed too, which moves the size by 0.1 kB.
 */
const FIRST_ROUTE = 1.31;
/**
 * Limits in kB (1,000 bytes): the styles in the page, brotli; all styles, gzip; and the scripts that a screen loads after those of the first route, brotli.
 * Code that loads once a screen is drawn is not included, such as that which compares another document.
 */
const LIMITS = { inPage: 5.4, styles: 13.9, signup: 4.2, dashboard: 27, largest: 87 };

/** In kB, as `npm run build` packs it: brotli as our server sends it, and gzip. */
type Weight = { name: string; brotli: number; gzip: number };
/** Styles, the scripts of the first route (/login) with the one in the page itself, and what each further screen loads after them. */
type Sizes = Record<'floor' | 'first' | 'inPage' | 'styles', Weight> & { screens: readonly Weight[] };
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
    .map((name) => ({ name, files: after(chunks, first, `/${name}.route.ts`) }))
    .filter(({ files }) => files.length > 0);
  const [styles, script] = [inPage('style'), inPage('script')];
  const sheets = output.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  );
  if (styles.length === 0 || script.length === 0 || screens.length === 0)
    throw new Error('The build is not as it was.');
  return {
    floor: weigh('the same libraries with one form', code(chunksOf(floor))),
    first: weigh('first route', [...code(first), ...script]),
    inPage: weigh('styles in the page', styles),
    styles: weigh('all styles', [...styles, ...sheets]),
    screens: screens.map(({ name, files }) => weigh(name, code(files))).toSorted((a, b) => b.brotli - a.brotli),
  };
}

/** The sizes with their bars. @param sizes from `measureSizes` */
export function sizeBars({ floor, first, inPage, styles, screens }: Sizes): Row[] {
  const screenRow = (name: 'signup' | 'dashboard'): Row => {
    const brotli = screens.find((screen) => screen.name === name)?.brotli ?? Infinity;
    return alone(`JS of the further screen ${name}, brotli`, brotli, 'kB', LIMITS[name]);
  };
  return [
    {
      what: 'JS of the first route, brotli',
      floor: floor.brotli,
      ours: first.brotli,
      unit: 'kB',
      bar: { atMost: FIRST_ROUTE },
    },
    alone('styles in the page, brotli', inPage.brotli, 'kB', LIMITS.inPage),
    alone('all styles, gzip', styles.gzip, 'kB', LIMITS.styles),
    screenRow('signup'),
    screenRow('dashboard'),
    ...screens
      .slice(0, 1)
      .map(({ name, brotli }) =>
        alone(`JS of the largest further screen (${name}), brotli`, brotli, 'kB', LIMITS.largest),
      ),
  ];
}

if (import.meta.main) {
  const sizes = await measureSizes();
  const { floor, first, inPage, styles, screens } = sizes;
  console.log('Sizes in kB');
  console.table(
    Object.fromEntries(
      [floor, first, inPage, styles, ...screens].map(({ name, brotli, gzip }) => [name, { brotli, gzip }]),
    ),
  );
  const rows = sizeBars(sizes);
  console.log(render(rows));
  if (!rows.every(holds)) process.exitCode = 1;
}
