import { randomFillSync } from 'node:crypto';
import { rmSync, statSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Bytes of the reserve for sessions, and of the part that is released at once: a program that fills the disk gets
 * little of it.
 */
export const RESERVE = 16_777_216;
const STEP = 1_048_576;

const reserveOf = (folder: string): string => join(folder, 'ready.reserve');
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Bytes that are missing in a data folder's reserve. */
export function missingReserve(folder: string): number {
  return Math.max(0, RESERVE - sizeOf(reserveOf(folder)));
}

/**
 * Releases a part of a data folder's reserve.
 * @returns true if there was any
 */
export function giveUpReserve(folder: string): boolean {
  const file = reserveOf(folder);
  try {
    const size = sizeOf(file);
    if (size > STEP) truncateSync(file, size - STEP);
    else rmSync(file, { force: true });
    return size > 0;
  } catch {
    // A folder that does not exist, or cannot be written, has no reserve.
    return false;
  }
}

/**
 * Fills the reserve, as far as it is missing.
 * @throws {Error} a file system's error; the written part stays
 */
export async function fillReserve(folder: string): Promise<void> {
  // Some file systems store no blocks for zeros.
  const bytes = randomFillSync(Buffer.alloc(STEP));
  const handle = await open(reserveOf(folder), 'a', 0o600);
  try {
    for (let missing = missingReserve(folder); missing > 0; missing -= STEP) {
      // oxlint-disable-next-line no-await-in-loop -- one file
      await handle.write(bytes, 0, Math.min(STEP, missing));
    }
  } finally {
    await handle.close();
  }
}
