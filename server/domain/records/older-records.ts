import { setTimeout } from 'node:timers/promises';
import { inSlices } from '#common/document/text/in-slices.ts';
import { unpackText } from '#server/storage/archive-record.ts';
import type { Storage } from '#server/storage/storage.ts';
import { StorageUnavailable } from '#server/storage/unavailable.ts';
import type { RecordHead } from '#server/storage/stores/records.ts';
import type { Documents } from '../documents/documents.ts';
import type { Waiter } from '../line.ts';
import { indexEarlier, preparingEarlier, readEntries, type ReadEntries } from '../documents/record-index.ts';

/** Milliseconds between two submissions, so that no call waits long; and until it is tried again after all, or an error. */
const PAUSE = 5;
const AGAIN = 60_000;
/** Its work has one place in the queue, beside each user who saves. */
const IN_TURN: Waiter = { who: 'records', waiting: null };
/** The setting with the version of the words in the index: they depend on the ICU that cuts them. */
const WORDS = 'record_words';
/** The setting with the version that empties the index, and the last WIP whose part it has emptied. */
const RENEWED = 'record_words_renewed';
const VERSION = `2 ${process.versions['icu'] ?? ''} ${process.versions['unicode'] ?? ''}`;

type Parts = {
  storage: Pick<Storage, 'transaction' | 'records' | 'archives' | 'templates' | 'settings'>;
  documents: Documents;
};

/** The content of a submission; null if there is none. */
async function entriesOf({ storage, documents }: Parts, head: RecordHead | null): Promise<ReadEntries | null> {
  const stored = head?.dropped_at === null ? await storage.archives.packed(head.uuid) : null;
  if (!stored?.packed) return null;
  const { template, line_breaks: lines } = stored;
  return readEntries(storage, documents, { template, html: await unpackText(stored.packed), lines }, IN_TURN);
}

/** Reads the newest submission that is not in the index. @returns false when all are */
async function readOne(parts: Parts, failed: (error: unknown) => void): Promise<boolean> {
  const { records, transaction } = parts.storage;
  const unread = await records.newestUnread();
  if (unread === null) return false;
  const next = await records.atPlace(unread.wip, unread.place + 1);
  // One that cannot be read must not keep the older ones from being read.
  const read = (head: RecordHead | null) =>
    entriesOf(parts, head).catch((error: unknown) => {
      if (error instanceof StorageUnavailable) throw error;
      failed(error);
      return null;
    });
  const [entries, later] = [await read(unread), await read(next)];
  const changes = await inSlices(preparingEarlier(unread, next, entries?.entries ?? null, later?.entries ?? null));
  await transaction(async (stores) => {
    // Also against submissions, and other processes that do the same.
    await stores.archives.last(unread.template, unread.organisation);
    const [head, after] = [
      await stores.records.head(unread.uuid),
      await stores.records.atPlace(unread.wip, unread.place + 1),
    ];
    // A record that others have changed meanwhile is read again, as are both when their template was replaced.
    if (head?.is_indexed !== 0 || head.dropped_at !== unread.dropped_at) return;
    if (after?.uuid !== next?.uuid || after?.dropped_at !== next?.dropped_at) return;
    const template = await stores.templates.head(unread.template);
    if ([entries, later].some((one) => one && one.version !== template?.template_version)) return;
    await indexEarlier(stores.records, head, changes);
  });
  return true;
}

/** Empties the index of one WIP after another if its words were cut by another version. @returns true once all are */
function renewWords(storage: Parts['storage']): Promise<boolean> {
  return storage.transaction(async (stores) => {
    const { records, settings } = stores;
    const before = await settings.get(WORDS);
    if (before === VERSION) return true;
    await stores.archives.last('', '');
    const [version, wip = ''] = (await settings.get(RENEWED))?.split('\n') ?? [];
    const next = before === null ? null : await records.nextWip(version === VERSION ? wip : '');
    if (next === null) {
      await settings.set(WORDS, VERSION);
      await settings.set(RENEWED, '');
      return true;
    }
    await records.clear(next);
    await settings.set(RENEWED, `${VERSION}\n${next}`);
    return false;
  });
}

/**
 * Reads the submissions of before the index into it, newest first: the index is complete from some moment on. It continues after
 * a restart, and any process may do any part.
 * @param failed called with each error, after which it tries again a minute later
 * @returns `complete`: resolved once all are read
 */
export function readOlderRecords(
  parts: Parts,
  failed: (error: unknown) => void,
): { complete: Promise<void>; close(): Promise<void> } {
  const ending = new AbortController();
  const pause = (time: number): Promise<void> =>
    setTimeout(time, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
  let arrived = (): void => undefined;
  const complete = new Promise<void>((done) => (arrived = done));
  const work = async (): Promise<void> => {
    // Once at each start: if it fails, the words stay as they were cut.
    const renew = (): Promise<boolean> =>
      renewWords(parts.storage).catch((error: unknown) => {
        failed(error);
        return true;
      });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    while (!ending.signal.aborted && !(await renew())) await pause(PAUSE);
    while (!ending.signal.aborted) {
      // oxlint-disable no-await-in-loop -- one after the other
      try {
        const isComplete = !(await readOne(parts, failed));
        if (isComplete) arrived();
        // A submission whose document could not be read at once is read then.
        await pause(isComplete ? AGAIN : PAUSE);
      } catch (error) {
        failed(error);
        await pause(AGAIN);
      }
      // oxlint-enable no-await-in-loop
    }
  };
  const done = work();
  return {
    complete,
    async close() {
      ending.abort();
      await done;
    },
  };
}
