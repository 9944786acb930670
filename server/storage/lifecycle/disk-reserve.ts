import { randomFillSync } from 'node:crypto';
import { rmSync, statSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** The room that is kept for sessions, and how much of it is given up at once: a program that fills the disk gets little of it. In bytes. */
export const RESERVE = 16_777_216;
const STEP = 1_048_576;

const reserveOf = (folder: string): string => join(folder, 'ready.reserve');
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Bytes that are missing from the room that a data folder keeps. */
export function missingReserve(folder: string): number {
  return Math.max(0, RESERVE - sizeOf(reserveOf(folder)));
}

/**
 * Gives up a part of the room that a data folder keeps.
 * @returns whether there was any
 */
export function giveUpReserve(folder: string): boolean {
  const file = reserveOf(folder);
  try {
    const size = sizeOf(file);
    if (size > STEP) truncateSync(file, size - STEP);
    else rmSync(file, { force: true });
    return size > 0;
  } catch {
    // A folder that is gone, or cannot be written, keeps no room.
    return false;
  }
}

/**
 * Keeps the room, or what is missing of it.
 * @throws {Error} a file system's error; what was written stays
 */
export async function fillReserve(folder: string): Promise<void> {
  // Some file systems keep no room for zeros.
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
