import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import { isReadOnly, isTimedOut } from '../database-errors.ts';
import { findAdminChange, saveAdminChange } from './admin-changes.queries.ts';
import { type Db, openNamedPool } from '../db.ts';
import { LagBound, type Lsn, toLsn } from './lag-bound.ts';
import {
  DATABASE,
  isReplicaTrouble,
  type Position,
  POSITION,
  ReplicaUnfit,
} from './replica-position.ts';
import { getLimitedPerson } from '../places/places.ts';
import { isRouted, withoutRoute, withRoute } from './routed-pool.ts';
import { inSnapshot } from '../snapshot.ts';
import type { WatchedClient } from './watched-client.ts';

export type ReplicaOptions = {
  /** Pool of the primary whose reads may go to the replica. */
  primary: Db;
  /** Connection string of one or more streaming replicas. */
  url: string;
  /** Greatest time that an answer may be behind the primary, in ms. */
  maxLagMs: number;
  /** Maximum number of connections. */
  size: number;
  log: (line: string) => void;
};

/** Longest interval between checks of both servers; at least four fit into the greatest lag. */
const LOOK_EVERY_MS = 1_000;
/** Time after a failover in which a replica may have changes that the new primary lacks. */
const SETTLE_MS = 30_000;
/** Time after a replica failed in the middle of a job, in which its next try reads the primary. */
const MISTRUST_MS = 60_000;
const RETRY_MS = 100;

const replicas = new WeakMap<Db, ReplicaReads>();

/**
 * Sends reads of whole sets to a replica that is at most `maxLagMs` behind and has the last change
 * of the person who asks, and to the primary otherwise. Its connections cannot write.
 */
export class ReplicaReads {
  readonly maxLagMs: number;
  readonly #primary: Db;
  readonly #pool: pg.Pool;
  /** Separate connection that detects within 4 seconds that the replica does not answer. */
  readonly #probe: pg.Pool;
  readonly #log: (line: string) => void;
  readonly #bound: LagBound;
  /** Last known position of a connection's server, which has replayed at least this far. */
  readonly #known = new WeakMap<pg.PoolClient, Lsn>();
  readonly #counts = { replica: 0, primary: 0 };
  readonly #looking: NodeJS.Timeout;
  #look: Promise<void> | undefined;
  #obstacle: string | undefined = NOT_LOOKED_AT;
  #lagMs: number | undefined;
  #timeline: string | undefined;
  #pausedUntilMs = 0;
  readonly #clients = new Set<WatchedClient>();

  constructor({ primary, url, maxLagMs, size, log }: ReplicaOptions) {
    const readOnly = '-c default_transaction_read_only=on';
    const quietly = () => undefined;
    this.maxLagMs = maxLagMs;
    this.#primary = primary;
    this.#log = log;
    this.#bound = new LagBound(maxLagMs);
    this.#pool = openNamedPool(url, quietly, { size, statementTimeout: 15_000 }, readOnly);
    this.#pool.on('connect', (given) => {
      const client = given as unknown as WatchedClient;
      this.#clients.add(client);
      client.once('end', () => this.#clients.delete(client));
    });
    const probe = { size: 1, statementTimeout: 2_000, silenceMargin: 1_000 };
    this.#probe = openNamedPool(url, quietly, probe, readOnly);
    this.#looking = setInterval(() => this.#lookOnce(), Math.min(LOOK_EVERY_MS, maxLagMs / 4));
    this.#lookOnce();
    replicas.set(primary, this);
  }

  /** Reads since the start by the server that answered, and the lag in seconds, if it is known. */
  figures(): { replica: number; primary: number; lagSeconds: number | undefined } {
    return { ...this.#counts, lagSeconds: this.#lagMs && this.#lagMs / 1_000 };
  }

  async stop(): Promise<void> {
    clearInterval(this.#looking);
    replicas.delete(this.#primary);
    await this.#look;
    await Promise.all([this.#pool.end(), this.#probe.end()]);
  }

  /**
   * Runs a call that only reads and has no effects. All its statements go to the replica, or all to
   * the primary, also if the replica fails in the middle, or refuses what it does not know yet.
   */
  async read<Result>(adminId: string, work: () => Promise<Result>): Promise<Result> {
    const required = await this.#requiredBy(adminId);
    if (required !== undefined) {
      try {
        const result = await withRoute(() => this.#connect(required), work);
        this.#counts.replica += 1;
        return result;
      } catch (error) {
        if (isTimedOut(error) || isReadOnly(error)) throw error;
      }
    }
    this.#counts.primary += 1;
    return work();
  }

  /**
   * Remembers for all processes that this admin has just changed something. Called after the commit
   * and before the answer.
   */
  noteChange = (adminId: string): Promise<void> => saveAdminChange(this.#primary, adminId);

  /**
   * Runs `work` of a job in a snapshot of the replica that contains everything committed before, if
   * it gets there in time; see `inSetSnapshot`.
   */
  async inSnapshot<Result>(
    statementTimeout: number,
    work: (snapshot: Db) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#caughtUp();
    this.#counts[client ? 'replica' : 'primary'] += 1;
    if (!client) return inSnapshot(this.#primary, statementTimeout, work);
    try {
      return await withRoute(
        () => Promise.resolve(client),
        () =>
          inSnapshot(this.#primary, statementTimeout, (snapshot) =>
            withoutRoute(() => work(snapshot)),
          ),
      );
    } catch (error) {
      if (isReplicaTrouble(error)) this.#pausedUntilMs = performance.now() + MISTRUST_MS;
      throw error;
    }
  }

  /** Returns the position that a replica needs for this admin; undefined: read the primary. */
  async #requiredBy(adminId: string): Promise<Lsn | undefined> {
    if (this.#usableBound() === undefined) return undefined;
    const { lsn, isImporting } = await findAdminChange(this.#primary, adminId, this.maxLagMs);
    // Taken after the answer, which leaves out a change that is older than the greatest lag.
    const bound = this.#usableBound();
    if (isImporting || bound === undefined) return undefined;
    return lsn === null ? bound : Math.max(bound, toLsn(lsn));
  }

  #usableBound(): Lsn | undefined {
    const now = performance.now();
    return this.#obstacle === undefined && now >= this.#pausedUntilMs
      ? this.#bound.requiredAt(now)
      : undefined;
  }

  /** Returns a connection to a standby that has replayed up to `required`. */
  async #connect(required: Lsn): Promise<pg.PoolClient & PostgresPoolClient> {
    const client = (await this.#pool.connect()) as pg.PoolClient & PostgresPoolClient;
    if ((this.#known.get(client) ?? -1) >= required) return client;
    let position: Position;
    try {
      position = (await client.query<Position>(POSITION)).rows[0]!;
    } catch (error) {
      client.release(true);
      throw error;
    }
    const lsn = position.isStandby && position.lsn !== null ? toLsn(position.lsn) : undefined;
    if (lsn !== undefined) this.#known.set(client, lsn);
    if (lsn !== undefined && lsn >= required) return client;
    // Behind a balancer, the next connection may lead to a standby again.
    client.release(lsn === undefined);
    throw new ReplicaUnfit('The replica is behind.');
  }

  /** Waits, at most as long as it may be behind, for a connection with everything until now. */
  async #caughtUp(): Promise<(pg.PoolClient & PostgresPoolClient) | undefined> {
    if (this.#usableBound() === undefined) return undefined;
    const { rows } = await sql<{ lsn: string }>`
      select pg_current_wal_flush_lsn()::text as lsn`.execute(this.#primary);
    const required = toLsn(rows[0]!.lsn);
    const limit = performance.now() + this.maxLagMs;
    for (;;) {
      try {
        return await this.#connect(required);
      } catch (error) {
        if (!(error instanceof ReplicaUnfit) || performance.now() > limit) return undefined;
        await pause(RETRY_MS);
      }
    }
  }

  #lookOnce(): void {
    this.#look ??= this.#lookNow()
      .catch((error: unknown) =>
        this.#note(`the primary does not answer (${(error as Error).message})`),
      )
      .finally(() => (this.#look = undefined));
  }

  async #lookNow(): Promise<void> {
    const database = await this.#readPrimary();
    let obstacle: string | undefined;
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#probe.connect();
      obstacle = this.#findObstacle((await client.query<Position>(POSITION)).rows[0]!, database);
    } catch (error) {
      this.#lagMs = undefined;
      this.#dropConnections();
      obstacle = `the replica does not answer (${(error as Error).message})`;
    } finally {
      // Behind a balancer, the next connection may lead to another server.
      client?.release(obstacle !== undefined);
    }
    this.#note(obstacle);
  }

  /** Returns the reason not to read from a server, if there is one. */
  #findObstacle(replica: Position, database: string): string | undefined {
    if (replica.database !== database) return 'DATABASE_REPLICA_URL leads to another database';
    if (!replica.isStandby || replica.lsn === null)
      return 'DATABASE_REPLICA_URL does not lead to a replica';
    if (replica.mayRead === false)
      return 'the role of DATABASE_REPLICA_URL may not read the tables';
    this.#lagMs = this.#bound.getLag(toLsn(replica.lsn), performance.now());
    return this.#lagMs === undefined || this.#lagMs > this.maxLagMs
      ? `the replica is more than ${this.maxLagMs / 1_000} s behind`
      : undefined;
  }

  /** Reads the position of the primary. Returns the identity of its database. */
  async #readPrimary(): Promise<string> {
    const atMs = performance.now();
    const { rows } = await sql<{ lsn: string; timeline: string; database: string }>`
      select pg_current_wal_flush_lsn()::text as lsn,
        left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline,
        ${sql.raw(DATABASE)} as database`.execute(this.#primary);
    const { lsn, timeline, database } = rows[0]!;
    if (this.#timeline !== undefined && this.#timeline !== timeline) {
      this.#bound.clear();
      this.#pausedUntilMs = atMs + Math.max(SETTLE_MS, this.maxLagMs);
    }
    this.#timeline = timeline;
    this.#bound.add(atMs, toLsn(lsn));
    return database;
  }

  /** Logs each new reason why reads go to the primary. */
  #note(obstacle: string | undefined): void {
    const before = this.#obstacle;
    this.#obstacle = obstacle;
    if (withoutDetail(before) === withoutDetail(obstacle)) return;
    if (obstacle !== undefined) this.#log(`Lists and reports read from the primary: ${obstacle}.`);
    else if (before !== NOT_LOOKED_AT) this.#log('Lists and reports read from the replica again.');
  }

  /** Ends the statements of a replica that fell silent, so that their calls read the primary. */
  #dropConnections(): void {
    for (const client of this.#clients) client.drop();
  }
}

const NOT_LOOKED_AT = 'the replica has not been checked yet';

/** The error of the database in parentheses may differ each time. */
const withoutDetail = (obstacle: string | undefined) => obstacle?.split(' (')[0];

/**
 * Runs reads of a whole set that must agree with each other, like `inSnapshot`. A job reads from the
 * replica, if there is one that has everything committed before. `work` may use other connections,
 * which go to the primary.
 */
export function inSetSnapshot<Result>(
  db: Db,
  statementTimeout: number,
  work: (snapshot: Db) => Promise<Result>,
): Promise<Result> {
  const isHere = isRouted() || getLimitedPerson() !== undefined;
  const replica = isHere ? undefined : replicas.get(db);
  return replica
    ? replica.inSnapshot(statementTimeout, work)
    : inSnapshot(db, statementTimeout, work);
}
