import { setImmediate as others } from 'node:timers/promises';
import type { Stores } from '#server/storage/port/port.ts';
import type { Actor, Caller } from '../access.ts';
import type { Changes } from '../changes.ts';
import { Refusal } from '../refusal.ts';

/** A change that takes a while to prepare. */
type PreparedChange<Before, Now, Ready, Result> = {
  /** What is there, and that it may be changed. */
  look: (stores: Stores, actor: Actor) => Promise<Before>;
  prepare: (before: Before) => Promise<Ready>;
  /** The same within the transaction, held against other writers. */
  again: (stores: Stores, actor: Actor) => Promise<Now>;
  /** Whether it is still what the change was prepared for. */
  isSame: (now: Now, before: Before) => boolean;
  change: (stores: Stores, actor: Actor, now: Now, ready: Ready) => Promise<Result>;
};

/** How often a change is prepared anew because another process changed the same thing meanwhile. */
const ATTEMPTS = 20;

/**
 * Does a change that was prepared outside of the transaction: nothing is held, and nobody waits, while it is prepared. It is prepared anew when another
 * process was faster.
 * @throws {Refusal} busy, when others are faster each time
 */
export async function prepared<Before, Now, Ready, Result>(
  { stores: outside, changes }: { stores: Stores; changes: Changes },
  caller: Caller,
  { look, prepare, again, isSame, change }: PreparedChange<Before, Now, Ready, Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // oxlint-disable no-await-in-loop -- one attempt after the other
    caller.waiting.throwIfAborted();
    const before = await look(outside, caller);
    // The embedded database answers at once: without a pause everybody would wait for all of this.
    await others();
    const ready = await prepare(before);
    await others();
    const done = await changes.by(caller, async (stores, actor) => {
      const now = await again(stores, actor);
      return isSame(now, before) ? { result: await change(stores, actor, now, ready) } : null;
    });
    // oxlint-enable no-await-in-loop
    if (done) return done.result;
  }
  throw new Refusal('busy', 'Others are changing this document just now. Please try again.', 1);
}
