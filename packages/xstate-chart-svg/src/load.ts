import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { AnyStateMachine } from 'xstate';

/** A machine that a module exports. `stem`: the name of its files. */
export type Found = { machine: AnyStateMachine; file: string; exported: string; stem: string };

/** A file that could not be read, in words. */
export type Unread = { file: string; problem: string };

const SPECIAL = /[*?{}[\]]/;
/** Folders of packages, and hidden ones. */
const SKIPPED = /^(?:node_modules$|\.)/;
const ENDINGS = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx']);

/** A pattern with `*`, `**`, `?` and `{one,other}` as a regular expression for paths with `/`. */
function patternOf(glob: string): RegExp {
  const parts = glob.replaceAll(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[.+^$()|[\]\\]/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (!part.startsWith('{')) return `\\${part}`;
    const words = part.slice(1, -1).split(',');
    return `(?:${words.map((word) => word.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')).join('|')})`;
  });
  return new RegExp(`^${parts}$`);
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : filesBelow(path);
    return entry.isFile() && ENDINGS.has(extname(path)) ? [path] : [];
  });

/**
 * Finds files by names and patterns. A shell that has replaced a pattern by names already is fine as well.
 * @param patterns such as `src/∗∗/∗.machine.ts`, relative to a folder
 * @param folder absolute
 * @returns paths relative to it, sorted, with `/`
 * @throws in words, for a pattern without a file
 */
export function filesOf(patterns: readonly string[], folder: string): string[] {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const path = resolve(folder, pattern);
    if (!SPECIAL.test(pattern) || existsSync(path)) {
      if (!existsSync(path)) throw new Error(`There is no file ${pattern}.`);
      if (statSync(path).isDirectory()) throw new Error(`${pattern} is a folder: write '${pattern}/**/*.machine.ts'.`);
      found.add(relative(folder, path).replaceAll(sep, '/'));
      continue;
    }
    const plain = pattern.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
    const fixed = plain.split('/');
    const base = fixed
      .slice(
        0,
        fixed.findIndex((part) => SPECIAL.test(part)),
      )
      .join('/');
    const start = resolve(folder, base === '' && plain.startsWith('/') ? '/' : base);
    const matcher = patternOf(resolve(folder, plain).replaceAll(sep, '/'));
    const below = existsSync(start) ? filesBelow(start) : [];
    const matching = below.filter((file) => matcher.test(file.replaceAll(sep, '/')));
    if (matching.length === 0) throw new Error(`No file is matched by '${pattern}'.`);
    for (const file of matching) found.add(relative(folder, file).replaceAll(sep, '/'));
  }
  return [...found].toSorted();
}

/** True for a machine of any copy of XState 5. */
const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' &&
  value !== null &&
  'config' in value &&
  'root' in value &&
  'implementations' in value &&
  'getStateNodeById' in value;

/** The name of a file without its ending and `.machine`. */
const stemOf = (file: string): string => basename(file, extname(file)).replace(/[.-]machine$/, '');

/** The place in a module where an error was thrown: the first line of its stack that is in no package. */
function placeOf(error: Error, folder: string): string {
  const lines = (error.stack ?? '').split('\n');
  const [, url = '', line = ''] =
    lines
      .map((one) => /(file:\/\/[^\s)]+?|\/[^\s):]+?|[A-Z]:\\[^\s):]+?)(?:\?[^:\s)]*)?:(\d+)(?::\d+)?\)?$/.exec(one))
      .find((match) => match && !match[0].includes('node_modules') && !match[0].includes('node:')) ?? [];
  if (url === '') return '';
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  return ` (${relative(folder, path).replaceAll(sep, '/')}, line ${line})`;
}

/** An error of reading a module in words, and what to do. */
function problemOf(error: unknown, file: string, folder: string): string {
  if (!(error instanceof Error)) return `It throws ${String(error)}.`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return (
      `Node ${process.versions.node} does not read ${extname(file)} files: use Node 22.18 or newer, ` +
      'or a loader: node --import tsx node_modules/xstate-chart-svg/cli.js … (`.js` and `.mjs` need neither).'
    );
  }
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
    return `${error.message} Node removes types only: use a loader, node --import tsx node_modules/xstate-chart-svg/cli.js …`;
  }
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND')
    return `${error.message.split('\n')[0]}${placeOf(error, folder)}`;
  return `${error.message}${placeOf(error, folder)}`;
}

/**
 * Reads the machines that modules export.
 * @param files relative to a folder
 * @returns the machines, and the files that could not be read or export none
 */
export async function machinesOf(
  files: readonly string[],
  folder: string,
): Promise<{ found: Found[]; unread: Unread[] }> {
  const found: Found[] = [];
  const unread: Unread[] = [];
  for (const file of files) {
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- errors are listed in the order of the files
      const module = (await import(pathToFileURL(resolve(folder, file)).href)) as Record<string, unknown>;
      const machines = new Map<AnyStateMachine, string>();
      for (const [name, value] of Object.entries(module))
        if (isMachine(value) && !machines.has(value)) machines.set(value, name);
      if (machines.size === 0)
        unread.push({ file, problem: 'It exports no machine: export what createMachine returns.' });
      for (const [machine, exported] of machines) {
        found.push({
          machine,
          file,
          exported,
          stem: machines.size === 1 ? stemOf(file) : `${stemOf(file)}.${exported}`,
        });
      }
    } catch (error) {
      unread.push({ file, problem: problemOf(error, file, folder) });
    }
  }
  return { found: unique(found), unread };
}

/** Files of one name in several folders get the name of their folder as well. */
function unique(all: readonly Found[]): Found[] {
  return all.map((one) => {
    const isTwin = all.some((other) => other !== one && other.stem === one.stem);
    return isTwin
      ? { ...one, stem: `${one.file.split('/').slice(0, -1).join('.')}.${one.stem}`.replace(/^\./, '') }
      : one;
  });
}
