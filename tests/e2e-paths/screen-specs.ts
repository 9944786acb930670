import { globSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ScreenSpec } from '#tests/paths/screens/jsdom-driver.tsx';

const root = resolve(import.meta.dirname, '..', '..');
const camel = (stem: string): string => stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** @returns what each machine's screen shows, by the machine's name: every `tests/paths/screens/<machine>.screen.ts` */
export async function screenSpecs(): Promise<Map<string, ScreenSpec>> {
  const specs = new Map<string, ScreenSpec>();
  for (const file of globSync('tests/paths/screens/*.screen.ts', { cwd: root }).toSorted()) {
    const name = camel(basename(file, '.screen.ts'));
    // oxlint-disable-next-line eslint/no-await-in-loop -- in a fixed order
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as Record<string, unknown>;
    const spec = module[`${name}Screen`];
    if (spec === undefined) throw new Error(`${file} does not export '${name}Screen'.`);
    specs.set(name, spec as ScreenSpec);
  }
  return specs;
}
