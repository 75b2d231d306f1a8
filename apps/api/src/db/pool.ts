import pg from 'pg';
import { checkSettings, startupOptions, WrongSettings } from './connection-settings.ts';
import { WatchedClient } from './replica/watched-client.ts';

export type PoolOptions = {
  /** Maximum number of connections. */
  size: number;
  /** Server-side time limit for one statement, in ms; 0 means no limit. */
  statementTimeout: number;
  /** Maximum wait for a free connection, in ms; 2 seconds by default. */
  waitMs?: number;
  /** Time beyond that limit after which a silent connection is dropped, in ms. */
  silenceMargin?: number;
  /** Further startup options of each connection. */
  startup?: string;
  /** URL without a pooler between, for the connections of limited admins; the same by default. */
  directUrl?: string;
};

/**
 * Above the server's own limit, so that its answer "canceled" still arrives over a slow network.
 */
const SILENCE_MARGIN_MS = 5_000;
const WAIT_MS = 2_000;
/** Delay before the first probe of an idle connection; nine more follow, a second apart. */
const KEEPALIVE_AFTER_MS = 10_000;
/** Minimum number of checks before a connection counts as silent. */
const LOOKS = 4;
const LONGEST_LOOK_MS = 1_000;

/**
 * Opens a pool on `url`. A caller waits at most 2 seconds for a connection, or `waitMs`; errors of
 * idle ones go to `onIdleError`.
 *
 * A connection that owes an answer and sends nothing for longer than a statement may take is
 * dropped, and its statements fail with ETIMEDOUT; idle ones are dropped with it, because a
 * failover, a firewall or a hanging pooler silences all of them at once. One without the settings
 * that the product relies on is refused. `config` is added to that of `pg`.
 */
export function openPool(
  url: string,
  onIdleError: (error: Error) => void,
  {
    size,
    statementTimeout,
    waitMs = WAIT_MS,
    silenceMargin = SILENCE_MARGIN_MS,
    startup = '',
  }: PoolOptions,
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
    options: `${startupOptions(statementTimeout)} ${startup}`,
    verify: (client, done) =>
      checkSettings(client, statementTimeout, (error) => {
        if (error instanceof WrongSettings) onIdleError(error);
        done(error);
      }),
    ...config,
  });
  // A connection that dies while idle raises an event of the pool, not of a request. Without a
  // listener it would end the process.
  pool.on('error', onIdleError);
  // The same applies to one that dies between two statements of a transaction. The next statement
  // fails and reports it to the request.
  pool.on('connect', (client) => client.on('error', () => undefined));
  dropSilent(pool, statementTimeout, silenceMargin);
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
  // Counts checks instead of elapsed time, because a process that was itself suspended or busy has
  // received nothing either.
  const lookMs = Math.min(LONGEST_LOOK_MS, (usualLimit + marginMs) / LOOKS);
  const looking = setInterval(() => {
    const silent = [...clients].filter((client) => client.hasFallenSilent(lookMs, marginMs));
    if (silent.length === 0) return;
    for (const client of clients) if (silent.includes(client) || !client.isTaken) client.drop();
  }, lookMs);
  looking.unref();
  const end = pool.end.bind(pool);
  pool.end = () => end().finally(() => clearInterval(looking));
}
