import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Rolldown } from 'vite';

import { holds, render } from '../bench/table.ts';
import type { Row } from '../bench/table.ts';

const root = resolve(import.meta.dirname, '..');

/** The first route may weigh this much of the same libraries with one form (`bench/page/`), built in the same way. */
const FIRST_ROUTE = 1.2;
/** In kB (1,000 bytes), gzip: all styles, and the scripts that a further screen adds once. */
const LIMITS = { styles: 12, screen: 45 };

/** In kB, as `npm run build` packs it: brotli as our server sends it, and gzip. */
type Weight = { name: string; brotli: number; gzip: number };
/** What the page loads: the styles, the scripts of the first route (/login), and what each further screen adds to those that all signed-in screens share. */
type Sizes = Record<'floor' | 'first' | 'script' | 'styles' | 'signedIn', Weight> & { screens: readonly Weight[] };
type Output = Rolldown.RolldownOutput['output'];

const kB = (bytes: number): number => Math.round(bytes / 100) / 10;

/** @param contents are packed one by one, as they go out */
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

const chunksOf = (output: Output) => output.filter((file) => file.type === 'chunk');
type Chunk = ReturnType<typeof chunksOf>[number];

/** A chunk and all that it imports at once. */
function together(output: Output, start: Chunk, seen = new Set<Chunk>()): Set<Chunk> {
  if (seen.has(start)) return seen;
  seen.add(start);
  for (const chunk of chunksOf(output)) if (start.imports.includes(chunk.fileName)) together(output, chunk, seen);
  return seen;
}

const code = (chunks: Iterable<Chunk>): string[] => [...chunks].map((chunk) => chunk.code);

/** Builds the product and the floor in memory, and weighs what each route loads. */
export async function measureSizes(): Promise<Sizes> {
  const floor = await outputOf({ configFile: false, root: join(root, 'bench', 'page'), plugins: [react()] });
  const output = await outputOf({ root });
  const html = output.find(({ fileName }) => fileName === 'index.html');
  const page = html?.type === 'asset' ? String(html.source) : '';
  const inPage = (tag: 'style' | 'script'): string[] =>
    [...page.matchAll(new RegExp(`<${tag} nonce[^>]*>([^]*?)</${tag}>`, 'g'))].map(([, text = '']) => text);
  const chunkWith = (end: string): Chunk => {
    const chunk = chunksOf(output).find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)));
    if (!chunk) throw new Error(`The build has no file with ${end}.`);
    return chunk;
  };
  const first = together(output, chunkWith('/src/main.tsx'));
  const shared = together(output, chunkWith('/src/app-screens.ts'));
  const known = new Set([...first, ...shared]);
  const screens = chunksOf(output).filter(({ facadeModuleId }) => facadeModuleId?.includes('/src/ui/screens/'));
  return {
    floor: weigh('the same libraries with one form', code(chunksOf(floor))),
    first: weigh('first route', code(first)),
    script: weigh('the script in the page itself', inPage('script')),
    styles: weigh('styles', inPage('style')),
    signedIn: weigh('all signed-in screens', code(shared.difference(first))),
    screens: screens
      .map((screen) => weigh(screen.name, code(together(output, screen).difference(known))))
      .toSorted((a, b) => b.gzip - a.gzip),
  };
}

/** The weights beside their bars. @param sizes as `measureSizes` gives them */
export function sizeBars({ floor, first, styles, screens }: Sizes): Row[] {
  const alone = (what: string, weight: number, limit: number): Row => ({
    what: `${what}, gzip`,
    floor: null,
    ours: weight,
    unit: 'kB',
    bar: { limit },
  });
  return [
    {
      what: 'JS of the first route, brotli',
      floor: floor.brotli,
      ours: first.brotli,
      unit: 'kB',
      bar: { atMost: FIRST_ROUTE },
    },
    alone('all styles', styles.gzip, LIMITS.styles),
    ...screens
      .slice(0, 1)
      .map(({ name, gzip }) => alone(`JS of the largest further screen (${name})`, gzip, LIMITS.screen)),
  ];
}

if (import.meta.main) {
  const sizes = await measureSizes();
  const { floor, first, script, styles, signedIn, screens } = sizes;
  console.log('Sizes in kB');
  console.table(
    Object.fromEntries(
      [floor, first, script, styles, signedIn, ...screens].map(({ name, brotli, gzip }) => [name, { brotli, gzip }]),
    ),
  );
  const rows = sizeBars(sizes);
  console.log(render(rows));
  if (!rows.every(holds)) process.exitCode = 1;
}
