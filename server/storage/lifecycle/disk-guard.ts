import type { Disk } from './disk.ts';
import type { Storage } from '../storage.ts';
import { StorageTrouble } from '../unavailable.ts';

/** One storage with two kinds of access. */
export type GuardedStorage = {
  /** Refuses to save while the disk or the file is in trouble. */
  storage: Storage;
  /**
   * For sign-ins and reading: it may use the reserve. Writes outside of transactions (an audit entry, the end of a
   * count) are dropped if even that is used up.
   */
  sessionStorage: Storage;
};

const isFull = (error: unknown): boolean => error instanceof StorageTrouble && error.kind === 'full';

/**
 * Blocks writes to a disk that is full, and to a file that is no longer the database's.
 * @param storage over the database that `disk` watches
 */
export function guardWrites(storage: Storage, disk: Disk): GuardedStorage {
  const { audit, attempts, sessions } = storage;
  /** Fails if the file is gone: then the result was not stored. */
  const kept = <T>(result: T): T => {
    disk.requireFile();
    return result;
  };
  const urgently = async <T>(work: () => Promise<T>): Promise<T> => {
    disk.requireFile();
    for (;;) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        return kept(await work());
      } catch (error) {
        if (!isFull(error) || !disk.giveWay()) throw error;
      }
    }
  };
  const spared = async (work: () => Promise<void>): Promise<void> => {
    await urgently(work).catch((error: unknown) => {
      if (!isFull(error)) throw error;
    });
  };
  return {
    storage: {
      ...storage,
      async transaction(work) {
        disk.requireWritable();
        return kept(await storage.transaction(work));
      },
    },
    sessionStorage: {
      ...storage,
      transaction: (work) => urgently(() => storage.transaction(work)),
      audit: { ...audit, add: (entry) => spared(() => audit.add(entry)) },
      attempts: { ...attempts, remove: (number) => spared(() => attempts.remove(number)) },
      sessions: { ...sessions, touch: (families, at) => spared(() => sessions.touch(families, at)) },
    },
  };
}
