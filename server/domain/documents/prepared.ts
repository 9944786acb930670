import { setImmediate as others } from 'node:timers/promises';
import type { Stores } from '#server/storage/storage.ts';
import type { Actor, Caller } from '../access.ts';
import type { Changes } from '../changes.ts';
import { Refusal } from '../refusal.ts';

/** A change that takes a while to prepare. */
type PreparedChange<Before, Now, Ready, Result> = {
  /** Reads the present state and checks that the actor may change it. */
  look: (stores: Stores, actor: Actor) => Promise<Before>;
  prepare: (before: Before) => Promise<Ready>;
  /** The same within the transaction, locked against other writers. */
  again: (stores: Stores, actor: Actor) => Promise<Now>;
  /** True if it is still the state for which the change was prepared. */
  isSame: (now: Now, before: Before) => boolean;
  change: (stores: Stores, actor: Actor, now: Now, ready: Ready) => Promise<Result>;
};

/** Maximum attempts to prepare a change, if other processes keep changing the same thing. */
const ATTEMPTS = 20;

/**
 * Does a change that is prepared outside of the transaction: while it is prepared nothing is locked, and no call waits.
 * It is prepared again if another process was faster.
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
    // The embedded database answers synchronously: without a pause all other calls would wait for all of this.
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
