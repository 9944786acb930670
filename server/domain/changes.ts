import type { Storage, Stores } from '#server/storage/port/port.ts';
import { actorOf, type Actor, type Caller } from './access.ts';
import { createLine, type Waiter } from './line.ts';
import { Refusal } from './refusal.ts';

/**
 * Runs the changes of calls. However many changes one user or one network makes, the next change of every other one
 * waits for one of theirs at most.
 */
export type Changes = {
  /**
   * Does all of the work or nothing, for a user whose session is still valid then.
   * @param work gets the user as they are in the transaction; it must use only the stores that it is given; it may run
   * again
   * @throws {Refusal} unauthenticated, when the session has ended since the call arrived
   */
  by<T>(caller: Caller, work: (stores: Stores, actor: Actor) => Promise<T>): Promise<T>;
  /** The same for a call without a session. */
  for<T>(waiter: Waiter, work: (stores: Stores) => Promise<T>): Promise<T>;
};

/**
 * Creates the queue of a server.
 * @param storage where changes are stored
 * @param atOnce transactions that the database can do at the same time, besides all reads
 */
export function createChanges(storage: Pick<Storage, 'transaction'>, atOnce: number): Changes {
  const line = createLine({ atOnce });
  return {
    by: (caller, work) =>
      line.run(waiterOf(caller), () =>
        storage.transaction(async (stores) => {
          // The session ends with the password, the level, the organisation and the account that it was opened for.
          const session = await stores.sessions.hold(caller.family);
          if (!session || session.family.revoked_at !== null || session.user.disabled_at !== null) throw ended();
          return work(stores, actorOf(session.user));
        }),
      ),
    for: (waiter, work) => line.run(waiter, () => storage.transaction(work)),
  };
}

/** The user whose turn the work of a call takes. */
export const waiterOf = ({ uuid, waiting }: Pick<Caller, 'uuid' | 'waiting'>): Waiter => ({ who: uuid, waiting });

const ended = (): Refusal => new Refusal('unauthenticated', 'You are not signed in, or your session has ended.');
