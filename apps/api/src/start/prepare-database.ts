import { pluralize } from '@pos/contract/values/counts';
import { assertDurable } from '@pos/embedded-postgres/durability';
import pg from 'pg';
import { putSettingsOnRole, WrongSettings } from '#api/db/connection-settings.ts';
import { migrate } from '#api/db/migrations/migrate.ts';
import { openPool } from '#api/db/pool.ts';

/** Connection strings of one database: with a pooler between, if there is one, and without. */
export type DatabaseUrls = { url: string; directUrl: string };

/**
 * Checks that the database loses no data, and brings its schema up to date. If a pooler is between,
 * first checks that the pooler leads to this database, and puts the connections' settings on their
 * role. Throws one sentence that names the variable to correct.
 */
export async function prepareDatabase(
  { url, directUrl }: DatabaseUrls,
  log: (line: string) => void,
): Promise<void> {
  const isPooled = url !== directUrl;
  const name = isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const client = await connected(directUrl, name);
  try {
    await assertDurable(client);
    await refuseReplica(client, name);
    if (isPooled) await preparePooled(client, url);
  } finally {
    await client.end();
  }
  const applied = await migrate(directUrl);
  if (applied.length > 0) log(`Database updated (${pluralize(applied.length, 'step')}).`);
  if (isPooled) await checkPooler(url);
}

async function refuseReplica(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ isReplica: boolean }>(
    'select pg_is_in_recovery() as "isReplica"',
  );
  if (rows[0]?.isReplica)
    throw new Error(
      `${name} leads to a replica, where nothing can be written. Set it to the primary; DATABASE_REPLICA_URL names the replica.`,
    );
}

/** Changes nothing if the pooler at `url` leads to another database than `direct`. */
async function preparePooled(direct: pg.Client, url: string): Promise<void> {
  const pooled = await connected(url, 'DATABASE_URL');
  const found = await readIdentity(pooled).finally(() => pooled.end());
  if (found !== (await readIdentity(direct)))
    throw new Error(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Let both name the same one.',
    );
  await putSettingsOnRole(direct, pooled.user ?? '');
}

async function connected(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'pos-admin start',
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw unreachable(error, name);
  }
}

const unreachable = (error: unknown, name: string) =>
  new Error(
    `The database cannot be reached: ${(error as Error).message}. Check ${name} and that the server is running.`,
    { cause: error },
  );

/** Identifies a database among all servers. */
async function readIdentity(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(`
    select concat_ws(' ', system_identifier, current_database()) as identity from pg_control_system()`);
  return rows[0]?.identity ?? '';
}

async function checkPooler(url: string): Promise<void> {
  const pool = openPool(url, () => undefined, { size: 1, statementTimeout: 15_000 });
  try {
    const client = await pool.connect().catch((error: unknown) => {
      throw error instanceof WrongSettings ? error : unreachable(error, 'DATABASE_URL');
    });
    client.release();
  } finally {
    await pool.end();
  }
}
