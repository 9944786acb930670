import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the version from `package.json`, and the commit from the file `COMMIT` beside it, which a release and an image
 * contain, else from a clone's `.git`; null when it is not known.
 * @param root the program's folder
 */
export function readVersion(root = join(import.meta.dirname, '..')): { version: string; commit: string | null } {
  const read = (name: string): string => {
    try {
      return readFileSync(join(root, name), 'utf8').trim();
    } catch {
      return '';
    }
  };
  const head = read('.git/HEAD');
  const branch = head.replace('ref: ', '');
  const packed = read('.git/packed-refs').split('\n');
  const found = [read('COMMIT'), read(`.git/${branch}`), packed.find((line) => line.endsWith(` ${branch}`)), head];
  const commit = found.map((text) => /^[\da-f]{40}/.exec(text ?? '')?.[0]).find((text) => text !== undefined);
  const { version } = JSON.parse(read('package.json')) as { version: string };
  return { version, commit: commit ?? null };
}

/** The version as users read it, such as `0.1.0 (8d455f8b)`. */
export const versionText = ({ version, commit }: ReturnType<typeof readVersion>): string =>
  commit === null ? version : `${version} (${commit.slice(0, 8)})`;
