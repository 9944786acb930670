import { build } from 'vite';
import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { screens } from '#common/config/paths.ts';
import { after, type Chunk, chunkWith, together } from '../../tools/build/chunks.ts';
import { loadProblems } from './import-rules.ts';
import { root } from './source.ts';

/** The most files that a screen loads after the application's own, and the most of them with less than 1,000 bytes of code. */
const MOST_FILES = 11;
const MOST_SMALL = 3;

it('loads for each screen only the features that it may import, in few files', { timeout: 120_000 }, async () => {
  const result = await build({ root, mode: 'production', logLevel: 'error', build: { write: false } });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  const chunks = output.filter((file): file is Chunk => file.type === 'chunk');
  const first = together(chunks, chunkWith(chunks, '/src/main.tsx'));
  const loads = Object.keys(screens).map((name) => {
    const own = chunkWith(chunks, `/${name}.route.ts`);
    const files = after(chunks, first, `/${name}.route.ts`);
    const modules = files.flatMap(({ moduleIds }) => moduleIds).map((id) => id.slice(root.length + 1));
    const route = own.moduleIds.find((id) => id.endsWith(`/${name}.route.ts`)) ?? '';
    return { name, route: route.slice(root.length + 1), files, modules };
  });
  expect(loads.flatMap(({ route, modules }) => loadProblems(route, modules))).toEqual([]);
  const many = loads.filter(
    ({ files }) => files.length > MOST_FILES || files.filter(({ code }) => code.length < 1_000).length > MOST_SMALL,
  );
  expect(many.map(({ name, files }) => [name, ...files.map(({ fileName }) => fileName)])).toEqual([]);
});

it('finds a screen that loads a feature which it may not import', () => {
  const modules = ['src/ui/lists/a.tsx', 'src/machines/unsaved/b.ts', 'src/document/host/c.ts', 'src/api/streams/d.ts'];
  expect(loadProblems('src/routes/documents/x.route.ts', modules)).toEqual([
    'src/routes/documents/x.route.ts loads code of the feature document',
    'src/routes/documents/x.route.ts loads code of the feature live',
  ]);
});
