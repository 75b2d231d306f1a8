/** What this browser keeps for us outside of local storage: the sealing key, and what is sealed with it. */

const NAME = 'pos-admin';
const VERSION = 2;
const STORES = ['keys', 'sealed'] as const;
export type StoreName = (typeof STORES)[number];

/** Opens the database; throws where the browser has none, as in some private windows. */
export function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const name of STORES)
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name);
    };
    request.onsuccess = () => {
      // A newer version of the app in another tab must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
    request.onblocked = () => reject(new Error('An older version of the app holds the database.'));
  });
}

/** Runs one request on a store and closes the database. */
export async function inStore<Value>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await openDatabase();
  try {
    return await answerOf(work(database.transaction(name, mode).objectStore(name)));
  } finally {
    database.close();
  }
}

/** What a request answers. */
export function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB refused.'));
  });
}
