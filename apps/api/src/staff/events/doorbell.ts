import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const CHANNEL = 'live_events';
/** Time limit for an answer of the database on this connection, in ms. */
const WITHIN_MS = 2_000;

/** Connection that listens for NOTIFY. PostgreSQL delivers one notification per transaction. */
export class Doorbell {
  readonly #url: string;
  readonly #onRing: () => void;
  #client: pg.Client | undefined;

  constructor(url: string, onRing: () => void) {
    this.#url = url;
    this.#onRing = onRing;
  }

  /**
   * Connects, unless the connection is already open and answers. Throws if the database is
   * unreachable.
   */
  async connect(): Promise<void> {
    if (this.#client && (await isAlive(this.#client))) return;
    this.disconnect();
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: WITHIN_MS,
      keepAlive: true,
      application_name: 'pos-admin live',
    });
    const forget = () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      // Notifications sent meanwhile were missed.
      this.#onRing();
    };
    client.on('notification', this.#onRing);
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
      await within(client.query(`listen ${CHANNEL}`));
      this.#client = client;
    } catch (error) {
      hangUp(client);
      throw error;
    }
  }

  disconnect(): void {
    if (this.#client) hangUp(this.#client);
    this.#client = undefined;
  }
}

/**
 * Checks the connection with a query, because a firewall or pooler may drop an idle connection
 * without telling either side.
 */
async function isAlive(client: pg.Client): Promise<boolean> {
  return within(client.query('select 1')).then(
    () => true,
    () => false,
  );
}

async function within(asked: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = pause(WITHIN_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error('The database did not answer in time.');
  });
  // The promise that loses the race must not raise an unhandled rejection.
  late.catch(() => undefined);
  asked.catch(() => undefined);
  try {
    await Promise.race([asked, late]);
  } finally {
    timer.abort();
  }
}

/** Closes without waiting, because a broken connection may never report its end. */
function hangUp(client: pg.Client): void {
  client.end().catch(() => undefined);
  client.connection.stream.destroy();
}
