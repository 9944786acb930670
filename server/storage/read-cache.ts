import type { Stores } from './port.ts';

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
  sessions: ['access'],
} as const satisfies { [S in keyof Stores]?: readonly (keyof Stores[S])[] };

/**
 * A cache that forgets everything as soon as the database is in another state.
 * @param stamp names the database's state
 */
function createMemory(stamp: Stamp) {
  const known = new Map<string, unknown>();
  let state = '';
  return async (key: string, read: () => Promise<unknown>): Promise<unknown> => {
    const now = stamp();
    if (now !== state || known.size > ENTRIES_MAX) known.clear();
    state = now;
    if (known.has(key)) return known.get(key);
    const value = await read();
    // A change that came in between may be in the value or not.
    if (stamp() === now && state === now) known.set(key, value);
    return value;
  };
}

/**
 * Stores that remember what they have read for as long as the database is in the same state. Nothing that they give is ever older than the database.
 * What they give is shared: nobody may change it.
 * @param stores those outside of transactions
 * @param stamp names the database's state
 */
export function cacheReads(stores: Stores, stamp: Stamp): Stores {
  const remember = createMemory(stamp);
  const result: Record<string, unknown> = { ...stores };
  for (const [store, methods] of Object.entries(cached)) {
    // `never`: this passes arguments on and makes none.
    const original: Record<string, (...args: never[]) => Promise<unknown>> = stores[store as keyof typeof cached];
    const replaced = methods.map((method): [string, unknown] => {
      const read = original[method];
      if (!read) throw new Error(`There is no ${store}.${method}.`);
      const name = `${store}.${method} `;
      return [method, (...args: never[]) => remember(name + JSON.stringify(args), () => read(...args))];
    });
    result[store] = { ...original, ...Object.fromEntries(replaced) };
  }
  return result as Stores;
}
