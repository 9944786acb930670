import type { Storage, Stores } from './port.ts';

/**
 * Names a state of the database: as long as it is the same, every read gives what it gave before. Asking costs some microseconds.
 * @returns text that is different after any change by this process or by another
 */
export type Stamp = () => string;

/** Entries; beyond them all are forgotten. */
const ENTRIES_MAX = 10_000;

/** Reads that most requests make, small in what they give. */
const cached = {
  users: ['byUuid'],
  roles: ['list', 'forFile'],
  templates: ['list', 'head'],
  wips: ['list', 'head'],
  archives: ['list', 'recent', 'head'],
} as const satisfies { [S in keyof Stores]?: readonly (keyof Stores[S])[] };

/**
 * A memory that forgets everything as soon as the database is in another state.
 * @param stamp names the database's state
 */
export function createMemory(stamp: Stamp): Storage['remember'] {
  const known = new Map<string, unknown>();
  let state = '';
  return async <T>(key: string, make: () => Promise<T>, asked?: string | null): Promise<T> => {
    const now = asked ?? stamp();
    if (now !== state || known.size > ENTRIES_MAX) known.clear();
    state = now;
    if (known.has(key)) return known.get(key) as T;
    const value = await make();
    // A change that came in between may be in the value or not.
    if (stamp() === now && state === now) known.set(key, value);
    return value;
  };
}

/**
 * Stores that remember what they have read for as long as the database is in the same state. Nothing that they give is ever older than the database.
 * What they give is shared: nobody may change it.
 * @param stores those outside of transactions
 * @param remember what was read
 */
export function cacheReads(stores: Stores, remember: Storage['remember']): Stores {
  const result: Record<string, unknown> = { ...stores };
  for (const [store, methods] of Object.entries(cached)) {
    const original = stores[store as keyof typeof cached] as unknown as Record<
      string,
      (...args: unknown[]) => Promise<unknown>
    >;
    const replaced = methods.map((method): [string, unknown] => {
      const read = original[method];
      if (!read) throw new Error(`There is no ${store}.${method}.`);
      const name = `${store}.${method} `;
      return [method, (...args: unknown[]) => remember(name + JSON.stringify(args), () => read(...args))];
    });
    result[store] = { ...original, ...Object.fromEntries(replaced) };
  }
  return result as Stores;
}
