import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { JOURNAL_BYTES, JOURNAL_DAYS } from '#config/constants.ts';
import { createCipher, type Sealed } from './cipher.ts';

/** A document, as its address names it. */
export type Place = { template: string; wip: string | null };

/** Summary of a document with unsaved text for a list. `at`: time of its last write, in epoch milliseconds. */
export type Head = { place: Place; title: string; changes: number; at: number };

/** The same in a list; without a place if it cannot be read: it was encrypted with a key that is no longer the user's, or is damaged. */
export type Listed = Omit<Head, 'place'> & { place: Place | null };

/** Unsaved text of one document: its head, and all of it as JSON. */
export type Entry = { head: Head; body: string };

/** Result of a write: the number of older entries of this user that were deleted for it. */
export type Written = { dropped: number };

/** Unsaved text of one user on this device's disk, encrypted. */
export type Vault = {
  /** A name for the place that does not reveal it: the tabs of the browser use it to agree. */
  nameOf(place: Place): Promise<string>;
  /** @returns 'unreadable' for an entry that is damaged, or was encrypted with another key */
  read(place: Place): Promise<Entry | 'unreadable' | null>;
  /** Returns when it is on the disk. @throws if the disk is full, or the browser refuses */
  write(entry: Entry): Promise<Written>;
  remove(place: Place): Promise<void>;
  removeAll(): Promise<void>;
  /** The newest first. */
  list(): Promise<Listed[]>;
  /** The documents that the user opened last, as stored; null if there are none, or they cannot be read. */
  recent(): Promise<string | null>;
  keepRecent(body: string): Promise<void>;
};

/** Owner of a vault. */
export type VaultOwner = { key: string; mark: string | null; host: string; user: string };

type HeadRow = { id: string; owner: string; day: number; bytes: number; sealed: Sealed };
interface Schema extends DBSchema {
  heads: { key: string; value: HeadRow; indexes: { owner: string; day: number } };
  bodies: { key: string; value: { id: string; sealed: Sealed } };
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
 * Opens the vault of one user. Without the mark nothing in it reveals the owner or the document, and without the key nothing reveals the text: only
 * its size, and the day after which it may be deleted.
 * @param person its owner: the host of the documents, the user's id there, and the host's key and mark
 * @param now epoch milliseconds; by the host's clock, so that a wrong one of the browser deletes nothing
 * @throws if the browser has no WebCrypto or no IndexedDB, or refuses them
 */
export async function openVault({ key, mark, host, user }: VaultOwner, now: () => number): Promise<Vault> {
  const [cipher] = await Promise.all([createCipher(key, mark), database()]);
  const owner = await cipher.nameOf([host, user]);
  const nameOf = ({ template, wip }: Place): Promise<string> =>
    cipher.nameOf([host, user, wip === null ? template : '', wip ?? '']);
  /** Not among the user's unsaved text: neither listed nor counted with it. It is deleted after the same days. */
  const recentId = await cipher.nameOf([host, user, 'recent']);
  const today = (): number => Math.floor(now() / DAY);

  const headOf = async ({ id, sealed }: HeadRow): Promise<Head | null> => {
    const text = await cipher.open(sealed, `head ${id}`);
    return text === null ? null : (JSON.parse(text) as Head);
  };
  const drop = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const transaction = (await database()).transaction(STORES, 'readwrite', ON_DISK);
    const [heads, bodies] = [transaction.objectStore('heads'), transaction.objectStore('bodies')];
    await Promise.all([...ids.flatMap((id) => [heads.delete(id), bodies.delete(id)]), transaction.done]);
  };
  const own = async (): Promise<HeadRow[]> => (await database()).getAllFromIndex('heads', 'owner', owner);
  /** For all users: the owner of older text may never sign in here again. */
  const purge = async (): Promise<void> => {
    const old = IDBKeyRange.upperBound(today() - JOURNAL_DAYS, true);
    await drop(await (await database()).getAllKeysFromIndex('heads', 'day', old));
  };
  /** Entries to delete for a new one: the oldest first. */
  const inTheWay = async (id: string, bytes: number): Promise<string[]> => {
    const others = (await own()).filter((row) => row.id !== id);
    let total = others.reduce((sum, row) => sum + row.bytes, bytes);
    if (total <= JOURNAL_BYTES) return [];
    const dated = await Promise.all(others.map(async (row) => ({ row, at: (await headOf(row))?.at ?? 0 })));
    const going: string[] = [];
    for (const { row } of dated.sort((a, b) => a.at - b.at)) {
      if (total <= JOURNAL_BYTES) break;
      going.push(row.id);
      total -= row.bytes;
    }
    return going;
  };

  await purge();
  return {
    nameOf,
    read: async (place) => {
      const id = await nameOf(place);
      const transaction = (await database()).transaction(STORES);
      const [row, body] = await Promise.all([
        transaction.objectStore('heads').get(id),
        transaction.objectStore('bodies').get(id),
      ]);
      if (!row || !body) return null;
      const [head, text] = await Promise.all([headOf(row), cipher.open(body.sealed, `body ${id}`)]);
      return head === null || text === null ? 'unreadable' : { head, body: text };
    },
    write: async ({ head, body }) => {
      const id = await nameOf(head.place);
      const [sealedHead, sealedBody] = await Promise.all([
        cipher.seal(JSON.stringify(head), `head ${id}`),
        cipher.seal(body, `body ${id}`),
      ]);
      const bytes = sealedHead.data.byteLength + sealedBody.data.byteLength;
      const going = await inTheWay(id, bytes);
      const transaction = (await database()).transaction(STORES, 'readwrite', ON_DISK);
      const [heads, bodies] = [transaction.objectStore('heads'), transaction.objectStore('bodies')];
      // All or nothing: older text must not be deleted for an entry that is not stored in the end.
      await Promise.all([
        heads.put({ id, owner, day: today(), bytes, sealed: sealedHead }),
        bodies.put({ id, sealed: sealedBody }),
        ...going.flatMap((one) => [heads.delete(one), bodies.delete(one)]),
        transaction.done,
      ]);
      return { dropped: going.length };
    },
    remove: async (place) => drop([await nameOf(place)]),
    removeAll: async () => drop([recentId, ...(await own()).map(({ id }) => id)]),
    list: async () => {
      const known = async (row: HeadRow): Promise<Listed> =>
        (await headOf(row)) ?? { place: null, title: '', changes: 0, at: row.day * DAY };
      return (await Promise.all((await own()).map(known))).sort((a, b) => b.at - a.at);
    },
    recent: async () => {
      const row = await (await database()).get('heads', recentId);
      return row ? cipher.open(row.sealed, 'recent') : null;
    },
    keepRecent: async (body) => {
      const sealed = await cipher.seal(body, 'recent');
      await (await database()).put('heads', { id: recentId, owner: recentId, day: today(), bytes: 0, sealed });
    },
  };
}
