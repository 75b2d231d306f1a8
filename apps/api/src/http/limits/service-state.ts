import {
  SERVICE_SENTENCES,
  type DatabaseState,
  type ServiceState,
} from '@pos/contract/staff/service-state';
import { sql } from 'kysely';
import { isStorageFull } from '#api/db/database-errors.ts';
import { openDb } from '#api/db/db.ts';
import { Failure } from '../failure.ts';
import { FULL_RETRY_SECONDS } from '../refusal.ts';
import type { StorageWatch } from './storage-watch.ts';

const KEPT_MS = 1_000;
/** Time limit for an answer of the database in ms, below the 2 seconds that /ready may take. */
const WITHIN_MS = 1_800;
/** Separate connection, because busy connections of calls say nothing about the database. */
const PROBE = { size: 1, statementTimeout: 1_000, silenceMargin: 500 };

/**
 * Checks at most once a second if the database answers and accepts changes, and if there is space.
 */
export class ServiceWatch {
  readonly #db: ReturnType<typeof openDb>;
  readonly #storage: StorageWatch;
  #asked = Number.NEGATIVE_INFINITY;
  #state: Promise<ServiceState> | undefined;

  constructor(databaseUrl: string, storage: StorageWatch) {
    this.#db = openDb(databaseUrl, () => undefined, PROBE);
    this.#storage = storage;
  }

  /** Returns the state, at most a second old. Takes 2 seconds if nothing answers. */
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
    const isCause = database === 'away' && (await this.#storage.isOutOfSpace());
    return { database, storage: isCause ? 'full' : storage };
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

  /** Makes the database extend a file, then undoes it. */
  async #canWrite(): Promise<boolean | undefined> {
    try {
      await this.#db.transaction().execute((tx) =>
        sql`
          create temporary table space_probe on commit drop as
          select repeat('x', 1000) as filler
          from generate_series(1, 256)`.execute(tx),
      );
      return true;
    } catch (error) {
      return isStorageFull(error) ? false : undefined;
    }
  }
}

/** Refuses if nothing can be saved: 503 STORAGE_FULL, also if it stopped the database, or NOT_READY. */
export function requireReady({ database, storage }: ServiceState): void {
  if (storage === 'full')
    throw new Failure('STORAGE_FULL', SERVICE_SENTENCES.full, { retryAfter: FULL_RETRY_SECONDS });
  if (database !== 'ok')
    throw new Failure('NOT_READY', SERVICE_SENTENCES[database], {
      retryAfter: database === 'away' ? 1 : 5,
    });
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
