/** Called with the number of an event that a transaction has added, before it is committed. */
export type Added = (number: number) => void;

/** Separates an open storage's notifications of this process's own events from those of others' events. */
export function createOwnEvents() {
  // The delayed notifications by number.
  const uncommitted = new Map<number, (() => void) | null>();
  const passOn = (number: number): void => {
    const news = uncommitted.get(number);
    uncommitted.delete(number);
    news?.();
  };
  return {
    /** Runs a transaction, which reports the events that it adds. */
    async during<T>(transaction: (added: Added) => Promise<T>): Promise<T> {
      const numbers: number[] = [];
      try {
        return await transaction((number) => {
          numbers.push(number);
          uncommitted.set(number, null);
        });
      } finally {
        // The caller of the transaction continues first.
        setImmediate(() => numbers.forEach(passOn));
      }
    },
    /**
     * Passes a notification on, unless its event's transaction is still running here: a database notifies of a commit
     * before it answers it. Such a notification is passed on after the transaction has ended in any way; if it succeeded,
     * its events are published by then.
     */
    receive(last: number | null, changed: (last: number | null) => void): void {
      if (last !== null && uncommitted.has(last)) uncommitted.set(last, () => changed(last));
      else changed(last);
    },
  };
}
