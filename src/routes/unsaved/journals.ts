import { createActor } from 'xstate';
import { createHostClock } from '#api/streams/host-clock.ts';
import type { Entry, Head, Listed, Vault } from '#journal/vault.ts';
import { journalDoorMachine } from '#machines/unsaved/journal-door.machine.ts';
import type { JournalOpened, JournalOpening, JournalPlace, JournalWriting } from '#machines/unsaved/journal.setup.ts';
import {
  bothFound,
  countOf,
  type Found,
  type KeptText,
  laidOver,
  type UnsavedText,
} from '#machines/unsaved/unsaved-text.ts';
import { NO_NOTE } from './drafts.ts';
import { createRecentDocuments, type RecentDocuments } from './recent-documents.ts';
import type { Services } from '../screen-route.ts';

/** Unsaved text of the signed-in user on this device's disk. */
export type Journals = {
  /**
   * Claims a document for this tab of the browser. If tabs cannot agree, each has it.
   * @returns a function that gives it up
   */
  takeTurn(place: JournalPlace, tell: (type: 'turn.come' | 'turn.taken') => void): () => void;
  /** Reads the stored text of a document. Reports only once in the life of the page that the browser refuses. */
  open(opening: JournalOpening): Promise<JournalOpened>;
  /** @throws if it is not on the disk afterwards */
  write(writing: JournalWriting): Promise<{ dropped: number }>;
  /**
   * Registers an open document, until `leave` is called.
   * @param tell receives `writing.wanted` when typed text must be on the disk at once, and `session.ended`, with which the screen closes
   * @returns `settled`, which must be called with the outcome of each request
   */
  register(tell: (type: 'writing.wanted' | 'session.ended') => void): OpenText;
  /** Writes typed text now, in every document of this tab. @returns true if all of it is on the disk */
  settle(): Promise<boolean>;
  /** Removes the stored text of a document that was deleted outside its editor. */
  drop(place: JournalPlace): Promise<void>;
  /** The user's documents with unsaved text, the newest first. */
  list(): Promise<Listed[]>;
  /** The documents that the user opened last. */
  readonly recent: RecentDocuments;
  /**
   * Deletes all of the user's text before a logout. From then on no tab of this browser writes any, until a user signs in. If it cannot be deleted the user
   * stays, and all goes on as before.
   * @param signal aborts: a deletion that has not started is skipped, and all goes on as before
   */
  deleteAll(signal?: AbortSignal): Promise<void>;
  /** @param forget called when all text is deleted, here or in another tab: the page's memory must be cleared, too */
  onDeleted(forget: () => void): void;
};

/** Answers of an open document. */
export type OpenText = { settled(isKept: boolean): void; leave(): void };

/** Message to the other tabs about a deletion before a logout: it has begun, all text is deleted, or none is and the user stays. */
type Word = keyof typeof EVENT_OF;

const EVENT_OF = {
  deleting: 'deletion.started',
  deleted: 'deletion.completed',
  kept: 'deletion.abandoned',
} as const;

/** Content of an entry, as JSON: the newest text, and text that was found before it and neither restored nor discarded. */
type Body = { v: 1; text: UnsavedText | null; older: KeptText | null };

/** An open document, and the caller that waits for its answer. */
type Attending = { tell: (type: 'writing.wanted' | 'session.ended') => void; answer: (isKept: boolean) => void };

const byServices = new WeakMap<Services, Journals>();

/** The journals of one application: screens share them. */
export function journalsOf(services: Services): Journals {
  const made = byServices.get(services) ?? createJournals(services);
  byServices.set(services, made);
  return made;
}

function createJournals({ auth, env, hearers, tabs, inspect }: Services): Journals {
  const clock = createHostClock(
    () => performance.now(),
    () => Date.now(),
  );
  hearers.add(clock.hear);
  const now = (): number => clock.now();
  let opened: { key: string; vault: Promise<Vault> } | null = null;
  let isTold = false;

  /** @returns null if the host gives no key, or does not distinguish its users */
  const vault = async (): Promise<Vault | null> => {
    const user = auth?.getSnapshot().context.user ?? null;
    if (user === null) return opened?.vault ?? null;
    const { drafts_key: key, drafts_mark: mark, user_id: id } = user;
    if (key === null || id === NO_NOTE) return null;
    if (opened?.key !== key) {
      const next = import('#journal/vault.ts').then(({ openVault }) =>
        openVault({ key, mark, host: env.apiHost, user: id }, now),
      );
      opened = { key, vault: next };
      next.catch(() => {
        opened = null;
      });
    }
    return opened.vault;
  };

  const door = createActor(journalDoorMachine, { ...(inspect && { inspect }) }).start();
  const isOpen = (): boolean => door.getSnapshot().hasTag('open');
  const hear = (word: Word): void => door.send({ type: EVENT_OF[word] });
  const channel = tabs?.channel(`ready.unsaved-deleted ${env.apiHost}`);
  channel?.onMessage((word) => hear(word as Word));
  const tell = (word: Word): void => {
    hear(word);
    channel?.post(word);
  };
  auth?.subscribe((session) => {
    if (session.hasTag('unauthenticated')) door.send({ type: 'session.ended' });
    if (session.hasTag('authenticated')) door.send({ type: 'session.started' });
  });

  const attending = new Set<Attending>();
  door.on('text.wanted', () => attending.forEach(({ tell: say }) => say('session.ended')));
  const forgetting = new Set<() => void>();
  door.on('memory.cleared', () => forgetting.forEach((one) => one()));
  const removeAll = async (): Promise<void> => (await vault())?.removeAll();
  door.on('disk.cleared', () => void inTurn(removeAll).catch(() => undefined));

  let last: Promise<unknown> = Promise.resolve();
  /** Runs work in order: text that a closing editor writes is stored before the next editor reads. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  const recent = createRecentDocuments({
    person: () => {
      const id = auth?.getSnapshot().context.user?.user_id ?? null;
      return id === NO_NOTE ? null : id;
    },
    vault,
    inTurn,
    isOpen,
  });
  forgetting.add(() => recent.forget());
  // A logout.
  auth?.on('navigation.requested', () => recent.forget());

  const claim = async (
    place: JournalPlace,
    { signal }: Pick<AbortController, 'signal'>,
    say: (type: 'turn.come' | 'turn.taken') => void,
  ): Promise<void> => {
    const own = await vault().catch(() => null);
    if (own === null || tabs === null) return say('turn.come');
    const name = `ready.unsaved ${await own.nameOf(place)}`;
    if (signal.aborted) return undefined;
    const hold = (): Promise<void> => {
      say('turn.come');
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    };
    const isTaken = await tabs.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await hold();
      return lock === null;
    });
    if (!isTaken || signal.aborted) return undefined;
    say('turn.taken');
    // The claim was given up before its turn.
    return tabs.locks.request(name, { signal }, hold).catch(() => undefined);
  };

  /** Entry that this page has last written for each document: any other text there comes from another tab, and is in no document of this page. */
  const written = new Map<string, string>();

  const write = async ({ place, text, found }: JournalWriting): Promise<{ dropped: number }> => {
    const own = await vault();
    if (own === null) throw new Error('There is no key any more.');
    const older = found === 'unreadable' ? null : found;
    if (text === null && older === null) {
      await own.remove(place);
      return { dropped: 0 };
    }
    if (!isOpen()) throw new Error('All is being deleted before a logout.');
    const entry = entryOf(place, text, older, now());
    const answer = await own.write(entry);
    written.set(JSON.stringify(place), entry.body);
    return answer;
  };

  const register: Journals['register'] = (say) => {
    const own: Attending = { tell: say, answer: () => undefined };
    attending.add(own);
    return {
      settled: (isKept) => own.answer(isKept),
      leave: () => {
        // Its pending text is already being written.
        own.answer(true);
        attending.delete(own);
      },
    };
  };
  const settle = async (): Promise<boolean> => {
    const wishes = [...attending].map(
      (one) =>
        new Promise<boolean>((resolve) => {
          one.answer = resolve;
          one.tell('writing.wanted');
        }),
    );
    const answers = await Promise.all(wishes);
    await inTurn(async () => undefined);
    return answers.every(Boolean);
  };

  return {
    register,
    settle,
    recent,
    takeTurn: (place, say) => {
      const giving = new AbortController();
      void claim(place, giving, say);
      return () => giving.abort();
    },
    write: (writing) => inTurn(() => write(writing)),
    drop: (place) => inTurn(async () => (await vault())?.remove(place)),
    list: () => inTurn(async () => (await vault())?.list() ?? []),
    deleteAll: async (signal) => {
      tell('deleting');
      const stop = (): void => tell('kept');
      signal?.addEventListener('abort', stop);
      try {
        await inTurn(async () => {
          signal?.throwIfAborted();
          await removeAll();
        });
        signal?.throwIfAborted();
      } catch (error) {
        if (!signal?.aborted) stop();
        throw error;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
      tell('deleted');
    },
    onDeleted: (whenDeleted) => void forgetting.add(whenDeleted),
    open: ({ place, from, found, isLaidOver }) =>
      inTurn(async () => {
        const inMemory = from === null ? found : null;
        try {
          const own = await vault();
          if (own === null) return { where: 'memory', found: inMemory };
          if (from !== null) await write({ place: from, text: null, found });
          const entry = await own.read(place);
          const onDisk = foundIn(entry, isLaidOver ? written.get(JSON.stringify(place)) : undefined);
          return { where: 'disk', found: bothFound(onDisk, inMemory) };
        } catch {
          const where = isTold ? 'memory' : 'refused';
          isTold = true;
          return { where, found: inMemory };
        }
      }),
  };
}

function entryOf(place: Head['place'], text: UnsavedText | null, older: KeptText | null, now: number): Entry {
  const body: Body = { v: 1, text, older };
  const [newest, at] = text === null ? [older, older?.at ?? now] : [text, now];
  const changes = (text === null ? 0 : countOf(text)) + (older?.changes ?? 0);
  return { head: { place, title: newest?.title ?? '', changes, at }, body: JSON.stringify(body) };
}

/** @param ownBody the entry that this page has written: its text is already in the document */
function foundIn(entry: Entry | 'unreadable' | null, ownBody: string | undefined): Found {
  if (entry === null || entry === 'unreadable') return entry;
  const { text, older } = JSON.parse(entry.body) as Body;
  if (text === null || entry.body === ownBody) return older;
  const { at } = entry.head;
  return older === null ? { ...text, at, changes: countOf(text) } : laidOver(older, text, at);
}
