import pg from 'pg';

/**
 * Settings of each connection that the product relies on, as PostgreSQL shows them. They are sent
 * as startup options. A pooler that drops those must find them on the role (docs/cluster.md).
 *
 * On SSDs index reads are as fast as sequential ones; parallel workers or JIT for one request would
 * take CPU from the others.
 */
export const ROLE_SETTINGS = {
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  lock_timeout: '3s',
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '10s',
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  synchronous_commit: 'on',
} as const;

/** Any number works that no other advisory lock has. */
const ROLE_LOCK = 727_002;

const NAMES = Object.keys(ROLE_SETTINGS) as (keyof typeof ROLE_SETTINGS)[];

/** Returns the startup options of a pool with its own limit for statements, in ms. */
export function startupOptions(statementTimeoutMs: number): string {
  const settings = { ...ROLE_SETTINGS, statement_timeout: String(statementTimeoutMs) };
  return NAMES.map((name) => `-c ${name}=${settings[name].replaceAll(' ', '')}`).join(' ');
}

/** A connection with other settings than the product relies on. Counts as unavailable. */
export class WrongSettings extends Error {
  /** The server rejected the connection (SQLSTATE). */
  readonly code = '08004';
}

const READ = `select ${NAMES.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`;

type Checked = pg.ClientBase & {
  query(text: string, done: (error: Error | null, result: pg.QueryArrayResult) => void): void;
};

/**
 * Calls `done` with an error that names each setting of a new connection which is neither that of
 * its startup options nor that of the role.
 */
export function checkSettings(
  client: pg.ClientBase,
  statementTimeoutMs: number,
  done: (error?: Error) => void,
): void {
  (client as Checked).query(READ, (error, result) => {
    if (error) return done(error);
    const found = Object.values(result.rows[0] ?? {}).map(String);
    const wrong = NAMES.flatMap((name, index) => {
      const value = found[index] ?? '';
      const isOwn = name === 'statement_timeout' && inMs(value) === statementTimeoutMs;
      return value === ROLE_SETTINGS[name] || isOwn
        ? []
        : [`${name} is ${value} instead of ${ROLE_SETTINGS[name]}`];
    });
    done(wrong.length > 0 ? new WrongSettings(toSentence(wrong)) : undefined);
  });
}

const UNITS_MS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1_000, min: 60_000 };

/** Reads a time as PostgreSQL shows it: 0, 400ms, 15s or 1min. */
function inMs(shown: string): number {
  const [, count = '', unit = ''] = /^(\d+)([a-z]*)$/.exec(shown) ?? [];
  return Number(count) * (UNITS_MS[unit] ?? Number.NaN);
}

const toSentence = (wrong: readonly string[]) =>
  `The database connection was refused, because of its settings: ${wrong.join(', ')}. A pooler such ` +
  'as PgBouncer dropped what POS Admin sent. Set DATABASE_DIRECT_URL to the server itself, so that ' +
  'the start puts the settings on the role, and let the pooler connect again (docs/cluster.md).';

/**
 * Puts the settings on `role` for this database, for connections whose startup options a pooler
 * drops. Changes nothing that is right already. Throws if the client may not change this role.
 */
export async function putSettingsOnRole(client: pg.ClientBase, role: string): Promise<void> {
  await client.query('begin');
  // PostgreSQL refuses one of two processes that change a role at once.
  await client.query('select pg_advisory_xact_lock($1)', [ROLE_LOCK]);
  const { rows } = await client.query<{ database: string; settings: string[] | null }>(
    `select current_database() as database, (
       select setconfig from pg_db_role_setting
       where setrole = (select oid from pg_roles where rolname = $1)
         and setdatabase = (select oid from pg_database where datname = current_database())
     ) as settings`,
    [role],
  );
  const present = new Set(rows[0]?.settings?.map((setting) => setting.toLowerCase()));
  const target = `role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(rows[0]?.database ?? '')}`;
  for (const name of NAMES) {
    const value = ROLE_SETTINGS[name];
    if (!present.has(`${name}=${value}`.toLowerCase()))
      await client
        .query(`alter ${target} set ${name} = ${pg.escapeLiteral(value)}`)
        .catch((error: unknown) => {
          throw unchangeable(role, error);
        });
  }
  await client.query('commit');
}

const unchangeable = (role: string, error: unknown) =>
  new Error(
    `DATABASE_DIRECT_URL cannot change the role "${role}" of DATABASE_URL: ${(error as Error).message}. Use the same role in both.`,
    { cause: error },
  );
