import * as fake from 'fake-indexeddb';

/** Installs the browser's database in memory, for tests without a browser: an empty one unless given, with all its classes. */
export function fakeDisk(indexedDB = new fake.IDBFactory()): void {
  Object.assign(globalThis, fake, { indexedDB });
}

/** One database for all files that a worker runs, whose modules keep their connection to it. */
export const lastingDisk = new fake.IDBFactory();

/** Makes the browser end the connection of a transaction's database. */
export const endConnection = (db: IDBDatabase): void =>
  (fake.forceCloseDatabase as unknown as (one: IDBDatabase) => void)(db);

/** Result of a request. */
export const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
  });

/** Number of documents with unsaved text stored there, of all users. */
export async function keptOnDisk(): Promise<number> {
  const db = await result(globalThis.indexedDB.open('ready-journal'));
  const count = await result(db.transaction('bodies').objectStore('bodies').count());
  db.close();
  return count;
}
