import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { JOURNAL_BYTES, JOURNAL_DAYS } from '#common/config/constants.ts';
import type { UnsavedDocument } from '#machines/unsaved/unsaved-list.machine.ts';
import { documentOf, type Place } from '#machines/unsaved/unsaved-text.ts';
import { createCipher, type Sealed } from './cipher.ts';

/** Summary of a document with unsaved text. */
type Head = UnsavedDocument & { place: Place };

/** Unsaved text of one document: its head, and all of it as JSON. */
export type Entry = { head: Head; body: string };

/** Owner of unsaved text: the host of the documents, the user's id there, and the host's key and mark. */
export type DiskOwner = { key: string; mark: string | null; host: string; user: string };

/** Unsaved text of one user on this device's disk, encrypted. */
export type UnsavedDisk = Awaited<ReturnType<typeof openDisk>>;

type HeadRow = { id: string; owner: string; day: number; bytes: number; sealed: Sealed };
type BodyRow = { id: string; sealed: Sealed };
interface Schema extends DBSchema {
  heads: { key: string; value: HeadRow; indexes: { owner: string; day: number } };
  bodies: { key: string; value: BodyRow };
}

const NAME = 'ready-journal';
const DAY = 86_400_000;
const STORES = ['heads', 'bodies'] as const;
/** A write reported as done is on the disk, not on its way there: a power failure loses nothing. */
const ON_DISK = { durability: 'strict' } as const;

let opening: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  const forget = (): void => {
    opening = null;
  };
  opening ??= openDB<Schema>(NAME, 1, {
    upgrade: (db) => {
      const heads = db.createObjectStore('heads', { keyPath: 'id' });
      heads.createIndex('owner', 'owner');
      heads.createIndex('day', 'day');
      db.createObjectStore('bodies', { keyPath: 'id' });
    },
    blocking: (_current, _blocked, event) => {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

/**
 * Opens the disk for one user. Without the mark nothing on it reveals the owner or the document, and without the key nothing reveals the text: only
 * its size, and the day after which it may be deleted.
 * @param now epoch milliseconds; by the host's clock, so that a wrong one of the browser deletes nothing
 * @throws if the browser has no WebCrypto or no IndexedDB, or refuses them
 */
export async function openDisk({ key, mark, host, user }: DiskOwner, now: () => number) {
  const [cipher] = await Promise.all([createCipher(key, mark), database()]);
  const owner = await cipher.nameOf([host, user]);
  const nameOf = (place: Place): Promise<string> => cipher.nameOf([host, user, ...documentOf(place)]);
  /** Not among the user's unsaved text: neither listed nor counted with it. It is deleted after the same days. */
  const recentId = await cipher.nameOf([host, user, 'recent']);
  const today = (): number => Math.floor(now() / DAY);

  const readHead = async ({ id, sealed }: HeadRow): Promise<Head | null> => {
    const text = await cipher.open(sealed, `head ${id}`);
    return text === null ? null : (JSON.parse(text) as Head);
  };
  const listOwn = async (): Promise<HeadRow[]> => (await database()).getAllFromIndex('heads', 'owner', owner);
  /** All or nothing: older text must not be deleted for an entry that is not stored in the end. */
  const change = async (ids: readonly string[], entry?: { head: HeadRow; body: BodyRow }): Promise<void> => {
    if (ids.length === 0 && !entry) return;
    const transaction = (await database()).transaction(STORES, 'readwrite', ON_DISK);
    const [heads, bodies] = [transaction.objectStore('heads'), transaction.objectStore('bodies')];
    await Promise.all([
      ...(entry ? [heads.put(entry.head), bodies.put(entry.body)] : []),
      ...ids.flatMap((id) => [heads.delete(id), bodies.delete(id)]),
      transaction.done,
    ]);
  };
  /** For all users: the owner of older text may never sign in here again. */
  const removeExpired = async (): Promise<void> => {
    const old = IDBKeyRange.upperBound(today() - JOURNAL_DAYS, true);
    await change(await (await database()).getAllKeysFromIndex('heads', 'day', old));
  };
  /** Entries to delete for a new one: the oldest first. */
  const excessFor = async (id: string, bytes: number): Promise<string[]> => {
    const others = (await listOwn()).filter((row) => row.id !== id);
    let total = others.reduce((sum, row) => sum + row.bytes, bytes);
    if (total <= JOURNAL_BYTES) return [];
    const dated = await Promise.all(others.map(async (row) => ({ row, at: (await readHead(row))?.at ?? 0 })));
    const excess: string[] = [];
    for (const { row } of dated.sort((a, b) => a.at - b.at)) {
      if (total <= JOURNAL_BYTES) break;
      excess.push(row.id);
      total -= row.bytes;
    }
    return excess;
  };

  await removeExpired();
  return {
    /** A name for the place that does not reveal it: the tabs of the browser use it to agree. */
    nameOf,
    /** @returns 'unreadable' for an entry that is damaged, or was encrypted with another key */
    read: async (place: Place): Promise<Entry | 'unreadable' | null> => {
      const id = await nameOf(place);
      const transaction = (await database()).transaction(STORES);
      const [row, body] = await Promise.all([
        transaction.objectStore('heads').get(id),
        transaction.objectStore('bodies').get(id),
      ]);
      if (!row || !body) return null;
      const [head, text] = await Promise.all([readHead(row), cipher.open(body.sealed, `body ${id}`)]);
      return head === null || text === null ? 'unreadable' : { head, body: text };
    },
    /**
     * Returns when it is on the disk.
     * @returns `dropped`: the number of older entries of this user that were deleted for it
     * @throws if the disk is full, or the browser refuses
     */
    write: async ({ head, body }: Entry): Promise<{ dropped: number }> => {
      const id = await nameOf(head.place);
      const [sealedHead, sealedBody] = await Promise.all([
        cipher.seal(JSON.stringify(head), `head ${id}`),
        cipher.seal(body, `body ${id}`),
      ]);
      const bytes = sealedHead.data.byteLength + sealedBody.data.byteLength;
      const excess = await excessFor(id, bytes);
      const row = { id, owner, day: today(), bytes, sealed: sealedHead };
      await change(excess, { head: row, body: { id, sealed: sealedBody } });
      return { dropped: excess.length };
    },
    remove: async (place: Place): Promise<void> => change([await nameOf(place)]),
    removeAll: async (): Promise<void> => change([recentId, ...(await listOwn()).map(({ id }) => id)]),
    /** The newest first; without a place if it cannot be read: it was encrypted with a key that is no longer the user's, or is damaged. */
    list: async (): Promise<UnsavedDocument[]> => {
      const summarize = async (row: HeadRow): Promise<UnsavedDocument> =>
        (await readHead(row)) ?? { place: null, title: '', changes: 0, at: row.day * DAY };
      return (await Promise.all((await listOwn()).map(summarize))).sort((a, b) => b.at - a.at);
    },
    /** The documents that the user opened last, as stored; null if there are none, or they cannot be read. */
    readRecent: async (): Promise<string | null> => {
      const row = await (await database()).get('heads', recentId);
      return row ? cipher.open(row.sealed, 'recent') : null;
    },
    writeRecent: async (body: string): Promise<void> => {
      const sealed = await cipher.seal(body, 'recent');
      await (await database()).put('heads', { id: recentId, owner: recentId, day: today(), bytes: 0, sealed });
    },
  };
}
