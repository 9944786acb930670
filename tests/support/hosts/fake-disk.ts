import * as fake from 'fake-indexeddb';

/** The browser's database in memory, where there is no browser: an empty one unless given, and everything that belongs to it. */
export function fakeDisk(indexedDB = new fake.IDBFactory()): void {
  Object.assign(globalThis, fake, { indexedDB });
}

/** One for all files that a worker runs, whose modules keep their connection to it. */
export const lastingDisk = new fake.IDBFactory();

/** Has the browser end the connection of a transaction's database. */
export const endConnection = (db: IDBDatabase): void =>
  (fake.forceCloseDatabase as unknown as (one: IDBDatabase) => void)(db);

/** What comes of a request. */
export const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
  });

/** Of how many documents unsaved text lies there, of anybody. */
export async function keptOnDisk(): Promise<number> {
  const db = await result(globalThis.indexedDB.open('ready-journal'));
  const count = await result(db.transaction('bodies').objectStore('bodies').count());
  db.close();
  return count;
}
