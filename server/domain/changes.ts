import type { Storage, Stores } from '#server/storage/port/port.ts';
import { actorOf, type Actor, type Caller } from './access.ts';
import { createLine, type Waiter } from './line.ts';
import { Refusal } from './refusal.ts';

/** The changes that calls make. However much one person or one network wants to change, everybody else's next change waits for one of theirs at most. */
export type Changes = {
  /**
   * All of the work or nothing, for a person whose session still lives then.
   * @param work gets the person as they are in the transaction; it must use the stores that it is given, and no others; it may run again
   * @throws {Refusal} unauthenticated, when the session ended since the call came
   */
  by<T>(caller: Caller, work: (stores: Stores, actor: Actor) => Promise<T>): Promise<T>;
  /** The same for whoever has no session. */
  for<T>(waiter: Waiter, work: (stores: Stores) => Promise<T>): Promise<T>;
};

/**
 * One for a server.
 * @param storage where it is kept
 * @param atOnce transactions that the database can do at the same time, beside everybody's reading
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

/** Whose turn a call's work takes. */
export const waiterOf = ({ uuid, waiting }: Pick<Caller, 'uuid' | 'waiting'>): Waiter => ({ who: uuid, waiting });

const ended = (): Refusal => new Refusal('unauthenticated', 'You are not signed in, or your session has ended.');
