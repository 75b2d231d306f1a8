import { LIMITED_ROLE } from '@pos/embedded-postgres/limited-role';
import {
  CamelCasePlugin,
  Kysely,
  type PluginTransformResultArgs,
  PostgresDialect,
  sql,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import { getParser } from './column-types.ts';
import { isRetryable } from './database-errors.ts';
import { openPool, type PoolOptions } from './pool.ts';
import { routedPool } from './replica/routed-pool.ts';
import { retry } from '@pos/basics/retry';
import type { Schema } from './schema.generated.ts';
import { MARK } from './statement-names.ts';

/** Handle for reads: the pool, or a transaction. */
export type Db = Kysely<Schema>;

/** Handle for writes. The pool is not a `Tx`, so a write cannot slip out of its transaction. */
export type Tx = Transaction<Schema>;

const USUAL: PoolOptions = { size: 16, statementTimeout: 15_000 };
/** Maximum number of connections for the work of limited admins, opened when one signs in. */
const LIMITED_CONNECTIONS = 6;

/**
 * Marks a statement, after its first word, to be planned once per connection and cached: for
 * frequent statements that read few rows whatever their values.
 */
export const PREPARED = sql.raw<never>(MARK);

/**
 * Converts the camelCase names of this code to the database's names in statements. `nameColumns`
 * renames the columns of results before their rows are read.
 */
class DatabaseNames extends CamelCasePlugin {
  override transformResult({ result }: PluginTransformResultArgs) {
    return Promise.resolve(result);
  }
}

const columnNames = new Map<string, string>();

/** Converts `sold_at` to `soldAt`. */
function camelCase(name: string): string {
  let camel = columnNames.get(name);
  if (camel === undefined)
    columnNames.set(
      name,
      (camel = name.replace(/_+([^_])/g, (_, letter: string) => letter.toUpperCase())),
    );
  return camel;
}

/**
 * Renames result columns to camelCase once per result. Renaming the fields of each row took a tenth
 * of a list's time. JSON content stays unchanged.
 */
function nameColumns({ connection }: pg.Client): void {
  connection.prependListener('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
    for (const field of fields) field.name = camelCase(field.name);
  });
}

/**
 * Opens a pool on `url` (see pool.ts) whose statements and results use the names and types of this
 * code.
 */
export function openDb(
  url: string,
  onIdleError: (error: Error) => void,
  options: PoolOptions = USUAL,
): Db {
  const limited = { ...options, size: LIMITED_CONNECTIONS };
  return dbOn(openNamedPool(url, onIdleError, options), () =>
    openNamedPool(options.directUrl ?? url, onIdleError, limited, `-c role=${LIMITED_ROLE}`),
  );
}

/**
 * Opens a pool whose results use the names and types of this code. `startup` are further startup
 * options of its connections.
 */
export function openNamedPool(
  url: string,
  onIdleError: (error: Error) => void,
  options: PoolOptions,
  startup = '',
): pg.Pool {
  const types = { getTypeParser: getParser as typeof pg.types.getTypeParser };
  const pool = openPool(url, onIdleError, { ...options, startup }, { types });
  pool.on('connect', nameColumns);
  return pool;
}

const pools = new WeakMap<Db, pg.Pool>();

/** Returns the handle for a new pool, of which a caller also needs the connections. */
function dbOn(pool: pg.Pool, openLimited: () => pg.Pool = () => pool): Db {
  const db: Db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: routedPool(pool, openLimited) }),
    plugins: [new DatabaseNames()],
  });
  pools.set(db, pool);
  return db;
}

/** Returns the numbers of busy and idle connections of a pool, and of callers that wait for one. */
export function getConnections(db: Db): { busy: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {};
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** A transaction, and its connection for what kysely has no words for: COPY and migrations. */
export type WholeTx = { tx: Tx; client: pg.PoolClient };

/**
 * Runs `work` in one transaction without time limits on a connection of its own, for programs that
 * work on a whole database. Nothing is retried.
 */
export async function inLongTransaction<Result>(
  url: string,
  work: (opened: WholeTx) => Promise<Result>,
): Promise<Result> {
  const pool = openNamedPool(url, () => undefined, { size: 1, statementTimeout: 0 });
  let client: pg.PoolClient | undefined;
  pool.on('connect', (opened) => (client = opened));
  const db = dbOn(pool);
  try {
    return await db.transaction().execute(async (tx) => {
      // watched-client.ts reads the limit from this text.
      await sql`select set_config('statement_timeout', '0', true),
        set_config('lock_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
      if (!client) throw new Error('The transaction has no connection.');
      return work({ tx, client });
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Runs `work` in one transaction and returns its result after COMMIT. Retries serialization
 * failures and deadlocks, at most 5 times.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return retry(() => db.transaction().execute(work), {
    when: isRetryable,
    maxTries: 5,
    delayMs: (tries) => Math.random() * 20 * 2 ** tries,
  });
}
