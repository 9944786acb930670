import type { Storage } from '#server/storage/storage.ts';
import type { Publish, StoredEvent } from '#server/storage/stores/events.ts';

/** Delivers events of this process and of others to this process's streams: each once, in the order of commits. */
export type Bus = {
  /**
   * Delivers events that this process itself wrote, without reading them back. Call it after the write is committed.
   */
  publish: Publish;
  /** True if this process is connected to the events of others now. */
  isListening(): boolean;
  /** Resolves when no more events are delivered. */
  close(): Promise<void>;
};

/** The parts of `createBus`. */
export type BusParts = {
  storage: Pick<Storage, 'events' | 'watch'>;
  /** Called with each event once. */
  deliver: (event: StoredEvent) => void;
  /** Called with each announcement of a process; these are not stored. */
  announced: (text: string) => void;
  /** Called when the events could not be read; they are read again. */
  failed: (error: unknown) => void;
};

/** Milliseconds after a failure until the events are read again. */
const AGAIN = 1_000;

/** @param parts the storage and the callbacks; events from before this call are not delivered */
export async function createBus({ storage, deliver, announced, failed }: BusParts): Promise<Bus> {
  let seen = await storage.events.last();
  let isWanted = false;
  let isClosed = false;
  let reading: Promise<void> | null = null;
  let again: NodeJS.Timeout | undefined;

  const note = (event: StoredEvent): void => {
    seen = event.number;
    if (!isClosed) deliver(event);
  };
  const read = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      if (isClosed) return;
      for (const event of await storage.events.since(seen)) {
        // One read returns some hundreds at most: there may be more.
        isWanted = true;
        // This process may have published some of them during the read.
        if (event.number > seen) note(event);
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
  const watch = storage.watch((last) => {
    if (last === null || last > seen) look();
  }, announced);
  return {
    publish(events) {
      for (const event of events) {
        if (event.number === seen + 1) note(event);
        // Another process wrote before this one, or a number belongs to a transaction that was rolled back: only the
        // table shows which.
        else if (event.number > seen) look();
      }
    },
    isListening: () => watch.isListening(),
    async close() {
      isClosed = true;
      clearTimeout(again);
      await watch.close();
      await reading;
    },
  };
}
