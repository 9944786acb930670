/** Called with the number of an event that a transaction has added, before it is committed. */
export type Added = (number: number) => void;

/** Tells what a database says of this process's own events from what it says of others'. */
export type OwnEvents = {
  /** Runs a transaction, which says what it adds. */
  during<T>(transaction: (added: Added) => Promise<T>): Promise<T>;
  /**
   * Passes on what the database says, unless it says it of an event whose transaction is still going on here: a database tells of a commit before it
   * answers it. That is passed on when the transaction has ended, however it did; its events have been told of by then, if it did well (`Tell`).
   */
  heard(last: number | null, changed: (last: number | null) => void): void;
};

/** One for each open storage. */
export function createOwnEvents(): OwnEvents {
  // By number, what is to be passed on in the end.
  const uncommitted = new Map<number, (() => void) | null>();
  const passOn = (number: number): void => {
    const news = uncommitted.get(number);
    uncommitted.delete(number);
    news?.();
  };
  return {
    async during(transaction) {
      const numbers: number[] = [];
      try {
        return await transaction((number) => {
          numbers.push(number);
          uncommitted.set(number, null);
        });
      } finally {
        // Whoever waits for the transaction goes on first.
        setImmediate(() => numbers.forEach(passOn));
      }
    },
    heard(last, changed) {
      if (last !== null && uncommitted.has(last)) uncommitted.set(last, () => changed(last));
      else changed(last);
    },
  };
}
