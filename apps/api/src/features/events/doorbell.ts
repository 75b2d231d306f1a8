import pg from 'pg';

const CHANNEL = 'live_events';

/** A connection that waits for transactions to announce something: PostgreSQL rings it once for each. */
export class Doorbell {
  readonly #url: string;
  readonly #onRing: () => void;
  #client: pg.Client | undefined;

  constructor(url: string, onRing: () => void) {
    this.#url = url;
    this.#onRing = onRing;
  }

  /** Connects unless it is connected. Throws where the database is away. */
  async connect(): Promise<void> {
    if (this.#client) return;
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: 2_000, keepAlive: true, application_name: 'pos-admin live' });
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
      await client.query(`listen ${CHANNEL}`);
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

/** Waits for nothing: a connection that is broken may never say that it has ended. */
function hangUp(client: pg.Client): void {
  client.end().catch(() => undefined);
}
