import { createHostClock } from '#api/host-clock.ts';
import type { Entry, Head, Vault } from '#journal/vault.ts';
import { currentValues } from '#machines/editor-edits.ts';
import type {
  Found,
  JournalOpened,
  JournalOpening,
  JournalPlace,
  JournalWriting,
  KeptText,
  UnsavedText,
} from '#machines/journal.setup.ts';
import { NOBODY_TOLD } from './drafts.ts';
import type { Services } from './screen-route.ts';

/** Unsaved text on this computer's disk, for whoever is signed in. */
export type Journals = {
  /** What lies there for a document. Tells only once in the life of the page that the browser refuses. */
  open(opening: JournalOpening): Promise<JournalOpened>;
  write(writing: JournalWriting): Promise<{ dropped: number }>;
  /** Takes away what lies there for a document that was deleted elsewhere than in its editor. */
  drop(place: JournalPlace): Promise<void>;
  /** The person's documents with unsaved text, the newest first. */
  list(): Promise<Head[]>;
  /** Deletes all of the person's before a logout. From then on nothing is written any more, in no tab of this browser, until somebody signs in. */
  deleteAll(): Promise<void>;
  /** @param forget called when all is deleted, here or in another tab: what is in the page's memory has to go too */
  onDeleted(forget: () => void): void;
};

/** What an entry holds, as JSON: what was typed last, and what was found before it and neither taken up nor discarded. */
type Body = { v: 1; text: UnsavedText | null; older: KeptText | null };

const byServices = new WeakMap<Services, Journals>();

/** The journals of one application: screens share them. */
export function journalsOf(services: Services): Journals {
  const made = byServices.get(services) ?? createJournals(services);
  byServices.set(services, made);
  return made;
}

function createJournals({ auth, env, hearers, tabs }: Services): Journals {
  const clock = createHostClock(
    () => performance.now(),
    () => Date.now(),
  );
  hearers.add(clock.hear);
  const now = (): number => clock.now();
  let opened: { key: string; vault: Promise<Vault> } | null = null;
  let isTold = false;

  /** @returns null where the host gives no key, or does not tell people apart */
  const vault = async (): Promise<Vault | null> => {
    const user = auth?.getSnapshot().context.user ?? null;
    if (user === null) return opened?.vault ?? null;
    const { drafts_key: key, user_id: id } = user;
    if (key === null || id === NOBODY_TOLD) return null;
    if (opened?.key !== key) {
      const next = import('#journal/vault.ts').then(({ openVault }) => openVault(key, env.apiHost, id, now));
      opened = { key, vault: next };
      next.catch(() => {
        opened = null;
      });
    }
    return opened.vault;
  };

  let isClosed = false;
  const forgetting = new Set<() => void>();
  const close = (): void => {
    isClosed = true;
    forgetting.forEach((forget) => forget());
  };
  const channel = tabs?.channel(`ready.unsaved-deleted ${env.apiHost}`);
  channel?.onMessage(close);
  auth?.subscribe((session) => {
    if (!isClosed || !session.hasTag('unauthenticated')) return;
    isClosed = false;
    // What another tab wrote at the last moment.
    void inTurn(removeAll).catch(() => undefined);
  });
  const removeAll = async (): Promise<void> => (await vault())?.removeAll();

  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: what an editor that goes writes is there when the next one reads. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  const write = async ({ place, text, found }: JournalWriting): Promise<{ dropped: number }> => {
    const own = await vault();
    if (own === null || isClosed) return { dropped: 0 };
    const older = found === 'unreadable' ? null : found;
    if (text !== null || older !== null) return own.write(entryOf(place, text, older, now()));
    await own.remove(place);
    return { dropped: 0 };
  };

  return {
    write: (writing) => inTurn(() => write(writing)),
    drop: (place) => inTurn(async () => (await vault())?.remove(place)),
    list: () => inTurn(async () => (await vault())?.list() ?? []),
    deleteAll: async () => {
      close();
      channel?.post(null);
      try {
        await inTurn(removeAll);
      } catch (error) {
        isClosed = false;
        throw error;
      }
    },
    onDeleted: (forget) => void forgetting.add(forget),
    open: ({ place, from, found, isLaidOver }) =>
      inTurn(async () => {
        try {
          const own = await vault();
          if (own === null) return { where: 'memory', found: null };
          if (from !== null) await write({ place: from, text: null, found });
          return { where: 'disk', found: foundIn(await own.read(place), isLaidOver) };
        } catch {
          const where = isTold ? 'memory' : 'refused';
          isTold = true;
          return { where, found: null };
        }
      }),
  };
}

const countOf = ({ edits }: UnsavedText): number => Math.max(edits.length, 1);

function entryOf(place: Head['place'], text: UnsavedText | null, older: KeptText | null, now: number): Entry {
  const body: Body = { v: 1, text, older };
  const [newest, at] = text === null ? [older, older?.at ?? now] : [text, now];
  const changes = (text === null ? 0 : countOf(text)) + (older?.changes ?? 0);
  return { head: { place, title: newest?.title ?? '', changes, at }, body: JSON.stringify(body) };
}

/** @param isLaidOver what was typed last is in the document already */
function foundIn(entry: Entry | 'unreadable' | null, isLaidOver: boolean): Found {
  if (entry === null || entry === 'unreadable') return entry;
  const { text, older } = JSON.parse(entry.body) as Body;
  if (text === null || isLaidOver) return older;
  const kept = { ...text, at: entry.head.at, changes: countOf(text) };
  if (older === null) return kept;
  const edits = currentValues(older.edits, text.edits);
  const both = { ...kept, edits, was: currentValues(text.was, older.was), rows: text.rows ?? older.rows };
  return { ...both, changes: countOf(both) };
}
