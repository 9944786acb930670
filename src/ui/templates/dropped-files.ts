/** A file with the folders in which it was chosen. */
export type ChosenFile = { name: string; file: File };
/** Files chosen by a user, and the name by which the user knows them. */
export type Choice = { files: ChosenFile[]; named: string };

/** More files than any upload may have: later ones are not read. */
const ENOUGH = 500;
/** Files that a system adds to folders by itself. */
const HIDDEN = /(^|\/)\./;

/** Files of an `<input>`, from a folder or single ones. */
export function chosenFrom(list: FileList): Choice {
  const files = [...list].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
  const [first] = files;
  const folder = first && /^[^/]+(?=\/)/.exec(first.name)?.[0];
  const kept = folder === undefined ? files : files.filter(({ name }) => !HIDDEN.test(name));
  return { files: kept, named: namedAs(kept, folder) };
}

const namedAs = (files: readonly ChosenFile[], folder: string | undefined): string =>
  folder ?? (files.length === 1 ? (files[0]?.name ?? '') : `${files.length} files`);

/** Files that were dropped, including those in folders. Read at once: a drop is empty a moment later. */
export async function droppedFrom(dropped: DataTransfer): Promise<Choice> {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files: ChosenFile[] = [];
  for (const entry of entries) await walk(entry, files);
  const [only] = entries;
  return { files, named: namedAs(files, entries.length === 1 && only?.isDirectory ? only.name : undefined) };
}

async function walk(entry: FileSystemEntry, files: ChosenFile[]): Promise<void> {
  const name = entry.fullPath.replace(/^\//, '');
  if (HIDDEN.test(name) || files.length > ENOUGH) return;
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    files.push({ name, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const read = (): Promise<FileSystemEntry[]> => new Promise((done, fail) => reader.readEntries(done, fail));
  // The browser returns a hundred at a time, until none is left.
  for (let some = await read(); some.length > 0; some = await read()) {
    for (const one of some) await walk(one, files);
  }
}
