import type { Storage, Stores } from '#server/storage/storage.ts';
import { actorOf, type Actor, type Caller } from './access.ts';
import { createLine, type Waiter } from './line.ts';
import { Refusal } from './refusal.ts';

/**
 * Runs the changes of calls. However many changes one user or one network makes, the next change of every other one
 * waits for one of theirs at most.
 */
export type Changes = ReturnType<typeof createChanges>;

/**
 * Creates the queue of a server.
 * @param storage where changes are stored
 * @param atOnce transactions that the database can do at the same time, besides all reads
 * @param urgent the same storage, which may use the reserve of a full disk
 */
export function createChanges(
  storage: Pick<Storage, 'transaction'>,
  atOnce: number,
  urgent: Pick<Storage, 'transaction'> = storage,
) {
  const line = createLine({ atOnce });
  /**
   * Does all of the work or nothing, for a user whose session is still valid then.
   * @param work gets the user as they are in the transaction; it must use only the stores that it is given; it may run
   * again
   * @throws {Refusal} unauthenticated, when the session has ended since the call arrived
   */
  const within =
    (place: Pick<Storage, 'transaction'>) =>
    <T>(caller: Caller, work: (stores: Stores, actor: Actor) => Promise<T>): Promise<T> =>
      line.run(waiterOf(caller), () =>
        place.transaction(async (stores) => {
          // The session ends with the password, the level, the organisation and the account that it was opened for.
          const session = await stores.sessions.hold(caller.family);
          if (!session || session.family.revoked_at !== null || session.user.disabled_at !== null) throw ended();
          return work(stores, actorOf(session.user));
        }),
      );
  return {
    /** Runs a change of a user. */
    by: within(storage),
    /** The same for a change that must be possible on a full disk: it may use the reserve (ADR 22). */
    urgently: within(urgent),
    /** The same as `by` for a call without a session. */
    for: <T>(waiter: Waiter, work: (stores: Stores) => Promise<T>): Promise<T> =>
      line.run(waiter, () => storage.transaction(work)),
  };
}

/** The user whose turn the work of a call takes. */
export const waiterOf = ({ uuid, waiting }: Pick<Caller, 'uuid' | 'waiting'>): Waiter => ({ who: uuid, waiting });

const ended = (): Refusal => new Refusal('unauthenticated', 'You are not signed in, or your session has ended.');
