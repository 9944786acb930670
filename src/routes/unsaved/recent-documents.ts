import type { RecentDocument } from '#machines/unsaved/unsaved-list.machine.ts';
import type { UnsavedDisk } from './unsaved-disk.ts';

/** Maximum number of documents offered for continuing. */
const MOST = 5;

/** The documents that a user opened last in this browser. */
export type RecentDocuments = ReturnType<typeof createRecentDocuments>;

type Surroundings = {
  /** Id of the signed-in user, if the host identifies users. */
  userId: () => string | null;
  /** The user's disk; null if the host sends no key for it. */
  loadDisk: () => Promise<UnsavedDisk | null>;
  /** Runs after all other writes there, one after the other. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** False before a logout that deletes everything: nothing is written any more. */
  isOpen: () => boolean;
};

/**
 * Stores the documents that a user opened last: by host and user, encrypted on the disk as unsaved text is (ADR 48), since names of documents are
 * the user's words too; if the host sends no key, or the browser refuses, in the page's memory only.
 */
export function createRecentDocuments({ userId, loadDisk, inTurn, isOpen }: Surroundings) {
  let memory: { user: string; documents: RecentDocument[] } | null = null;

  const read = async (user: string): Promise<RecentDocument[]> => {
    const body = await loadDisk()
      .then((disk) => disk?.readRecent() ?? null)
      .catch(() => null);
    if (body !== null) return JSON.parse(body) as RecentDocument[];
    return memory?.user === user ? memory.documents : [];
  };
  const change = (changed: (before: RecentDocument[]) => RecentDocument[]): Promise<void> =>
    inTurn(async () => {
      const user = userId();
      if (user === null || !isOpen()) return;
      const documents = changed(await read(user));
      memory = { user, documents };
      await loadDisk()
        .then((disk) => disk?.writeRecent(JSON.stringify(documents)))
        .catch(() => undefined);
    });

  return {
    /** The newest first. */
    list: (): Promise<RecentDocument[]> =>
      inTurn(async () => {
        const user = userId();
        return user === null ? [] : read(user);
      }),
    /** Adds an opened document; it is the first from now on. */
    add: (document: RecentDocument): Promise<void> =>
      change((before) => [document, ...before.filter(({ wip }) => wip !== document.wip)].slice(0, MOST)),
    /** Removes a document that was deleted, or may no longer be opened. */
    remove: (removed: string): Promise<void> => change((before) => before.filter(({ wip }) => wip !== removed)),
    /** Removes the documents of all users from the page's memory. */
    forget: (): void => {
      memory = null;
    },
  };
}
