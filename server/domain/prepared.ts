import { setImmediate as others } from 'node:timers/promises';
import type { Storage, Stores } from '#server/storage/port.ts';
import { Refusal } from './refusal.ts';

/** A change that takes a while to prepare. */
type PreparedChange<Before, Now, Ready, Result> = {
  /** What is there, and that it may be changed. */
  look: (stores: Stores) => Promise<Before>;
  prepare: (before: Before) => Promise<Ready>;
  /** The same within the transaction, held against other writers. */
  again: (stores: Stores) => Promise<Now>;
  /** Whether it is still what the change was prepared for. */
  isSame: (now: Now, before: Before) => boolean;
  change: (stores: Stores, now: Now, ready: Ready) => Promise<Result>;
};

/** How often a change is prepared anew because another process changed the same thing meanwhile. */
const ATTEMPTS = 20;

/** Lets changes of one thing follow one another in this process. */
export type Turns = <T>(thing: string, work: () => Promise<T>) => Promise<T>;

/** One for a process. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (thing, work) => {
    const before = last.get(thing) ?? Promise.resolve();
    const own = before.then(work, work);
    last.set(thing, own);
    try {
      return await own;
    } finally {
      if (last.get(thing) === own) last.delete(thing);
    }
  };
}

/**
 * Does a change that was prepared outside of the transaction: nothing is held, and nobody waits, while it is prepared. It is prepared anew when another
 * process was faster.
 * @throws {Refusal} busy, when others are faster each time
 */
export async function prepared<Before, Now, Ready, Result>(
  storage: Storage,
  { look, prepare, again, isSame, change }: PreparedChange<Before, Now, Ready, Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // oxlint-disable no-await-in-loop -- one attempt after the other
    const before = await look(storage);
    // The embedded database answers at once: without a pause everybody would wait for all of this.
    await others();
    const ready = await prepare(before);
    await others();
    const done = await storage.transaction(async (stores) => {
      const now = await again(stores);
      return isSame(now, before) ? { result: await change(stores, now, ready) } : null;
    });
    // oxlint-enable no-await-in-loop
    if (done) return done.result;
  }
  throw new Refusal('busy', 'Others are changing this document just now. Please try again.', 1);
}
