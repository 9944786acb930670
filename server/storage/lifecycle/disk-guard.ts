import type { Disk } from './disk.ts';
import type { Storage } from '../port/port.ts';
import { StorageTrouble } from '../unavailable.ts';

/** One storage in two ways. */
export type GuardedStorage = {
  /** Saves nothing while the disk or the file is in trouble. */
  storage: Storage;
  /**
   * What people need to come in and to go on reading: it may use the room that is kept for that. What is not a transaction (a line of the audit log,
   * the end of a count) is left out when even that is used up.
   */
  sessionStorage: Storage;
};

const isFull = (error: unknown): boolean => error instanceof StorageTrouble && error.kind === 'full';

/**
 * Keeps writes from a disk that is full, and from a file that is not the database's any more.
 * @param storage over the database that `disk` looks after
 */
export function guardWrites(storage: Storage, disk: Disk): GuardedStorage {
  const { audit, attempts, sessions } = storage;
  /** What was written to a file that is gone was not kept. */
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
