import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Paths that programs would have on PATH, folder by folder; the files may not exist.
 * @param names without `.exe`
 * @param env source of PATH
 */
export function onPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => join(folder, name + suffix)));
}

/** The answer of a program to `--version`. @throws when it cannot be run, or takes longer than a minute */
export async function versionOf(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 60_000 });
  return stdout;
}
