import { createActor } from 'xstate';
import type { SessionUser } from '#common/calls/session.ts';
import { createHostClock } from '#api/streams/host-clock.ts';
import { journalDoorMachine } from '#machines/unsaved/journal-door.machine.ts';
import type { JournalOpened, JournalOpening, JournalWriting } from '#machines/unsaved/journal.setup.ts';
import type { UnsavedDocument } from '#machines/unsaved/unsaved-list.machine.ts';
import {
  bothFound,
  countOf,
  documentOf,
  type Found,
  foundWith,
  type KeptText,
  mergedText,
  type Place,
  textOf,
  type UnsavedText,
} from '#machines/unsaved/unsaved-text.ts';
import { createRecentDocuments } from './recent-documents.ts';
import { type Entry, openDisk, type UnsavedDisk } from './unsaved-disk.ts';
import type { Services } from '../screen-route.ts';

/** Id of every user of a host that does not identify its users (`s3.session.user-id`). */
const NO_ID = 'null';

/** Messages to the other tabs about a deletion before a logout: it has begun, all text is deleted, or none is and the user stays. */
const EVENT_OF = {
  deleting: 'deletion.started',
  deleted: 'deletion.completed',
  kept: 'deletion.abandoned',
} as const;
type Message = keyof typeof EVENT_OF;

/** Content of an entry, as JSON: the newest text, and text that was found before it and neither restored nor discarded. */
type Body = { v: 1; text: UnsavedText | null; older: KeptText | null };

type Turn = (type: 'turn.come' | 'turn.taken') => void;
type Request = (type: 'writing.wanted' | 'session.ended') => void;

/** Unsaved text, see `createUnsavedStore`. */
export type UnsavedStore = ReturnType<typeof createUnsavedStore>;

const stores = new WeakMap<Services, UnsavedStore>();

/** The store of one application: its screens share it. */
export function unsavedStoreOf(services: Services): UnsavedStore {
  const store = stores.get(services) ?? createUnsavedStore(services);
  stores.set(services, store);
  return store;
}

/**
 * Stores unsaved text, by user and document: in the page's memory, since the editor is removed when a session ends (ADR 11), and encrypted on this
 * device's disk if the host gives a key for it (ADR 27). Nothing is stored for a user whom the host does not identify. The memory is cleared at a logout.
 */
function createUnsavedStore({ auth, env, replyListeners, inspect, tabs, unsaved: memory }: Services) {
  const clock = createHostClock();
  replyListeners.add(clock.noteWord);
  const now = (): number => clock.now();

  const signedIn = (): SessionUser | null => auth?.getSnapshot().context.user ?? null;
  /** @returns null if no user is signed in, or the host does not identify its users */
  const userId = (): string | null => {
    const id = signedIn()?.user_id ?? NO_ID;
    return id === NO_ID ? null : id;
  };
  let lastId: string | null = null;
  /** Key of a document in the page. When a session has ended it is that of its user: an editor that closes stores its text. Empty without an identity. */
  const keyOf = (place: Place): string => {
    if (signedIn() !== null) lastId = userId();
    return lastId === null ? '' : JSON.stringify([lastId, ...documentOf(place)]);
  };

  let opened: { key: string; disk: Promise<UnsavedDisk> } | null = null;
  /** @returns null if the host gives no key, or does not identify its users */
  const loadDisk = async (): Promise<UnsavedDisk | null> => {
    const user = signedIn();
    if (user === null) return opened?.disk ?? null;
    const { drafts_key: key, drafts_mark: mark } = user;
    const id = userId();
    if (key === null || id === null) return null;
    if (opened?.key !== key) {
      const disk = openDisk({ key, mark, host: env.apiHost, user: id }, now);
      opened = { key, disk };
      disk.catch(() => {
        opened = null;
      });
    }
    return opened.disk;
  };

  let last: Promise<unknown> = Promise.resolve();
  /** Runs work in order: text that a closing editor writes is stored before the next editor reads. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  const door = createActor(journalDoorMachine, { ...(inspect && { inspect }) }).start();
  const isOpen = (): boolean => door.getSnapshot().hasTag('open');
  const channel = tabs?.channel(`ready.unsaved-deleted ${env.apiHost}`);
  const receive = (message: Message): void => door.send({ type: EVENT_OF[message] });
  channel?.onMessage((message) => receive(message as Message));
  const send = (message: Message): void => {
    receive(message);
    channel?.post(message);
  };
  auth?.subscribe((session) => {
    if (session.hasTag('unauthenticated')) door.send({ type: 'session.ended' });
    if (session.hasTag('authenticated')) door.send({ type: 'session.started' });
  });

  const recent = createRecentDocuments({ userId, loadDisk, inTurn, isOpen });
  const clearMemory = (): void => {
    memory.clear();
    recent.forget();
  };
  const clearDisk = async (): Promise<void> => (await loadDisk())?.removeAll();
  /** The open documents of this tab, each with the caller that waits for its answer. */
  const documents = new Set<{ request: Request; answer: (isKept: boolean) => void }>();
  door.on('text.wanted', () => documents.forEach(({ request }) => request('session.ended')));
  door.on('memory.cleared', clearMemory);
  door.on('disk.cleared', () => void inTurn(clearDisk).catch(() => undefined));
  // A logout.
  auth?.on('navigation.requested', clearMemory);

  const recall = (place: Place): KeptText | null => memory.get(keyOf(place)) ?? null;
  const forget = (place: Place): void => void memory.delete(keyOf(place));

  /** Entry that this page has last written for each document: any other text there comes from another tab, and is in no document of this page. */
  const written = new Map<string, string>();
  const write = async ({ place, text, found }: JournalWriting): Promise<{ dropped: number }> => {
    const disk = await loadDisk();
    if (disk === null) throw new Error('There is no key any more.');
    const older = found === 'unreadable' ? null : found;
    if (text === null && older === null) {
      await disk.remove(place);
      return { dropped: 0 };
    }
    if (!isOpen()) throw new Error('All is being deleted before a logout.');
    const entry = entryOf(place, text, older, now());
    const result = await disk.write(entry);
    written.set(keyOf(place), entry.body);
    return result;
  };

  const waitForTurn = async (
    place: Place,
    { signal }: Pick<AbortController, 'signal'>,
    report: Turn,
  ): Promise<void> => {
    const disk = await loadDisk().catch(() => null);
    if (disk === null || tabs === null) return report('turn.come');
    const name = `ready.unsaved ${await disk.nameOf(place)}`;
    if (signal.aborted) return undefined;
    const hold = (): Promise<void> => {
      report('turn.come');
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    };
    const isTaken = await tabs.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await hold();
      return lock === null;
    });
    if (!isTaken || signal.aborted) return undefined;
    report('turn.taken');
    // The claim was given up before its turn.
    return tabs.locks.request(name, { signal }, hold).catch(() => undefined);
  };

  let hasReported = false;
  return {
    /** The documents that the user opened last. */
    recent,
    /** Stores text in the page's memory. Found text that was neither restored nor discarded stays in it. */
    remember: ({ place, text, found }: JournalWriting): void => {
      const key = keyOf(place);
      const isTyped = text !== null && (text.edits.length > 0 || text.rows !== null);
      const all = isTyped ? foundWith(found, textOf(text), now()) : found;
      if (all === null || all === 'unreadable') return forget(place);
      // The text typed last counts, also from another tab.
      if (key !== '') memory.set(key, isTyped ? { ...all, at: now() } : all);
      return undefined;
    },
    recall,
    forget,
    /**
     * Claims a document for this tab of the browser. If tabs cannot agree, each has it.
     * @returns a function that gives it up
     */
    claim: (place: Place, report: Turn): (() => void) => {
      const claim = new AbortController();
      void waitForTurn(place, claim, report);
      return () => claim.abort();
    },
    /** Reads the text of a document. Reports only once in the life of the page that the browser refuses. */
    open: ({ place, from, isOverlaid, isMissing, found: given }: JournalOpening): Promise<JournalOpened> => {
      // A document that the host does not return has no text in its editor.
      const found = isMissing ? recall(place) : given;
      return inTurn(async () => {
        const inMemory = from === null ? found : null;
        try {
          const disk = await loadDisk();
          if (disk === null) return { where: 'memory', found: inMemory };
          if (from !== null) await write({ place: from, text: null, found });
          const entry = await disk.read(place);
          const onDisk = foundIn(entry, isOverlaid ? written.get(keyOf(place)) : undefined);
          return { where: 'disk', found: bothFound(onDisk, inMemory) };
        } catch {
          const where = hasReported ? 'memory' : 'refused';
          hasReported = true;
          return { where, found: inMemory };
        }
      });
    },
    /** Writes text to the disk. @throws if it is not there afterwards */
    write: (writing: JournalWriting): Promise<{ dropped: number }> => inTurn(() => write(writing)),
    /** Removes the text of a document that is deleted. */
    remove: (place: Place): Promise<void> => {
      forget(place);
      return inTurn(async () => (await loadDisk())?.remove(place));
    },
    /** Lists the user's documents with text on the disk, the newest first. */
    list: (): Promise<UnsavedDocument[]> => inTurn(async () => (await loadDisk())?.list() ?? []),
    /**
     * Registers an open document, until `leave` is called.
     * @param request receives `writing.wanted` when typed text must be on the disk at once, and `session.ended`, with which the screen closes
     * @returns `answer`, which must be called with the outcome of each request
     */
    register: (request: Request) => {
      const own = { request, answer: (_isKept: boolean): void => undefined };
      documents.add(own);
      return {
        answer: (isKept: boolean): void => own.answer(isKept),
        leave: (): void => {
          // Its pending text is already being written.
          own.answer(true);
          documents.delete(own);
        },
      };
    },
    /** Writes typed text now, in every document of this tab. @returns true if all of it is on the disk */
    writeAll: async (): Promise<boolean> => {
      const answers = [...documents].map(
        (one) =>
          new Promise<boolean>((resolve) => {
            one.answer = resolve;
            one.request('writing.wanted');
          }),
      );
      const all = await Promise.all(answers);
      await inTurn(async () => undefined);
      return all.every(Boolean);
    },
    /**
     * Deletes all of the user's text before a logout. From then on no tab of this browser writes any, until a user signs in. If it cannot be deleted the user
     * stays, and all goes on as before.
     * @param signal aborts: a deletion that has not started is skipped, and all goes on as before
     */
    removeAll: async (signal?: AbortSignal): Promise<void> => {
      send('deleting');
      const abandon = (): void => send('kept');
      signal?.addEventListener('abort', abandon);
      try {
        await inTurn(async () => {
          signal?.throwIfAborted();
          await clearDisk();
        });
        signal?.throwIfAborted();
      } catch (error) {
        if (!signal?.aborted) abandon();
        throw error;
      } finally {
        signal?.removeEventListener('abort', abandon);
      }
      send('deleted');
    },
  };
}

function entryOf(place: Place, text: UnsavedText | null, older: KeptText | null, now: number): Entry {
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
  return older === null ? { ...text, at, changes: countOf(text) } : mergedText(older, text, at);
}
