import { LRUCache } from 'lru-cache';

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

const SETTLED: readonly string[] = [staleNames.roles, staleNames.templates, staleNames.archive];

/** True if other processes cache reads with this name (`rememberSettled`), and so must be notified of changes. */
export const isSettled = (name: string): boolean => SETTLED.includes(name) || /^(count of|archives) /.test(name);
