import { LRUCache } from 'lru-cache';
import type { Stores } from './port/port.ts';

/**
 * Marks reads as stale: each cached read has the names of what it depends on, and a change gives the names of what it
 * changed.
 */
export type Stale = (...names: readonly string[]) => Promise<void>;

/** Names: one for each thing, or list of things, that changes on its own. */
export const staleNames = {
  roles: 'roles',
  templates: 'templates',
  sessions: 'sessions',
  family: (uuid: string) => `family ${uuid}`,
  user: (uuid: string) => `user ${uuid}`,
  wip: (uuid: string) => `wip ${uuid}`,
  wips: (template: string, organisation: string) => `wips ${template} ${organisation}`,
  /** The number of WIPs: a save does not change it. */
  wipCount: (template: string, organisation: string) => `count of ${template} ${organisation}`,
  archives: (wip: string) => `archives ${wip}`,
  /** All archives: one changes only when its content is removed. */
  archive: 'archive',
  recent: (template: string, organisation: string) => `recent ${template} ${organisation}`,
} as const;

/** The names of what an answer depends on. */
type NamesOf<T> = (value: T) => readonly string[] | null;

/** Cache of reads, until what they depend on changes. Results are shared: no caller may change them. */
export type Memory = {
  /**
   * @param key names the read and its arguments
   * @param namesOf the names of what its answer depends on; null for an answer that is not cached
   * @param read shared by all callers until it has answered
   */
  read: <T>(key: string, namesOf: NamesOf<T>, read: () => Promise<T>) => Promise<T>;
  /** Removes reads from the cache. No earlier answer is returned, or cached, after this. */
  forget: (names: readonly string[]) => void;
  forgetAll: () => void;
};

/** Maximum of rows in the cache; a list has many. */
const ROWS_KEPT = 200_000;

type Kept = { value: unknown; names: readonly string[] };

/** @param isTrusted called before each read: true if every change is received now. It may call `forgetAll` */
export function createMemory(isTrusted: (memory: Memory) => boolean): Memory {
  const keysOf = new Map<string, Set<string>>();
  const kept = new LRUCache<string, Kept>({
    maxSize: ROWS_KEPT,
    sizeCalculation: ({ value }) => (Array.isArray(value) ? value.length + 1 : 1),
    dispose({ names }, key) {
      for (const name of names) {
        const keys = keysOf.get(name);
        keys?.delete(key);
        if (keys?.size === 0) keysOf.delete(name);
      }
    },
  });
  const running = new Map<string, Promise<unknown>>();
  // When each name was forgotten, for reads that began before.
  const forgotten = new Map<string, number>();
  let clock = 0;
  let allForgotten = 0;
  let reads = 0;

  const keep = (key: string, value: unknown, names: readonly string[]): void => {
    kept.set(key, { value, names });
    for (const name of names) {
      const keys = keysOf.get(name);
      if (keys) keys.add(key);
      else keysOf.set(name, new Set([key]));
    }
  };
  const ask = async <T>(key: string, namesOf: NamesOf<T>, read: () => Promise<T>): Promise<T> => {
    clock += 1;
    const began = clock;
    reads += 1;
    try {
      const value = await read();
      const names = namesOf(value);
      const isReceiving = isTrusted(memory);
      // The value may contain a change that was made meanwhile, or not.
      const isFresh = began > allForgotten && names?.every((name) => (forgotten.get(name) ?? 0) < began);
      if (names && isReceiving && isFresh) keep(key, value, names);
      return value;
    } finally {
      reads -= 1;
      if (reads === 0) forgotten.clear();
    }
  };
  const memory: Memory = {
    async read<T>(key: string, namesOf: NamesOf<T>, read: () => Promise<T>) {
      if (!isTrusted(memory)) return read();
      const known = kept.get(key);
      // The value of a key comes from the same read, so it has its type.
      if (known) return known.value as T;
      const same = running.get(key);
      if (same) return (await same) as T;
      const asked = ask(key, namesOf, read).finally(() => {
        if (running.get(key) === asked) running.delete(key);
      });
      running.set(key, asked);
      return asked;
    },
    forget(names) {
      clock += 1;
      for (const name of names) {
        if (reads > 0) forgotten.set(name, clock);
        for (const key of keysOf.get(name) ?? []) kept.delete(key);
      }
      // Later callers must not get the answer of an earlier read.
      running.clear();
    },
    forgetAll() {
      clock += 1;
      allForgotten = clock;
      kept.clear();
      running.clear();
    },
  };
  return memory;
}

const { roles: OF_ROLES, templates: OF_TEMPLATES, sessions: OF_SESSIONS, archive: OF_ARCHIVE } = staleNames;

const SETTLED: readonly string[] = [OF_ROLES, OF_TEMPLATES, OF_ARCHIVE];

/** True if other processes cache reads with this name (`rememberSettled`), and so must be notified of changes. */
export const isSettled = (name: string): boolean => SETTLED.includes(name) || /^(count of|archives) /.test(name);

/**
 * Stores that cache what hardly ever changes, and the counts of lists (`pages.wips.count`). After a change by another process, they may return
 * the old value for a moment.
 */
function rememberSettled(stores: Stores, { read }: Memory): Stores {
  const { roles, templates, archives, pages } = stores;
  const ofRoles = (): string[] => [OF_ROLES];
  const ofTemplates = (): string[] => [OF_TEMPLATES];
  return {
    ...stores,
    roles: {
      ...roles,
      list: () => read('roles', ofRoles, () => roles.list()),
      forFile: (file, user) => read(`roles for ${user} ${file}`, ofRoles, () => roles.forFile(file, user)),
    },
    templates: {
      ...templates,
      list: (whose) => read(`templates of ${whose}`, ofTemplates, () => templates.list(whose)),
      head: (uuid) => read(`template ${uuid}`, ofTemplates, () => templates.head(uuid)),
    },
    archives: {
      ...archives,
      // A missing one may be added later.
      head: (uuid) =>
        read(
          `archive ${uuid}`,
          (value) => value && [OF_ARCHIVE],
          () => archives.head(uuid),
        ),
    },
    pages: {
      ...pages,
      wips: {
        ...pages.wips,
        count(whose, q) {
          const name = staleNames.wipCount(whose.template, whose.organisation);
          const count = (): Promise<number> => pages.wips.count(whose, q);
          return q === '' ? read(name, () => [name], count) : count();
        },
      },
      archives: {
        ...pages.archives,
        count(whose, q) {
          const name = staleNames.archives(whose.wip);
          const count = (): Promise<number> => pages.archives.count(whose, q);
          return q === '' ? read(`count of ${name}`, () => [name], count) : count();
        },
      },
    },
  };
}

/** Stores that cache everything that calls read repeatedly. No result may be older than the database. */
function rememberAll(stores: Stores, memory: Memory): Stores {
  const { read } = memory;
  const { wips, archives, sessions } = stores;
  const settled = rememberSettled(stores, memory);
  const { wip: ofWip, wips: ofWips, archives: ofArchives, recent: ofRecent, family, user } = staleNames;
  return {
    ...settled,
    wips: {
      ...wips,
      // The list contains the template's name.
      list: (template, whose) => {
        const names = [ofWips(template, whose), OF_TEMPLATES];
        return read(
          names.join(),
          () => names,
          () => wips.list(template, whose),
        );
      },
      head: (uuid) =>
        read(
          ofWip(uuid),
          () => [ofWip(uuid), OF_TEMPLATES],
          () => wips.head(uuid),
        ),
    },
    archives: {
      ...settled.archives,
      list: (wip) =>
        read(
          ofArchives(wip),
          () => [ofArchives(wip)],
          () => archives.list(wip),
        ),
      recent: (template, whose) => {
        const name = ofRecent(template, whose);
        return read(
          name,
          () => [name],
          () => archives.recent(template, whose),
        );
      },
    },
    sessions: {
      ...sessions,
      access: (hash) =>
        read(
          `session ${hash}`,
          (value) => value && [OF_SESSIONS, family(value.family.uuid), user(value.user.uuid)],
          () => sessions.access(hash),
        ),
    },
  };
}

/**
 * Stores outside of transactions that cache their reads.
 * @param isExact true if the cache is notified of each change before any caller can read it: then everything is cached,
 * and no result is ever old
 */
export function remember(stores: Stores, memory: Memory, isExact: boolean): Stores {
  return isExact ? rememberAll(stores, memory) : rememberSettled(stores, memory);
}
