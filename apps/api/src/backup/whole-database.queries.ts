import pg from 'pg';
import type { AppliedMigration } from '#api/db/migrations/migrate.ts';

/** Facts about a whole database, read from its catalog by backup and restore. */

/**
 * Tables without content in a backup: its migrations stand in its head, live events name
 * transactions of one server, files follow the tables, and the setup is that of the restore.
 */
const LEFT_OUT = [
  'schema_migrations',
  'live_events',
  'stored_files',
  'stored_file_chunks',
  'shared_setup',
];

export type WholeTable = { table: string; columns: string[] };

/** Returns every table of the product with the columns that can be written, by name. */
export async function findTables(client: pg.ClientBase): Promise<WholeTable[]> {
  const { rows } = await client.query<WholeTable>(
    `select c.relname as table,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace
       and c.relkind = 'r'
       and c.relname <> all($1)
     group by c.relname
     order by c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

/** Returns the migrations that were applied, in order. */
export async function findMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select name, sha256 from schema_migrations order by name',
  );
  return rows;
}

/** Returns the numbers that sequences have given out, of tables in the backup. */
export async function findSequences(
  client: pg.ClientBase,
): Promise<{ name: string; last: string; called: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    `select s.relname as name
     from pg_class s
     join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i')
     join pg_class t on t.oid = d.refobjid
     where s.relkind = 'S'
       and s.relnamespace = 'public'::regnamespace
       and t.relname <> all($1)
     order by s.relname`,
    [LEFT_OUT],
  );
  const sequences: { name: string; last: string; called: boolean }[] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${pg.escapeIdentifier(name)}`,
    );
    sequences.push({ name, ...state[0]! });
  }
  return sequences;
}

/** Returns the names of the files that jobs refer to. */
export async function findStoredFiles(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select stored_file as name from jobs where stored_file is not null order by 1',
  );
  return rows.map(({ name }) => name);
}

/**
 * Returns the content of a file stored in the database, in its pieces; undefined if it is not
 * there.
 */
export async function readStoredFile(
  client: pg.ClientBase,
  name: string,
): Promise<AsyncIterable<Buffer> | undefined> {
  const { rows: tables } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.stored_files') is not null as "isThere"`,
  );
  // A database that this version has not migrated yet.
  if (!tables[0]?.isThere) return undefined;
  const { rowCount } = await client.query(
    'select from stored_files where name = $1 and size_bytes is not null',
    [name],
  );
  return rowCount === 0 ? undefined : readPieces(client, name);
}

async function* readPieces(client: pg.ClientBase, name: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const { rows } = await client.query<{ bytes: Buffer }>(
      'select bytes from stored_file_chunks where file_name = $1 and position = $2',
      [name, position],
    );
    if (!rows[0]) return;
    yield rows[0].bytes;
  }
}

/** Returns true if the database has no table of anybody. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f')
       and n.nspname not in ('information_schema')
       and n.nspname not like 'pg\\_%'
     limit 1`,
  );
  return rowCount === 0;
}

/** Returns the number of rows in a table. */
export async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `select count(*)::text as rows from ${pg.escapeIdentifier(table)}`,
  );
  return Number(rows[0]?.rows);
}

/** Memory that PostgreSQL may use to build one index or to check one reference. */
const BUILD_MEMORY = '256MB';

type Constraint = { table: string; name: string; definition: string; isReference: boolean };

/**
 * Removes what slows or hinders loading (references, keys, indexes, triggers, first rows), runs
 * `load`, and puts it back. Keys and references are checked when they come back: sorting all keys
 * once takes a fraction of the time of inserting each.
 */
export async function loadBare(client: pg.ClientBase, load: () => Promise<void>): Promise<void> {
  const names = (await findTables(client)).map(({ table }) => pg.escapeIdentifier(table));
  const constraints = await findRemovableConstraints(client);
  const references = constraints.filter(({ isReference }) => isReference);
  const keys = constraints.filter(({ isReference }) => !isReference);
  const indexes = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
     where not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  const all = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  const dropped = ({ table, name }: Constraint) => `alter table ${table} drop constraint ${name}`;
  const added = ({ table, name, definition }: Constraint) =>
    `alter table ${table} add constraint ${name} ${definition}`;
  await all([
    ...[...references, ...keys].map(dropped),
    ...indexes.rows.map(({ name }) => `drop index ${name}`),
    ...names.map((name) => `alter table ${name} disable trigger user`),
    `truncate ${names.join(', ')}`,
  ]);
  await load();
  await all([
    `set local maintenance_work_mem = '${BUILD_MEMORY}'`,
    ...keys.map(added),
    ...indexes.rows.map(({ definition }) => definition),
    ...references.map(added),
    ...names.map((name) => `alter table ${name} enable trigger user`),
    ...names.map((name) => `analyze ${name}`),
  ]);
}

/**
 * Returns references and keys. PostgreSQL does not drop a key that the `group by` of a view depends
 * on, so that one stays.
 */
async function findRemovableConstraints(client: pg.ClientBase): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition, contype = 'f' as "isReference"
     from pg_constraint c
     where contype in ('f', 'p', 'u', 'x')
       and connamespace = 'public'::regnamespace
       and not exists (
         select
         from pg_depend d
         where d.refclassid = 'pg_constraint'::regclass
           and d.refobjid = c.oid
           and d.classid = 'pg_rewrite'::regclass)`,
  );
  return rows;
}

/** Sets the next number of a sequence. */
export async function setSequence(
  client: pg.ClientBase,
  { name, last, called }: { name: string; last: string; called: boolean },
): Promise<void> {
  await client.query('select setval($1::regclass, $2, $3)', [
    pg.escapeIdentifier(name),
    last,
    called,
  ]);
}

/**
 * Returns jobs that ran during the backup to the queue, and takes files that the backup does not
 * have out of their jobs.
 */
export async function settleJobs(client: pg.ClientBase, files: readonly string[]): Promise<void> {
  await client.query(`update jobs set status = 'queued', lease_until = null
    where status = 'running'`);
  await client.query(
    `update jobs set stored_file = null, file_name = null
     where stored_file is not null and stored_file <> all($1)`,
    [files],
  );
}

/** Drops background tasks, such as emails, which the restored product has sent since. */
export async function dropTasks(client: pg.ClientBase): Promise<void> {
  await client.query('delete from jobs where owner_id is null');
}
