import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Schema } from './schema.ts';

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
  wipCount: (template: string, organisation: string) => `count of ${template} ${organisation}` as const,
  archives: (wip: string) => `archives ${wip}`,
  /** All archives: one changes only when its content is removed. */
  archive: 'archive',
  recent: (template: string, organisation: string) => `recent ${template} ${organisation}`,
} as const;

/** Names that settled reads (`Cache`) may depend on. */
export type SettledName = 'roles' | 'templates' | 'archive' | `count of ${string}`;

/** True for a `SettledName`: other processes may cache such a read, and so must be notified of changes. */
export const isSettled = (name: string): boolean => /^(roles$|templates$|archive$|count of )/.test(name);

/** Names, perhaps by a result; null for a result that is not cached. */
type Names<T, Name = string> = readonly Name[] | ((result: T) => readonly Name[] | null);

const namesOf = <T>(names: Names<T>, result: T): readonly string[] | null =>
  typeof names === 'function' ? names(result) : names;

/**
 * @param key names the read and its arguments
 * @param names those of everything that its result depends on
 * @param read shared by all callers until it has a result
 */
type Read<Name = string> = <T>(key: string, names: Names<T, Name>, read: () => Promise<T>) => Promise<T>;

/** The cache of a store: each cached read has the names of what it depends on, and each write those of what it changes. */
export type Cache = {
  /** A read of what hardly ever changes, or may be old for a moment, as it may be after a change by another process. */
  settled: Read<SettledName>;
  /** A read that is never older than the database: cached only where each change arrives before any caller reads it. */
  exact: Read;
  /** A write. Afterwards no read returns a result from before it. @param names those of everything that it changes */
  write: <T>(names: Names<T>, work: (to: Kysely<Schema>) => Promise<T>) => Promise<T>;
};

/** A database for reads alone: a store with cached reads writes by `Cache.write`, which requires the changed names. */
export type ReadOnly = Pick<Kysely<Schema>, 'selectFrom' | 'executeQuery' | 'getExecutor'>;

/** A cache that keeps nothing, as for a transaction. @param changed called with the changed names after each write */
export const uncached = (db: Kysely<Schema>, changed: (names: readonly string[]) => void | Promise<void>): Cache => ({
  settled: (_key, _names, read) => read(),
  exact: (_key, _names, read) => read(),
  async write(names, work) {
    const result = await work(db);
    const stale = namesOf(names, result) ?? [];
    if (stale.length > 0) await changed(stale);
    return result;
  },
});

/** Cache of reads, until what they depend on changes. Results are shared: no caller may change them. */
export type Memory = {
  read: Read;
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
  const ask: Read = async (key, names, read) => {
    clock += 1;
    const began = clock;
    reads += 1;
    try {
      const value = await read();
      const known = namesOf(names, value);
      const isReceiving = isTrusted(memory);
      // The value may contain a change that was made meanwhile, or not.
      const isFresh = began > allForgotten && known?.every((name) => (forgotten.get(name) ?? 0) < began);
      if (known && isReceiving && isFresh) keep(key, value, known);
      return value;
    } finally {
      reads -= 1;
      if (reads === 0) forgotten.clear();
    }
  };
  const memory: Memory = {
    async read<T>(key: string, names: Names<T>, read: () => Promise<T>) {
      if (!isTrusted(memory)) return read();
      const known = kept.get(key);
      // The value of a key comes from the same read, so it has its type.
      if (known) return known.value as T;
      const same = running.get(key);
      if (same) return (await same) as T;
      const asked = ask(key, names, read).finally(() => {
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
