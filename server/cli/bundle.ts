import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HTML_MAX } from '#server/domain/written.ts';
import type { Files } from '#server/domain/embed-files.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { readZip } from './zip.ts';

/** More files than any set of documents has: somebody has named their home folder. */
const FILES_MAX = 20_000;
const ZIP_MAX = 50_000_000;
/** Left by a Mac in its ZIP files. */
const OF_A_MAC = /^__MACOSX\//;

/** Documents and the files that belong to them. */
export type Bundle = {
  files: Files;
  /** Where the documents lie among the files: empty, or with a slash at the end. */
  folder: string;
  /** The names in that folder. */
  list: readonly string[];
};

/**
 * The files of a folder, or of a ZIP; null for any other file.
 * @throws {Refusal} for a ZIP that cannot be used, and a folder of very many files
 */
export function openBundle(path: string): Bundle | null {
  const about = statSync(path, { throwIfNoEntry: false });
  if (about?.isDirectory()) return bundleOf(folderOf(path), '');
  if (!about?.isFile() || !/\.zip$/i.test(path)) return null;
  if (about.size > ZIP_MAX)
    throw new Refusal('tooLarge', `${path} is larger than 50 MB: leave out what the documents do not need.`);
  try {
    const files = [...readZip(readFileSync(path))].filter(([name]) => !OF_A_MAC.test(name));
    return bundleOf(new Map(files), documentsIn(files.map(([name]) => name)));
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.kind, `${path}: ${error.message}`) : error;
  }
}

function folderOf(path: string): Map<string, () => Buffer> {
  const files = new Map<string, () => Buffer>();
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // Links are neither read nor followed: they may lead out of the folder. The reader's own recursion follows them.
    for (const entry of readdirSync(join(path, folder), { withFileTypes: true })) {
      const name = folder + entry.name;
      if (entry.isDirectory()) folders.push(`${name}/`);
      if (!entry.isFile()) continue;
      if (files.size === FILES_MAX)
        throw new Refusal(
          'tooLarge',
          `${path} holds more than ${FILES_MAX} files: name the folder of the documents alone.`,
        );
      files.set(name, () => {
        requireSmall(name, statSync(join(path, name)).size);
        return readFileSync(join(path, name));
      });
    }
  }
  return files;
}

/** The folder of a ZIP that its documents lie in: packers put everything into one. */
function documentsIn(names: readonly string[]): string {
  const depth = (name: string): number => name.split('/').length;
  const [highest = ''] = names
    .filter((name) => /(\.html?|(^|\/)catalogue\.json)$/i.test(name))
    .toSorted((a, b) => depth(a) - depth(b));
  return highest.slice(0, highest.lastIndexOf('/') + 1);
}

function requireSmall(name: string, size: number): void {
  if (size > HTML_MAX) throw new Refusal('tooLarge', `${name} is larger than 5 MB: make it smaller or leave it out.`);
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

function bundleOf(readers: ReadonlyMap<string, () => Buffer>, folder: string): Bundle {
  const names = [...readers.keys()];
  const alike = new Map(names.toReversed().map((name) => [folded(name), name]));
  const list = names
    .filter((name) => name.startsWith(folder))
    .map((name) => name.slice(folder.length))
    .filter((name) => !name.includes('/'));
  const read = (name: string): Buffer | null => {
    const bytes = readers.get(readers.has(name) ? name : (alike.get(folded(name)) ?? ''))?.() ?? null;
    if (bytes) requireSmall(name, bytes.length);
    return bytes;
  };
  return { files: { read }, list, folder };
}
