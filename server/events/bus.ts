import type { StoredEvent, Storage } from '#server/storage/port.ts';

/** Delivers events of this process and of others to this process's streams: each once, in the order of commits. */
export type Bus = {
  /** Reads new events. Call it after a write of this process, which the database does not announce to it. */
  look(): void;
  /** Whether this process is connected to the events of others now. */
  isListening(): boolean;
  /** Resolves when no more events are delivered. */
  close(): Promise<void>;
};

/** What the bus needs. */
export type BusParts = {
  storage: Pick<Storage, 'events' | 'watch'>;
  /** Called with each event once. */
  deliver: (event: StoredEvent) => void;
  /** Called when the events could not be read; they are read again. */
  failed: (error: unknown) => void;
};

/** Milliseconds after a failure until the events are read again. */
const AGAIN = 1_000;

/** @param parts the storage and the callbacks; events from before this call are not delivered */
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
        // One read gives some hundreds at most: there may be more.
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
