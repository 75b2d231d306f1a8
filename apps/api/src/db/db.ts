import { setTimeout as pause } from 'node:timers/promises';
import {
  CamelCasePlugin,
  Kysely,
  type PluginTransformResultArgs,
  PostgresDialect,
  sql,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import { parserOf } from './column-types.ts';
import { isRetryable } from './database-errors.ts';
import { openPool, type PoolOptions } from './pool.ts';
import type { Schema } from './schema.ts';
import { MARK } from './watched-client.ts';

/** What reads take: the pool, or the transaction they are part of. */
export type Db = Kysely<Schema>;

/** What writes take. The pool is no `Tx`, so a write cannot slip out of its transaction. */
export type Tx = Transaction<Schema>;

const USUAL: PoolOptions = { size: 16, statementTimeout: 15_000 };

/** Stands behind the first word of a statement that the server plans once a connection and keeps: for those that are asked often and read few rows whatever their values are. */
export const PREPARED = sql.raw<never>(MARK);

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
  if (camel === undefined)
    columnNames.set(
      name,
      (camel = name.replace(/_+([^_])/g, (_, letter: string) => letter.toUpperCase())),
    );
  return camel;
}

/** Names the columns of whatever a connection answers in camelCase: once an answer, where naming the fields of each row cost a tenth of a list. What stands inside of JSON is left as it is. */
function nameColumns({ connection }: pg.Client): void {
  connection.prependListener('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
    for (const field of fields) field.name = camelCase(field.name);
  });
}

/** Opens a pool on `url` (see pool.ts) whose statements and answers use the names and types of this code. */
export function openDb(
  url: string,
  onIdleError: (error: Error) => void,
  options: PoolOptions = USUAL,
): Db {
  const types = { getTypeParser: parserOf as typeof pg.types.getTypeParser };
  const pool = openPool(url, onIdleError, options, { types });
  pool.on('connect', nameColumns);
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new DatabaseNames()],
  });
}

const MAX_TRIES = 5;

/** Runs `work` in one transaction and gives its result after COMMIT. Serialization failures and deadlocks are tried again, at most 5 times. */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries >= MAX_TRIES || !isRetryable(error)) throw error;
      await pause(Math.random() * 20 * 2 ** tries);
    }
  }
}
