import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOf, requireSmall, zipBundle, type Bundle } from '#server/domain/templates/bundle.ts';
import { Refusal } from '#server/domain/refusal.ts';

/** Maximum of files: more than any set of documents has, as when the path is a home folder by mistake. */
const FILES_MAX = 20_000;
const ZIP_MAX = 50_000_000;

/**
 * Opens the files of a folder, or of a ZIP; null for any other file.
 * @throws {Refusal} for a ZIP that cannot be used, and a folder of very many files
 */
export function openBundle(path: string): Bundle | null {
  const about = statSync(path, { throwIfNoEntry: false });
  if (about?.isDirectory()) return bundleOf(folderOf(path), '');
  if (!about?.isFile() || !/\.zip$/i.test(path)) return null;
  if (about.size > ZIP_MAX)
    throw new Refusal('tooLarge', `${path} is larger than 50 MB: leave out what the documents do not need.`);
  try {
    return zipBundle(readFileSync(path), { files: FILES_MAX, ratio: null, links: 'skip' });
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
