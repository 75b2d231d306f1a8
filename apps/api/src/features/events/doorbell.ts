import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const CHANNEL = 'live_events';
/** How long the database has for an answer on this connection (ms). */
const WITHIN_MS = 2_000;

/** A connection that waits for transactions to announce something: PostgreSQL rings it once for each. */
export class Doorbell {
  readonly #url: string;
  readonly #onRing: () => void;
  #client: pg.Client | undefined;

  constructor(url: string, onRing: () => void) {
    this.#url = url;
    this.#onRing = onRing;
  }

  /** Connects unless it is connected and the database still answers on it. Throws where the database is away. */
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
      // What was announced meanwhile was not heard.
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

/** A firewall or a pooler may have forgotten a connection on which nothing was said, and tell neither side. */
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
  // The loser of the race is nobody's error.
  late.catch(() => undefined);
  asked.catch(() => undefined);
  try {
    await Promise.race([asked, late]);
  } finally {
    timer.abort();
  }
}

/** Waits for nothing: a connection that is broken may never say that it has ended. */
function hangUp(client: pg.Client): void {
  client.end().catch(() => undefined);
  client.connection.stream.destroy();
}
