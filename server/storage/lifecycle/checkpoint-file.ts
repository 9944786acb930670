import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { StartError } from '#server/start-error.ts';

/** Bytes that are read of its end. */
const TAIL = 2_000_000;

/**
 * The end of the operator's file of checkpoints; empty if there is none yet.
 * @throws {StartError} if it cannot be read
 */
export function tailOf(file: string): string {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new StartError(
      `READY_CHECKPOINT_FILE cannot be read: ${String(error)}. Let this user read it, or name another.`,
    );
  }
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, TAIL));
    readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString('utf8');
    // The first one is not whole.
    return size > TAIL ? text.replace(/^[^]*?\n— .*\n\n/, '') : text;
  } finally {
    closeSync(handle);
  }
}

/**
 * Appends the checkpoints that the operator's file does not have yet.
 * @param latest the newest, in their order
 */
export function appendNotes(file: string, latest: readonly string[]): void {
  const there = tailOf(file);
  const missing = latest.slice(latest.findLastIndex((note) => there.includes(note)) + 1);
  // A process was cut off while it appended one.
  const begin = there === '' || there.endsWith('\n\n') ? '' : '\n\n';
  if (missing.length > 0) appendFileSync(file, begin + missing.map((note) => `${note}\n`).join(''), { flush: true });
}
