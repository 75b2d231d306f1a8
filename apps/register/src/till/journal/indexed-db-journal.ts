import { type DBSchema, openDB } from 'idb';
import type { Change, Journal, Notes, StoredReturn, StoredSale } from './journal.ts';
import { inOrder, oldestFirst } from './memory-journal.ts';

interface Schema extends DBSchema {
  sales: { key: string; value: StoredSale; indexes: { number: [number, number] } };
  returns: { key: string; value: StoredReturn };
  notes: { key: string; value: unknown };
}

/** Version 2 added returns. */
const VERSION = 2;

type Connection = Awaited<ReturnType<typeof openDB<Schema>>>;

/**
 * The journal in the browser's IndexedDB. Each write waits until the browser says that it is on the
 * disk (`complete` of a transaction with strict durability).
 */
export class IndexedDbJournal implements Journal {
  readonly #name: string;
  #db: Promise<Connection> | undefined;

  constructor(name = 'register') {
    this.#name = name;
  }

  readSales(): Promise<StoredSale[]> {
    return this.#use(async (db) =>
      inOrder((await readEach(db, 'sales')).map(([, sale]) => sale as StoredSale)),
    );
  }

  readReturns(): Promise<StoredReturn[]> {
    return this.#use(async (db) =>
      oldestFirst((await readEach(db, 'returns')).map(([, each]) => each as StoredReturn)),
    );
  }

  readNotes(): Promise<Partial<Notes>> {
    return this.#use(async (db) => Object.fromEntries(await readEach(db, 'notes')));
  }

  write({ sales = [], returns = [], removed = [], notes = {} }: Change): Promise<void> {
    return this.#use(async (db) => {
      const transaction = db.transaction(['sales', 'returns', 'notes'], 'readwrite', {
        durability: 'strict',
      });
      const stored = [
        ...sales.map((sale) => transaction.objectStore('sales').put(sale)),
        ...returns.map((each) => transaction.objectStore('returns').put(each)),
        ...removed.flatMap((id) => [
          transaction.objectStore('sales').delete(id),
          transaction.objectStore('returns').delete(id),
        ]),
        ...Object.entries(notes).map(([name, value]) =>
          value === null
            ? transaction.objectStore('notes').delete(name)
            : transaction.objectStore('notes').put(value, name),
        ),
      ];
      await Promise.all([...stored, transaction.done]);
    });
  }

  close(): void {
    void this.#db?.then((db) => db.close()).catch(() => undefined);
    this.#db = undefined;
  }

  /**
   * Does some work; once more with a new connection if the browser had closed the one before, as it
   * does after a time in the background. Repeating a write changes nothing.
   */
  async #use<Result>(work: (db: Connection) => Promise<Result>): Promise<Result> {
    const connection = this.#connect();
    try {
      return await work(await connection);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      if (this.#db === connection) this.close();
      return work(await this.#connect());
    }
  }

  #connect(): Promise<Connection> {
    this.#db ??= openDB<Schema>(this.#name, VERSION, {
      upgrade(db, before) {
        if (before < 1) {
          db.createObjectStore('sales', { keyPath: 'order.clientOrderId' }).createIndex(
            'number',
            ['order.epoch', 'order.sequence'],
            { unique: true },
          );
          db.createObjectStore('notes');
        }
        if (before < 2) db.createObjectStore('returns', { keyPath: 'refund.clientRefundId' });
      },
      blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
      terminated: () => {
        this.#db = undefined;
      },
    }).catch((error: unknown) => {
      this.#db = undefined;
      throw error;
    });
    return this.#db;
  }
}

type StoreName = 'sales' | 'returns' | 'notes';

/** Parts of a record without which nothing can be said of it. */
const WHOLE: Record<StoreName, (value: object) => boolean> = {
  sales: (value) => Array.isArray((value as Partial<StoredSale>).order?.payments),
  returns: (value) => Array.isArray((value as Partial<StoredReturn>).refund?.lines),
  notes: () => true,
};

/** Reads all records by key. One that is torn is left out, and does not stop the others. */
async function readEach(db: Connection, name: StoreName): Promise<[string, unknown][]> {
  const keys = await db.getAllKeys(name);
  const values: unknown[] = await db.getAll(name).catch(async () => {
    const each = [];
    for (const key of keys) each.push(await db.get(name, key).catch(() => null));
    return each;
  });
  return keys.flatMap((key, index): [string, unknown][] => {
    const value = values[index];
    const isThere = value !== null && value !== undefined;
    return isThere && WHOLE[name](value) ? [[key, value]] : [];
  });
}

/** Errors of a connection that is gone; others, such as a full disk, stay with a new one. */
function isLostConnection(error: unknown): boolean {
  return (
    error instanceof DOMException && ['InvalidStateError', 'UnknownError'].includes(error.name)
  );
}
