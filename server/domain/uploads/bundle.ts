import type { Files } from './embed-files.ts';
import { Refusal } from '../refusal.ts';
import { HTML_MAX } from './html-bytes.ts';
import { foldedName } from './zip-names.ts';

/** Files that systems and programs add to folders by themselves, such as a Mac's and those of an open document's owner. */
export const NOBODYS = /^__MACOSX\/|(^|\/)(\.(?!\.?(\/|$))|~\$|(thumbs\.db|desktop\.ini)$)/i;

/** Documents and the files that belong to them. */
export type Bundle = {
  files: Files;
  /** The place of the documents among the files: empty, or with a slash at the end. */
  folder: string;
  /** The names in that folder. */
  list: readonly string[];
};

/** @throws {Refusal} tooLarge, for a file that is too large for any document */
export function requireSmall(name: string, size: number): void {
  if (size > HTML_MAX) throw new Refusal('tooLarge', `${name} is larger than 5 MB: make it smaller or leave it out.`);
}

/** The folder of the documents among packed files: packers put everything into one. */
function documentsIn(names: readonly string[]): string {
  const depth = (name: string): number => name.split('/').length;
  const [highest = ''] = names
    .filter((name) => /(\.html?|(^|\/)catalogue\.json)$/i.test(name))
    .toSorted((a, b) => depth(a) - depth(b));
  return highest.slice(0, highest.lastIndexOf('/') + 1);
}

/**
 * Files that belong together.
 * @param readers functions that read each file, by its name
 * @param folder of the documents among them; by default the highest one that has any
 */
export function bundleOf(readers: ReadonlyMap<string, () => Buffer>, folder?: string): Bundle {
  const names = [...readers.keys()].filter((name) => !NOBODYS.test(name));
  const within = folder ?? documentsIn(names);
  const alike = new Map(names.toReversed().map((name) => [foldedName(name), name]));
  const list = names
    .filter((name) => name.startsWith(within))
    .map((name) => name.slice(within.length))
    .filter((name) => !name.includes('/'));
  const read = (name: string): Buffer | null => {
    const bytes = readers.get(readers.has(name) ? name : (alike.get(foldedName(name)) ?? ''))?.() ?? null;
    if (bytes) requireSmall(name, bytes.length);
    return bytes;
  };
  return { files: { read }, list, folder: within };
}
