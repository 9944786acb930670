import type { StoredEvent, Storage } from '#server/storage/port.ts';

/** Brings what happened, in this process or in another, to this process's streams: each event once, in the order of commits. */
export type Bus = {
  /** To be called when something was done here: its event need not come back from the database by itself. */
  look(): void;
  /** Whether this process would hear of what others do just now. */
  isListening(): boolean;
  /** Ends when no more is delivered. */
  close(): Promise<void>;
};

/** What the bus needs. */
export type BusParts = {
  storage: Pick<Storage, 'events' | 'watch'>;
  /** Told of each event once. */
  deliver: (event: StoredEvent) => void;
  /** Told when the events could not be read; they are read again. */
  failed: (error: unknown) => void;
};

/** After a failure the events are read again, in milliseconds. */
const AGAIN = 1_000;

/** @param parts the storage and who is told; what was there before is not told */
export async function createBus({ storage, deliver, failed }: BusParts): Promise<Bus> {
  let seen = await storage.events.last();
  let isWanted = false;
  let isClosed = false;
  let reading: Promise<void> | null = null;
  let again: NodeJS.Timeout | undefined;

  const read = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      if (isClosed) return;
      for (const event of await storage.events.since(seen)) {
        seen = event.number;
        // There may be more than one reading gives.
        isWanted = true;
        if (!isClosed) deliver(event);
      }
    }
  };
  const look = (): void => {
    isWanted = true;
    if (isClosed || reading) return;
    clearTimeout(again);
    reading = read()
      .catch((error: unknown) => {
        failed(error);
        again = setTimeout(look, AGAIN).unref();
      })
      .finally(() => {
        reading = null;
      });
  };
  const watch = storage.watch(look);
  return {
    look,
    isListening: () => watch.isListening(),
    async close() {
      isClosed = true;
      clearTimeout(again);
      await watch.close();
      await reading;
    },
  };
}
