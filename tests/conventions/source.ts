import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

import { parseSync } from 'vite';
import type { ESTree } from 'vite';

/** The project's folder. */
export const root = resolve(import.meta.dirname, '..', '..');

const generated = /(^|\/)(node_modules|dist|data|coverage|test-results|\.cache|\.git)(\/|$)/;

/**
 * @param patterns globs from the project's root
 * @returns the paths of the project's own files that match, with forward slashes, sorted
 */
export function projectFiles(...patterns: string[]): string[] {
  const options = {
    cwd: root,
    withFileTypes: true,
    exclude: (entry: { name: string }) => generated.test(entry.name),
  } as const;
  return globSync(patterns, options)
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((path) => !generated.test(path))
    .toSorted();
}

/** @param path from the project's root */
export function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** One `import … from`, `export … from` or `import()` of a file. */
export type Import = {
  specifier: string;
  /** Erased before it runs. */
  typeOnly: boolean;
  line: number;
};

/** A file as the rules see it. */
export type Source = {
  path: string;
  text: string;
  program: ESTree.Program;
  imports: Import[];
  /** Names of what it exports; `*` for `export * from`. */
  exports: { name: string; typeOnly: boolean; reExport: boolean }[];
};

/**
 * @param path the file's path from the project's root; decides the language
 * @param text its content
 * @throws when it cannot be parsed
 */
export function parseSource(path: string, text: string): Source {
  const result = parseSync(path, text);
  const [error] = result.errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const { staticImports, staticExports, dynamicImports } = result.module;
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const exportEntries = staticExports.flatMap((statement) => statement.entries);

  const imports: Import[] = staticImports.map((statement) => ({
    specifier: statement.moduleRequest.value,
    // `import { type A } from 'x'` still loads x: only `import type` is erased.
    typeOnly: /^import\s+type\b/.test(text.slice(statement.start)),
    line: lineAt(statement.start),
  }));
  for (const entry of exportEntries) {
    if (!entry.moduleRequest) continue;
    const line = lineAt(entry.start);
    imports.push({ specifier: entry.moduleRequest.value, typeOnly: entry.isType, line });
  }
  for (const call of dynamicImports) {
    const argument = text.slice(call.moduleRequest.start, call.moduleRequest.end);
    const literal = /^(['"`])([^'"`$]*)\1$/.exec(argument)?.[2];
    if (literal === undefined) continue;
    imports.push({ specifier: literal, typeOnly: false, line: lineAt(call.start) });
  }

  const exports = exportEntries.map((entry) => ({
    name: entry.exportName.kind === 'Default' ? 'default' : (entry.exportName.name ?? '*'),
    typeOnly: entry.isType || /^export\s+(declare\s+)?(type|interface)\b/.test(text.slice(entry.start)),
    reExport: entry.moduleRequest !== null,
  }));
  return { path, text, program: result.program, imports, exports };
}

/** @param patterns globs from the project's root */
export function parseFiles(...patterns: string[]): Source[] {
  return projectFiles(...patterns).map((path) => parseSource(path, readSource(path)));
}
