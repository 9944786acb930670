import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps compiled code on the disk, so that a start takes a third of the time: in a folder that no other user can write, since Node runs the code
 * that it finds there. Node's own folder belongs to the user who creates it first. Without a folder a start is slower.
 */
export function keepCompiledCode(): void {
  if (process.env['NODE_COMPILE_CACHE'] !== undefined) return;
  const uid = process.getuid?.();
  const folder = join(tmpdir(), `ready-compiled-${uid ?? 'own'}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    const isOwn = found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0));
    if (isOwn) enableCompileCache(folder);
  } catch {
    // There is no place for it.
  }
}
