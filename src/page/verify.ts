import { pause } from '#common/document/text/in-slices.ts';
import { checkBundle } from '#common/proof/bundle-check.ts';
import { type BundleFiles, folderFiles, Misfit, zipFiles } from '#common/proof/bundle-files.ts';
import { resultText } from '#common/proof/sentences.ts';

/** The files of a folder that was dropped, read one after the other. */
async function filesIn(entry: FileSystemEntry, path: string, files: Map<string, File>): Promise<void> {
  if (entry.isFile) {
    files.set(
      path + entry.name,
      await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail)),
    );
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a browser gives some at once
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const one of some) await filesIn(one, `${path}${entry.name}/`, files);
  }
}

/** A bundle of some files: a ZIP, or a folder, whose own name does not count. @throws {Misfit} in words */
async function bundleIn(files: ReadonlyMap<string, File>): Promise<BundleFiles> {
  const [one] = files.values();
  if (!one) throw new Misfit('Nothing was chosen: take the ZIP, or the folder that was made of it.');
  if (files.size === 1 && /\.zip$/i.test(one.name)) return zipFiles(one);
  return folderFiles(files);
}

/** Checks one bundle at a time, and shows the result. */
function start(): void {
  const [zip, folder] = document.querySelectorAll('input');
  const [kept, state] = [document.querySelector('textarea'), document.querySelector('#state')];
  const result = document.querySelector<HTMLElement>('#result');
  if (!zip || !folder || !kept || !state || !result) return;
  let isRunning = false;
  const show = (fits: boolean | null, sentences: readonly string[]): void => {
    state.textContent = resultText(fits);
    result.dataset['fits'] = String(fits);
    result.replaceChildren(
      ...sentences.map((sentence) => {
        const line = document.createElement('p');
        line.dir = 'auto';
        line.textContent = sentence;
        return line;
      }),
    );
  };
  const check = async (given: () => Promise<ReadonlyMap<string, File>>): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    result.replaceChildren();
    try {
      const bundle = await bundleIn(await given());
      const { fits, sentences } = await checkBundle(bundle, kept.value, async (text) => {
        state.textContent = text;
        await pause();
      });
      show(fits, sentences);
    } catch (error) {
      show(false, [
        error instanceof Misfit
          ? error.message
          : `It could not be read: ${error instanceof Error ? error.message : 'unknown'}. Copy it again, or take another browser.`,
      ]);
    } finally {
      isRunning = false;
    }
  };
  const chosen = ({ files }: HTMLInputElement) =>
    new Map([...(files ?? [])].map((file) => [file.webkitRelativePath || file.name, file]));
  for (const input of [zip, folder])
    input.addEventListener('change', () => {
      const files = chosen(input);
      // The same file may be chosen again.
      input.value = '';
      void check(async () => files);
    });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    // They are gone after this event.
    const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
    void check(async () => {
      const files = new Map<string, File>();
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (const entry of entries) await filesIn(entry, '', files);
      return files;
    });
  });
}

start();
