import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Where programs would be on PATH, folder by folder; whether they are is not looked at.
 * @param names without `.exe`
 * @param env where PATH is read
 */
export function onPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => join(folder, name + suffix)));
}

/** What a program answers to `--version`. @throws when it cannot be run, or takes longer than a minute */
export async function versionOf(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 60_000 });
  return stdout;
}
