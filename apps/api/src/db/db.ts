import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, type PluginTransformResultArgs, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { parserOf } from './column-types.ts';
import { isRetryable } from './database-errors.ts';
import type { Schema } from './schema.ts';

/** What reads take: the pool, or the transaction they are part of. */
export type Db = Kysely<Schema>;

/** What writes take. The pool is no `Tx`, so a write cannot slip out of its transaction. */
export type Tx = Transaction<Schema>;

export type PoolOptions = {
  /** Connections held at most. */
  size: number;
  /** How long one statement may run, in milliseconds. */
  statementTimeout: number;
};
const USUAL: PoolOptions = { size: 16, statementTimeout: 15_000 };

/** Stands behind the first word of a statement that the server plans once a connection and keeps: for those that are asked often and read few rows whatever their values are. */
const MARK = '/* prepared */';
export const PREPARED = sql.raw<never>(MARK);

const names = new Map<string, string>();
/** So many statements are kept by each connection, of which one takes some ten kilobytes; what is asked beyond them is planned anew. */
const MOST_NAMES = 1_000;

function nameOf(statement: string): string | undefined {
  let name = names.get(statement);
  if (name === undefined && names.size < MOST_NAMES) names.set(statement, (name = `kept_${createHash('sha256').update(statement).digest('hex').slice(0, 24)}`));
  return name;
}

/**
 * A connection that keeps what PREPARED marks under a name, which `pg` then sends instead of the text. It asks with a callback: the promises
 * that `pg` makes by itself keep each answer until the next great collection, which makes every small one take six times as long.
 */
class PreparingClient extends pg.Client {
  // The signatures of `query` are many; all pass through unchanged but the one that kysely calls.
  override query = ((statement: unknown, values?: unknown, ...rest: unknown[]) => {
    const query = super.query.bind(this) as (...given: unknown[]) => unknown;
    if (typeof statement !== 'string' || typeof values === 'function' || rest.length > 0) return query(statement, values, ...rest);
    const name = statement.startsWith(MARK, statement.indexOf(' ') + 1) ? nameOf(statement) : undefined;
    return new Promise((resolve, reject) => {
      query({ name, text: statement, values }, (error: unknown, result: unknown) => (error ? reject(error as Error) : resolve(result)));
    });
  }) as pg.Client['query'];
}

/** The camelCase names of this code as the database's names in statements. Columns of answers are named by `nameColumns` before their rows are read. */
class DatabaseNames extends CamelCasePlugin {
  override transformResult({ result }: PluginTransformResultArgs) {
    return Promise.resolve(result);
  }
}

const columnNames = new Map<string, string>();

/** `sold_at` is `soldAt`. */
function camelCase(name: string): string {
  let camel = columnNames.get(name);
  if (camel === undefined) columnNames.set(name, (camel = name.replace(/_+([^_])/g, (_, letter: string) => letter.toUpperCase())));
  return camel;
}

/** Names the columns of whatever a connection answers in camelCase: once an answer, where naming the fields of each row cost a tenth of a list. What stands inside of JSON is left as it is. */
function nameColumns({ connection }: pg.Client): void {
  connection.prependListener('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
    for (const field of fields) field.name = camelCase(field.name);
  });
}

/** A pool on `url`. A caller waits at most 2 seconds for a connection; idle errors are told to `onIdleError`. */
export function openDb(url: string, onIdleError: (error: Error) => void, { size, statementTimeout }: PoolOptions = USUAL): Db {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    application_name: 'pos-admin',
    // Disks without moving parts read by index as fast as in a row; a request that took several processes or a compiler would take them from the others.
    options: `-c random_page_cost=1.1 -c jit=off -c max_parallel_workers_per_gather=0 -c lock_timeout=3s -c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=10s -c timezone=UTC -c synchronous_commit=on`,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // A connection that dies while idle is an event of the pool, not of a request; without a listener it would end the process.
  pool.on('error', onIdleError);
  // The same goes for one that dies between two statements of a transaction; the next statement fails and tells the request.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    nameColumns(client);
  });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [new DatabaseNames()] });
}

const MAX_TRIES = 5;

/** Runs `work` in one transaction and gives its result after COMMIT. Serialization failures and deadlocks are tried again, at most 5 times. */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries >= MAX_TRIES || !isRetryable(error)) throw error;
      await pause(Math.random() * 20 * 2 ** tries);
    }
  }
}
