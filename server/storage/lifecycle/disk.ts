import { accessSync, constants, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fillReserve, giveUpReserve, missingReserve } from './disk-reserve.ts';
import { StorageTrouble } from '../unavailable.ts';

/** Milliseconds between two checks of the disk. */
const LOOK = 1_000;
/** Writes are refused below this many free bytes, and allowed again once this many are free besides the reserve. */
const LEAST_FREE = 4_000_000;
const ENOUGH_FREE = 8_000_000;

/** Reads the free bytes of a folder's disk. */
export type FreeBytes = (folder: string) => Promise<number>;

/** Asks the operating system. */
export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** State of the database's disk and file. */
export type Condition = {
  /** The reason why nothing can be saved; null if all is well. */
  trouble(): StorageTrouble | null;
  /** Bytes free on its disk; null if this server does not know. */
  freeBytes(): number | null;
  /** @param changed called once when trouble begins or changes its kind, and once, with null, when it is over */
  follow(changed: (trouble: StorageTrouble | null) => void): void;
};

/** The condition without checks: PostgreSQL checks its disk itself, and a command ends soon. */
export const untroubled: Condition = { trouble: () => null, freeBytes: () => null, follow: () => undefined };

/** Watches the disk of the embedded database and its file. */
export type Disk = Condition & {
  /** Receives the trouble of a query. @returns the error for the caller */
  met: (trouble: StorageTrouble) => StorageTrouble;
  /** @throws {StorageTrouble} while nothing is saved */
  requireWritable(): void;
  /** Checks at once. @throws {StorageTrouble} when the database's file is not the one that was opened */
  requireFile(): void;
  /** Checks at once. */
  isMoved(): boolean;
  /** True if the file itself is in its place; if `isMoved` is true too, only a companion is missing. */
  isInPlace(): boolean;
  /**
   * Removes the companions that were opened and still exist, after the database was closed; never files that replaced
   * them.
   */
  removeCompanions(): void;
  /** Releases a part of the reserve. @returns true if there was any */
  giveWay(): boolean;
  /** Starts a check each second, after the file was opened. @param probe writes something that changes nothing */
  begin(probe: () => Promise<unknown>): void;
  close(): Promise<void>;
};

/** Releases the reserve on a full disk: to open a database some room is needed. */
export async function makeWay(folder: string, freeBytes: FreeBytes): Promise<void> {
  if ((await freeBytes(folder).catch(() => LEAST_FREE)) < LEAST_FREE) giveUpReserve(folder);
}

function numberOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

/**
 * Files that belong to an open database: its write-ahead log, which alone has the newest writes, and the memory that
 * its processes share.
 */
export const COMPANIONS = ['-wal', '-shm'] as const;

/**
 * Identifies an open database by its files, as long as they exist, under any name.
 * @param file the database's
 * @returns null when one of them does not exist
 */
export function identityOf(file: string): string | null {
  const numbers = [file, ...COMPANIONS.map((suffix) => file + suffix)].map(numberOf);
  return numbers.includes(null) ? null : numbers.join(' ');
}

/**
 * True if the write-ahead log beside a file belongs to another database.
 * @param identity of the database that was open, from `identityOf`
 */
export function isLogOfAnother(file: string, identity: string): boolean {
  const [own, log] = identity.split(' ');
  return numberOf(file) !== own && numberOf(`${file}-wal`) === log;
}

/** True if the disk of a file can only be read. */
export const isWriteProtected = (file: string): boolean => {
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
};

/**
 * @param file the database's
 * @param freeBytes reads how much room there is
 */
export function createDisk(file: string, freeBytes: FreeBytes): Disk {
  const folder = dirname(file);
  let opened: string | null = null;
  let current: StorageTrouble | null = null;
  let free: number | null = null;
  let changed: (trouble: StorageTrouble | null) => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;

  const become = (trouble: StorageTrouble | null): void => {
    const isNews = trouble?.kind !== current?.kind;
    current = trouble;
    if (isNews) changed(trouble);
  };
  const isMoved = (): boolean => {
    try {
      return opened !== null && identityOf(file) !== opened;
    } catch {
      // A path that cannot be read proves nothing about the open file.
      return false;
    }
  };
  const hasRoom = (): boolean => free === null || free >= missingReserve(folder) + ENOUGH_FREE;
  const met = (trouble: StorageTrouble): StorageTrouble => {
    // A disk that was remounted for reading only, as Linux does after errors, answers a write as one that fails.
    const isReadOnly = trouble.kind === 'failing' && isWriteProtected(file);
    const actual = isReadOnly ? new StorageTrouble('readOnly', file, trouble.cause) : trouble;
    if (current?.kind !== 'moved') become(actual);
    return actual;
  };
  const look = async (probe: () => Promise<unknown>): Promise<void> => {
    free = await freeBytes(folder).catch(() => null);
    opened ??= identityOf(file);
    if (isMoved()) return become(new StorageTrouble('moved', file));
    if (current?.kind === 'moved') become(null);
    if (free !== null && free < LEAST_FREE) return become(current ?? new StorageTrouble('full', file));
    if (current !== null && (current.kind !== 'full' || hasRoom())) {
      // A probe that fails reports the reason itself.
      if (
        !(await probe().then(
          () => true,
          () => false,
        ))
      )
        return;
      become(null);
    }
    if (current === null && hasRoom() && missingReserve(folder) > 0) await fillReserve(folder).catch(() => undefined);
  };

  return {
    trouble: () => current,
    freeBytes: () => free,
    follow(follower) {
      changed = follower;
      if (current) changed(current);
    },
    met,
    requireWritable() {
      if (current) throw new StorageTrouble(current.kind, file, current.cause);
    },
    requireFile() {
      if (!isMoved()) return;
      const moved = new StorageTrouble('moved', file);
      become(moved);
      throw moved;
    },
    isMoved,
    isInPlace: () => opened?.split(' ')[0] === numberOf(file),
    removeCompanions() {
      const [, ...numbers] = opened?.split(' ') ?? [];
      for (const [at, suffix] of COMPANIONS.entries())
        if (numberOf(file + suffix) === numbers[at]) rmSync(file + suffix);
    },
    giveWay: () => giveUpReserve(folder),
    begin(probe) {
      opened = identityOf(file);
      const again = (): void => {
        looking ??= look(probe).finally(() => {
          looking = null;
        });
      };
      again();
      timer = setInterval(again, LOOK).unref();
    },
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}
