import { accessSync, constants, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fillReserve, giveUpReserve, missingReserve } from './disk-reserve.ts';
import { StorageTrouble } from '../unavailable.ts';

/** How often the disk is looked at, in milliseconds. */
const LOOK = 1_000;
/** Bytes below which a disk counts as full though nobody has tried to write, and which must be free besides the reserve until it no longer does. */
const LEAST_FREE = 4_000_000;
const ENOUGH_FREE = 8_000_000;

/** How much room a folder's disk has, in bytes. */
export type FreeBytes = (folder: string) => Promise<number>;

/** Asks the machine. */
export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** How the place of the database is just now. */
export type Condition = {
  /** Why nothing is saved; null when all is well. */
  trouble(): StorageTrouble | null;
  /** Bytes free on its disk; null where that is not ours to know. */
  freeBytes(): number | null;
  /** @param changed called once when trouble begins or becomes another, and once, with null, when it is over */
  follow(changed: (trouble: StorageTrouble | null) => void): void;
};

/** Where nothing is looked after: PostgreSQL does it itself, and a command ends soon. */
export const untroubled: Condition = { trouble: () => null, freeBytes: () => null, follow: () => undefined };

/** Looks after the disk of the embedded database and its file. */
export type Disk = Condition & {
  /** Takes what a query ended with. @returns the error for whoever asked */
  met: (trouble: StorageTrouble) => StorageTrouble;
  /** @throws {StorageTrouble} while nothing is saved */
  requireWritable(): void;
  /** Looks at once. @throws {StorageTrouble} when the database's file is not the one that was opened */
  requireFile(): void;
  /** Looks at once. */
  isMoved(): boolean;
  /** Whether the file itself is in its place; of one that `isMoved` then only what belongs to it is gone. */
  isInPlace(): boolean;
  /** Removes what was opened beside the file and is still there, once nobody has it open; never what came into its place. */
  removeCompanions(): void;
  /** Gives up a part of the reserve. @returns whether there was any */
  giveWay(): boolean;
  /** Begins to look, each second, once the file is open. @param probe writes something that changes nothing */
  begin(probe: () => Promise<unknown>): void;
  close(): Promise<void>;
};

/** A database is opened on a full disk too, which needs some room of its own. */
export async function makeWay(folder: string, freeBytes: FreeBytes): Promise<void> {
  if ((await freeBytes(folder).catch(() => LEAST_FREE)) < LEAST_FREE) giveUpReserve(folder);
}

function numberOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

/** What belongs to a database that is open: its write-ahead log, in which alone the newest writes stand, and what all who have it open share. */
export const COMPANIONS = ['-wal', '-shm'] as const;

/**
 * Names a database that somebody has open, for as long as its files are there, whatever they are called.
 * @param file the database's
 * @returns null when one of them is not there
 */
export function identityOf(file: string): string | null {
  const numbers = [file, ...COMPANIONS.map((suffix) => file + suffix)].map(numberOf);
  return numbers.includes(null) ? null : numbers.join(' ');
}

/**
 * Whether the write-ahead log that lies beside a file belongs to another.
 * @param identity of the database that was open, as `identityOf` gave it
 */
export function isLogOfAnother(file: string, identity: string): boolean {
  const [own, log] = identity.split(' ');
  return numberOf(file) !== own && numberOf(`${file}-wal`) === log;
}

/** Tells whether the disk of a file can only be read. */
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
 * @param freeBytes asked how much room there is
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
      // A path that cannot be looked at says nothing about the file that is open.
      return false;
    }
  };
  const hasRoom = (): boolean => free === null || free >= missingReserve(folder) + ENOUGH_FREE;
  const met = (trouble: StorageTrouble): StorageTrouble => {
    // A disk that was mounted anew for reading only, as Linux does after errors, answers a write as one that fails.
    const isReadOnly = trouble.kind === 'failing' && isWriteProtected(file);
    const told = isReadOnly ? new StorageTrouble('readOnly', file, trouble.cause) : trouble;
    if (current?.kind !== 'moved') become(told);
    return told;
  };
  const look = async (probe: () => Promise<unknown>): Promise<void> => {
    free = await freeBytes(folder).catch(() => null);
    opened ??= identityOf(file);
    if (isMoved()) return become(new StorageTrouble('moved', file));
    if (current?.kind === 'moved') become(null);
    if (free !== null && free < LEAST_FREE) return become(current ?? new StorageTrouble('full', file));
    if (current !== null && (current.kind !== 'full' || hasRoom())) {
      // One that does not come through says why by itself.
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
