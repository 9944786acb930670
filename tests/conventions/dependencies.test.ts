import { describe, expect, it } from 'vitest';
import { target } from './import-rules.ts';
import { parseFiles, parseSource, readSource, type Source } from './source.ts';

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const sources = parseFiles('{common,src,server}/**/*.{ts,tsx,mjs}').filter(({ path }) => !isTest(path));

/** The package that a specifier is of; null for a file of ours and for what Node itself has. */
function packageOf(specifier: string): string | null {
  if (/^([.#]|node:)/.test(specifier)) return null;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * The packages that the running server loads: those of all its files, and of what they reach elsewhere. Types are erased before it runs.
 * @param files of the project
 */
function packagesOfServer(files: readonly Source[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const waiting = files.map(({ path }) => path).filter((path) => path.startsWith('server/'));
  const seen = new Set<string>();
  const packages = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const { specifier, typeOnly } of byPath.get(path)?.imports ?? []) {
      if (typeOnly) continue;
      const name = packageOf(specifier);
      if (name !== null) packages.add(name);
      const next = target(path, specifier);
      if (next !== null) waiting.push(next);
    }
  }
  return [...packages].toSorted();
}

describe('package.json', () => {
  it("has as dependencies what the running server loads, and the Node that runs it: a production machine's `npm ci --omit=dev` brings no more and no less", () => {
    const { dependencies } = JSON.parse(readSource('package.json')) as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies)).toEqual([...packagesOfServer(sources), 'node'].toSorted());
  });

  it('is asked by a rule that follows the server into src, and that passes over types', () => {
    const planted = [
      parseSource('server/x.ts', "import { a } from '#document/x.ts';\nimport type { B } from 'react';"),
      parseSource('src/document/x.ts', "export * from './y.ts';"),
      parseSource('src/document/y.ts', "import { z } from '@scope/z/deep';\nimport { join } from 'node:path';"),
      parseSource('src/ui/x.tsx', "import { useState } from 'react';"),
    ];
    expect(packagesOfServer(planted)).toEqual(['@scope/z']);
  });
});
