import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { retry } from '@pos/basics/retry';
import { allowLimited } from '../places/places.ts';
import { changeIndexes, toIndexChanges, withoutConcurrency } from './concurrent-indexes.ts';
import { sqlFor } from './older-servers.ts';

/** Folder of the numbered SQL files. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Any number works, as long as every version of the product uses the same one. */
const ADVISORY_LOCK = 727_001;

/**
 * First migration of every version before the first release (decision 0051). No later migration
 * has this name.
 */
const BEFORE_FIRST_RELEASE = '0001_people.sql';

const MIGRATIONS_TABLE = `create table if not exists schema_migrations (
  name text primary key, sha256 text not null, applied_at timestamptz not null default now())`;
/** A version that does not know a migration asks here if it works on its result. */
const EXPANDS_COLUMN =
  'alter table schema_migrations add column expands boolean not null default false';

/** Time that a migration waits for a table before it lets others have it first, in ms. */
const LOCK_MS = 2_000;
const PAUSE_MS = 500;
/** Time between two questions for the turn to migrate, in ms. */
const TURN_MS = 100;
const MAX_TRIES = 120;
/** Another transaction had the table, or waited for one that the migration had. */
const LOCK_MISSED = ['55P03', '40P01'];

type Migration = {
  name: string;
  number: string;
  sql: string;
  sha256: string;
  /** True if the version before it works on its result: it only adds. */
  expands: boolean;
  /** True if it only builds or drops indexes, outside a transaction. */
  isConcurrent: boolean;
};

/**
 * Brings the database to the state that this version of the code knows and returns the names of
 * the files that it applied.
 *
 * The files are `NNNN_name.sql`, applied in the order of their numbers, each in one transaction,
 * while the version before sells: a file that waits longer than `lockMs` for a table lets the sales
 * behind it go first and tries again. One marked `-- concurrently` builds indexes outside a
 * transaction and can be run again after an interruption. `schema_migrations` records each applied
 * file with its checksum, and whether it is marked `-- expands`. If several processes call this at
 * once, one works and the others wait.
 *
 * Throws, before anything is applied, if an applied file was changed since, if a file has a lower
 * number than one that is applied already, if the database holds migrations that this version does
 * not know and that did more than expand it, and if a version before the first release created it.
 */
export async function migrate(
  connectionString: string,
  dir: string = MIGRATIONS_DIR,
  lockMs = LOCK_MS,
): Promise<string[]> {
  const migrations = await readMigrations(dir);
  const client = new pg.Client({ connectionString, application_name: 'pos-admin migrate' });
  await client.connect();
  try {
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set client_min_messages = warning',
    );
    await waitForTurn(client);
    await createTable(client);
    const { applied, expansions } = await appliedMigrations(client);
    const pending = pendingMigrations(migrations, applied, expansions);
    for (const migration of pending) await apply(client, migration, lockMs);
    await allowLimited(client);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * Waits until no other process migrates. It asks again and again: a waiting statement would be a
 * transaction, which the other process waits for when it builds an index concurrently.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isMine: boolean }>(
      'select pg_try_advisory_lock($1) as "isMine"',
      [ADVISORY_LOCK],
    );
    if (rows[0]!.isMine) return;
    await sleep(TURN_MS);
  }
}

async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  const migrations: Migration[] = [];
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`The migration file ${name} is not named NNNN_name.sql.`);
    const before = migrations.at(-1);
    if (before?.number === number)
      throw new Error(`The migrations ${before.name} and ${name} have the same number.`);
    const sql = await readFile(path.join(dir, name), 'utf8');
    migrations.push({
      name,
      number,
      sql,
      sha256: createHash('sha256').update(sql).digest('hex'),
      expands: isMarked(sql, 'expands') || isMarked(sql, 'concurrently'),
      isConcurrent: isMarked(sql, 'concurrently'),
    });
  }
  return migrations;
}

const isMarked = (sql: string, mark: string) => new RegExp(`^-- ${mark}$`, 'm').test(sql);

/** Creates the record of migrations, or adds what an earlier version did not have. */
async function createTable(client: pg.ClientBase): Promise<void> {
  await client.query(MIGRATIONS_TABLE);
  const { rowCount } = await client.query(`select from pg_attribute
    where attrelid = 'schema_migrations'::regclass and attname = 'expands'`);
  if (rowCount === 0) await client.query(EXPANDS_COLUMN);
}

async function appliedMigrations(
  client: pg.Client,
): Promise<{ applied: Map<string, string>; expansions: Set<string> }> {
  const { rows } = await client.query<{ name: string; sha256: string; expands: boolean }>(
    'select name, sha256, expands from schema_migrations order by name',
  );
  return {
    applied: new Map(rows.map((row) => [row.name, row.sha256])),
    expansions: new Set(rows.filter((row) => row.expands).map((row) => row.name)),
  };
}

/** A migration of a database, by name and checksum. */
export type AppliedMigration = { name: string; sha256: string };

/**
 * Applies migrations inside the caller's transaction to a database without any: first those of
 * `applied`, then, after `between`, the rest that this version of the code knows. Throws, before
 * anything is applied, if it does not know one of `applied`, or knows it with another content.
 */
export async function migrateAround(
  client: pg.ClientBase,
  applied: readonly AppliedMigration[],
  between: () => Promise<void>,
): Promise<void> {
  const migrations = await readMigrations(MIGRATIONS_DIR);
  const pending = pendingMigrations(
    migrations,
    new Map(applied.map(({ name, sha256 }) => [name, sha256])),
  );
  const earlier = migrations.filter((migration) => !pending.includes(migration));
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
  await createTable(client);
  for (const migration of earlier) await run(client, migration);
  await between();
  for (const migration of pending) await run(client, migration);
}

/**
 * Files still to apply. Throws if the applied ones do not fit; this version works with unknown
 * `expansions`.
 */
function pendingMigrations(
  migrations: Migration[],
  applied: Map<string, string>,
  expansions: ReadonlySet<string> = new Set(),
): Migration[] {
  if (applied.has(BEFORE_FIRST_RELEASE)) {
    throw new Error(
      'The database was created by a version before the first release and cannot be upgraded. ' +
        'Nothing in it was changed. Start with a new database: move the data folder away (DATA_DIR, ' +
        'by default .data), or, if DATABASE_URL is set, let it name an empty database.',
    );
  }
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name) && !expansions.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this version of the program: it has ${unknown.join(', ')}. Start the newer version.`,
    );
  }
  const last = [...applied.keys()].at(-1) ?? '';
  for (const { name, sha256 } of migrations) {
    const was = applied.get(name);
    if (was !== undefined && was !== sha256) {
      throw new Error(
        `The migration ${name} was changed after it was applied. Restore the file and write a new migration instead.`,
      );
    }
    if (was === undefined && name < last) {
      throw new Error(
        `The migration ${name} comes before ${last}, which is already applied. Give it a higher number.`,
      );
    }
  }
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function apply(client: pg.Client, migration: Migration, lockMs: number): Promise<void> {
  if (migration.isConcurrent) {
    await named(migration, () => changeIndexes(client, findIndexes(migration)));
    await record(client, migration);
    return;
  }
  await retry(() => applyOnce(client, migration, lockMs), {
    when: (error) =>
      error instanceof Error &&
      error.cause instanceof pg.DatabaseError &&
      LOCK_MISSED.includes(error.cause.code ?? ''),
    maxTries: MAX_TRIES,
    delayMs: () => PAUSE_MS,
  });
}

async function applyOnce(client: pg.Client, migration: Migration, lockMs: number): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockMs}`);
    await run(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Runs a migration inside a transaction, without concurrency if it is marked for it. */
async function run(client: pg.ClientBase, migration: Migration): Promise<void> {
  const sql = migration.isConcurrent ? withoutConcurrency(findIndexes(migration)) : migration.sql;
  await named(migration, async () => client.query(sqlFor(await readMajorVersion(client), sql)));
  await record(client, migration);
}

const findIndexes = ({ name, sql }: Migration) => toIndexChanges(name, sql);

async function record(client: pg.ClientBase, { name, sha256, expands }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, sha256, expands) values ($1, $2, $3)', [
    name,
    sha256,
    expands,
  ]);
}

/** Names the migration and the line in its error. */
async function named({ name, sql }: Migration, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(
      `The migration ${name} failed${atLine(error, sql)}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

async function readMajorVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
}

/** Formats " at line 12" if the server reported the position of the error. */
function atLine(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return '';
  return ` at line ${
    [...sql]
      .slice(0, Number(error.position) - 1)
      .join('')
      .split('\n').length
  }`;
}
