import type { Vault } from '#journal/vault.ts';
import type { RecentDocument } from '#machines/unsaved/unsaved-list.machine.ts';

/** Maximum number of documents offered for continuing. */
const MOST = 5;

/** The documents that a user opened last in this browser. */
export type RecentDocuments = {
  /** The newest first. */
  list(): Promise<RecentDocument[]>;
  /** Adds an opened document; it is the first from now on. */
  opened(document: RecentDocument): Promise<void>;
  /** Removes a document that was deleted, or may no longer be opened. */
  gone(wip: string): Promise<void>;
  /** Removes the documents of all users from the page's memory. */
  forget(): void;
};

type Surroundings = {
  /** Id of the signed-in user, if the host identifies users. */
  person: () => string | null;
  /** The user's vault on the disk; null if the host sends no key for it. */
  vault: () => Promise<Vault | null>;
  /** Runs after all other writes there, one after the other. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** False before a logout that deletes everything: nothing is written any more. */
  isOpen: () => boolean;
};

/**
 * Keeps the documents that a user opened last: by host and user, encrypted on the disk as unsaved text is (ADR 48), since names of documents are
 * the user's words too; if the host sends no key, or the browser refuses, in the page's memory only.
 */
export function createRecentDocuments({ person, vault, inTurn, isOpen }: Surroundings): RecentDocuments {
  let memory: { of: string; documents: RecentDocument[] } | null = null;

  const read = async (of: string): Promise<RecentDocument[]> => {
    const body = await vault()
      .then((own) => own?.recent() ?? null)
      .catch(() => null);
    if (body !== null) return JSON.parse(body) as RecentDocument[];
    return memory?.of === of ? memory.documents : [];
  };
  const change = (made: (before: RecentDocument[]) => RecentDocument[]): Promise<void> =>
    inTurn(async () => {
      const of = person();
      if (of === null || !isOpen()) return;
      const documents = made(await read(of));
      memory = { of, documents };
      await vault()
        .then((own) => own?.keepRecent(JSON.stringify(documents)))
        .catch(() => undefined);
    });

  return {
    list: () =>
      inTurn(async () => {
        const of = person();
        return of === null ? [] : read(of);
      }),
    opened: (document) =>
      change((before) => [document, ...before.filter(({ wip }) => wip !== document.wip)].slice(0, MOST)),
    gone: (gone) => change((before) => before.filter(({ wip }) => wip !== gone)),
    forget: () => {
      memory = null;
    },
  };
}
