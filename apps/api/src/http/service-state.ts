import {
  SERVICE_SENTENCES,
  type DatabaseState,
  type ServiceState,
} from '@pos/contract/service-state';
import { sql } from 'kysely';
import { isStorageFull } from '../db/database-errors.ts';
import { openDb } from '../db/db.ts';
import { Failure } from './failure.ts';
import type { StorageWatch } from './storage-watch.ts';

const KEPT_MS = 1_000;
/** How long the database has for an answer; less than the 2 seconds that /ready may take (ms). */
const WITHIN_MS = 1_800;
/** A connection of its own: busy ones of the calls say nothing about the database. */
const PROBE = { size: 1, statementTimeout: 1_000, silenceMargin: 500 };

/** Asks whether the database answers and takes changes, and whether there is space; at most once a second. */
export class ServiceWatch {
  readonly #db: ReturnType<typeof openDb>;
  readonly #storage: StorageWatch;
  #asked = Number.NEGATIVE_INFINITY;
  #state: Promise<ServiceState> | undefined;

  constructor(databaseUrl: string, storage: StorageWatch) {
    this.#db = openDb(databaseUrl, () => undefined, PROBE);
    this.#storage = storage;
  }

  /** The state as of a second ago at most; takes 2 seconds where nothing answers. */
  state(): Promise<ServiceState> {
    const now = performance.now();
    if (!this.#state || now - this.#asked > KEPT_MS) {
      this.#asked = now;
      this.#state = this.#ask();
    }
    return this.#state;
  }

  stop(): Promise<void> {
    return this.#db.destroy();
  }

  async #ask(): Promise<ServiceState> {
    const [database, storage] = await Promise.all([
      within(WITHIN_MS, this.#askDatabase()),
      this.#storage.state(() => this.#canWrite()),
    ]);
    return { database, storage };
  }

  async #askDatabase(): Promise<DatabaseState> {
    try {
      const { rows } = await sql<{ readOnly: boolean }>`
        select current_setting('transaction_read_only') = 'on' as read_only`.execute(this.#db);
      return rows[0]?.readOnly ? 'read_only' : 'ok';
    } catch {
      return 'away';
    }
  }

  /** Makes the database extend a file, which is undone. */
  async #canWrite(): Promise<boolean | undefined> {
    try {
      await this.#db.transaction().execute((tx) =>
        sql`create temporary table space_probe on commit drop as
            select repeat('x', 1000) as filler from generate_series(1, 256)`.execute(tx),
      );
      return true;
    } catch (error) {
      return isStorageFull(error) ? false : undefined;
    }
  }
}

/** Refuses where nothing can be saved: 503 NOT_READY or STORAGE_FULL. */
export function requireReady({ database, storage }: ServiceState): void {
  if (database !== 'ok')
    throw new Failure('NOT_READY', SERVICE_SENTENCES[database], {
      retryAfter: database === 'away' ? 1 : 5,
    });
  if (storage === 'full')
    throw new Failure('STORAGE_FULL', SERVICE_SENTENCES.full, { retryAfter: 30 });
}

async function within(ms: number, asked: Promise<DatabaseState>): Promise<DatabaseState> {
  const { promise, resolve } = Promise.withResolvers<DatabaseState>();
  const timer = setTimeout(() => resolve('away'), ms);
  try {
    return await Promise.race([asked, promise]);
  } finally {
    clearTimeout(timer);
  }
}
