import { appendFileSync, closeSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

/** Bytes that are read of its end. */
const TAIL = 2_000_000;

/** The end of the operator's file; empty if there is none yet. @throws {Error} if it cannot be read, or is no regular file */
function endOf(file: string): { bytes: Buffer; size: number } {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return { bytes: Buffer.alloc(0), size: 0 };
  if (!found.isFile()) throw new Error('it is a folder, a pipe or a device');
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const bytes = Buffer.alloc(Math.min(size, TAIL));
    readSync(handle, bytes, 0, bytes.length, size - bytes.length);
    return { bytes, size };
  } finally {
    closeSync(handle);
  }
}

/** The checkpoints at the end of the operator's file, if there is one. @param problems takes a sentence if it cannot be read */
export function tailOf(file: string | null, problems: string[] = []): string {
  if (file === null) return '';
  try {
    const { bytes, size } = endOf(file);
    const text = bytes.toString('utf8');
    // The first one is not whole.
    return size > TAIL ? text.replace(/^[^]*?\n— .*\n\n/, '') : text;
  } catch (error) {
    problems.push(
      `READY_CHECKPOINT_FILE: ${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}.`,
    );
    return '';
  }
}

/**
 * Appends the checkpoints that the operator's file does not have yet; one that was cut off is written again.
 * @param latest the newest, in their order
 * @throws {Error} of the file system, or if it is no regular file
 */
export function appendNotes(file: string, latest: readonly string[]): void {
  const { bytes, size } = endOf(file);
  const there = bytes.toString('utf8');
  const missing = latest.slice(latest.findLastIndex((note) => there.includes(note)) + 1);
  if (missing.length === 0) return;
  // In bytes, since one may be cut off within a character: what follows the last whole one.
  const rest = bytes.toString('latin1').replace(/^[^]*\n\xe2\x80\x94 .*\n\n/, '');
  const first = Buffer.from(missing[0] ?? '').toString('latin1');
  const isCutOff = first.startsWith(rest);
  if (isCutOff && rest !== '') truncateSync(file, size - rest.length);
  appendFileSync(file, (isCutOff ? '' : '\n\n') + missing.map((note) => `${note}\n`).join(''), { flush: true });
}
