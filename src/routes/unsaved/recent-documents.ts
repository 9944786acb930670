import type { Vault } from '#journal/vault.ts';
import type { RecentDocument } from '#machines/unsaved/unsaved-list.machine.ts';

/** So many documents are offered to go on with. */
const MOST = 5;

/** The documents that a person has opened last at this browser. */
export type RecentDocuments = {
  /** The newest first. */
  list(): Promise<RecentDocument[]>;
  /** A document was opened; it is the first from now on. */
  opened(document: RecentDocument): Promise<void>;
  /** A document was deleted, or may not be opened any more. */
  gone(wip: string): Promise<void>;
  /** Nothing of anybody is in the page's memory any more. */
  forget(): void;
};

type Surroundings = {
  /** The person who is signed in, as far as the host tells people apart. */
  person: () => string | null;
  /** Theirs on the disk; null where the host gives no key for it. */
  vault: () => Promise<Vault | null>;
  /** One after the other with all else that is written there. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Nothing is written any more before a logout with which all is deleted. */
  isOpen: () => boolean;
};

/**
 * Keeps the documents that somebody opened last: by host and person, encrypted on the disk as unsaved text is (ADR 48), for names of documents are words of
 * theirs too; where the host gives no key, or the browser refuses, in the page's memory alone.
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
