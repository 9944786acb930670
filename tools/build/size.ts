import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Rolldown } from 'vite';

import { alone, holds, render, type Row } from '../bench/table.ts';
import { screens as places } from '../../src/config/paths.ts';
import { type Chunk, chunkWith, together } from './chunks.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * The first route may weigh this much of the same libraries with one form (`tools/bench/page/`), built in the same way: 1.24 as it is printed. Other names of files
 * alone, which are packed along and change with every content, move it by 0.1 kB. The menu of what only some hosts have (boards, displays) costs 0.9 kB, what the cards say of
 * the wall 0.3 kB, and the names of further calls and times, and that a call goes out though its page goes away, 0.2; the
 * keyboard in the field where one types first 0.2, and the way on after a sign-in 0.1. The key and the button of quick open, which comes by itself when it is asked for, cost 0.6.
 * That a one-time password stands before everything, and the ways to people and one's own account, cost 0.5; the way to the first administrator 0.2, the ways
 * to the audit log and to what is missing 0.5, the way to templates with a form that goes as what it is 0.1, the second step of the sign-in 0.3, the sign-in by an identity provider 0.9,
 * what else is due before everything, the pair of Command Docs and the way to roles 0.4.
 */
const FIRST_ROUTE = 1.31;
/**
 * In kB (1,000 bytes), gzip: all styles, the scripts that all signed-in screens share, and those that a further screen adds once. The fitting of documents to
 * the wall, which stands with the frames of documents that those screens share, costs 1.5 kB, finding the page on which something has changed and a frame that gets its size late 0.8, and the
 * marks of unsaved text 1.1: the second was 30 before. Readers, who have no carets, cost
 * the editor 0.3 kB, and saves that overwrite nobody 1.9, the line that tells of saves 1, who else is there 2.6 (its two charts and its line) and the journal of unsaved text 4.7 (its chart and its bar; what
 * writes to the disk comes after the editor is there, and is not among them), text that is kept of a document which does not come 1.6, the question before a submission and the way back after it 3.1,
 * the marks of what others have changed 1.4, and the look before a save at a host that compares nothing 1.1, what a logout waits for and what opens a comparison 0.8, rows that outlive a document that is opened anew 0.3, the keyboard in the first
 * region 0.1, the key of quick open in a document, the regions that it is offered and the note of what was opened 0.4, tables that are pasted and the keys of the time 0.8 (fields of
 * regions whose document says what they mean come later), how much is filled in 0.4, a document that is filled from another one 2.2 (its chart, what it lays over the document and takes back, and what is marked; reading the
 * other document, comparing the two and the line that tells of it come later), and the chart of values used before with what passes them on 0.9 (their list beside a field comes later), what the wall shows of the document 0.8, fillings that are taken back one by one 0.3, and a deletion that is said at once 0.1: the third was 45. Of the second quick open costs 0.1, the message of a table 0.4, who saved a document and when 0.2, marks of what was filled in, with the way to a new document, 0.3, that somebody types where something can be offered 0.1, that what is known of the wall is shared with the editor 0.3, lists of people in pages 0.1, the ways to the audit log, to templates and to what is missing 0.5, and a second step that is set up before everything or in the account, with the way to roles and a person of an identity provider, 1.5. Of the first the screens of administration (templates, the audit log, first steps, files of people, a second step, roles, the workshop) cost 1.2.
 */
const LIMITS = { styles: 12.7, signedIn: 41, screen: 73.6 };

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

/** The sizes beside their bars. @param sizes as `measureSizes` gives them */
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
