/** The app's IndexedDB database: the sealing key and the data sealed with it. */

const NAME = 'pos-admin';
const VERSION = 2;
const STORES = ['keys', 'sealed'] as const;
export type StoreName = (typeof STORES)[number];

/** Opens the database; throws if the browser has none, as in some private windows. */
export function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const name of STORES)
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name);
    };
    request.onsuccess = () => {
      // Close, so that a newer version of the app in another tab can upgrade the database.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
    request.onblocked = () =>
      reject(new Error('An older version of the app is using the database.'));
  });
}

/**
 * Runs one request on a store and closes the database. Resolves once the transaction is complete: a
 * request that has succeeded is still undone when the document goes away before that.
 */
export async function inStore<Value>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(name, mode);
    const [value] = await Promise.all([
      toPromise(work(transaction.objectStore(name))),
      waitFor(transaction),
    ]);
    return value;
  } finally {
    database.close();
  }
}

/** Turns an IndexedDB request into a promise of its result. */
export function toPromise<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
  });
}

function waitFor(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB gave up.'));
  });
}
