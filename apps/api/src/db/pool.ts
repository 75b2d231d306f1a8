import pg from 'pg';
import { WatchedClient } from './watched-client.ts';

export type PoolOptions = {
  /** Connections held at most. */
  size: number;
  /** Server-side limit for one statement, in milliseconds; 0 means no limit. */
  statementTimeout: number;
  /** Max wait for a free connection, in milliseconds; 2 seconds unless given. */
  waitMs?: number;
  /** Time beyond that limit after which a silent connection is dropped, in milliseconds. */
  silenceMargin?: number;
};

/** Above the server's own limit, so that its answer "canceled" still arrives over a slow network. */
const SILENCE_MARGIN_MS = 5_000;
const WAIT_MS = 2_000;
/** The first probe of an idle connection; nine more follow, a second apart. */
const KEEPALIVE_AFTER_MS = 10_000;
/** At least so many looks at a connection before it counts as silent. */
const LOOKS = 4;
const LONGEST_LOOK_MS = 1_000;

/**
 * Opens a pool on `url`. A caller waits at most 2 seconds for a connection, or `waitMs`; errors of idle ones go to `onIdleError`.
 *
 * A connection on which the server owes an answer and sends nothing for longer than a statement may take is dropped,
 * its statements fail with ETIMEDOUT, and so are idle ones: a host that failed over, a firewall that forgot them and a
 * pooler that hangs silence all at once. `config` is added to that of `pg`.
 */
export function openPool(
  url: string,
  onIdleError: (error: Error) => void,
  { size, statementTimeout, waitMs = WAIT_MS, silenceMargin = SILENCE_MARGIN_MS }: PoolOptions,
  config: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({
    Client: WatchedClient,
    connectionString: url,
    max: size,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    application_name: 'pos-admin',
    // Disks without moving parts read by index as fast as in a row; a request that took several processes or a
    // compiler would take them from the others.
    options: [
      'random_page_cost=1.1',
      'jit=off',
      'max_parallel_workers_per_gather=0',
      'lock_timeout=3s',
      `statement_timeout=${statementTimeout}`,
      'idle_in_transaction_session_timeout=10s',
      'timezone=UTC',
      'synchronous_commit=on',
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
    ...config,
  });
  // A connection that dies while idle is an event of the pool, not of a request; without a listener it would end the
  // process.
  pool.on('error', onIdleError);
  // The same goes for one that dies between two statements of a transaction; the next statement fails and tells the
  // request.
  pool.on('connect', (client) => client.on('error', () => undefined));
  dropSilent(pool as pg.Pool & { Client?: typeof WatchedClient }, statementTimeout, silenceMargin);
  return pool;
}

function dropSilent(pool: pg.Pool, usualLimit: number, marginMs: number): void {
  const clients = new Set<WatchedClient>();
  pool.on('connect', (given) => {
    const client = given as unknown as WatchedClient;
    client.usualLimit = usualLimit;
    clients.add(client);
    client.once('end', () => clients.delete(client));
  });
  pool.on('acquire', (client) => ((client as unknown as WatchedClient).isTaken = true));
  pool.on('release', (_error, client) => ((client as unknown as WatchedClient).isTaken = false));
  // Looks are counted, not the time between them: a process that was itself suspended or busy has heard nothing either.
  const lookMs = Math.min(LONGEST_LOOK_MS, (usualLimit + marginMs) / LOOKS);
  const looking = setInterval(() => {
    const silent = [...clients].filter((client) => client.hasFallenSilent(lookMs, marginMs));
    if (silent.length === 0) return;
    for (const client of clients) if (silent.includes(client) || !client.isTaken) client.drop();
  }, lookMs);
  looking.unref();
  const end = pool.end.bind(pool);
  pool.end = (() => end().finally(() => clearInterval(looking))) as typeof pool.end;
}
