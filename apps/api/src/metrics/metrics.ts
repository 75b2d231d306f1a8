import type { FastifyInstance } from 'fastify';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import type { OrderResult } from '@pos/contract/sales/register-orders';
import { findBackups } from '../backup/scheduled-backups.ts';
import { type Db, getConnections } from '../db/db.ts';
import { readOperation, type Operation } from './operation.queries.ts';

/** Upper limits of the latency histogram, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

type ReplicaFigures = { replica: number; primary: number; lagSeconds: number | undefined };

/** Parts of the product that the metrics look at when they are asked for. */
export type MetricSources = {
  db: Db;
  /** Connection pools by name. */
  pools: Readonly<Record<string, Db>>;
  /** Returns the number of open live streams. */
  countStreams: () => number;
  /** Returns the bytes of the disk with the data folder; undefined if it cannot be read. */
  readSpace: () => Promise<{ free: number; total: number } | undefined>;
  /** Returns reads by target since the start, and the lag of the replica, if there is one. */
  readReplica?: () => ReplicaFigures;
  /** Reads the added-up measurements of all processes of this machine, if there are several. */
  readWorkers?: () => Promise<string | undefined>;
  /** Folder of the daily backups, if there are any. */
  backupFolder?: string;
  /** Is told why measurements are missing, such as a database that does not answer. */
  onTrouble: (error: unknown) => void;
};

/**
 * Measurements of this process for Prometheus. Labels name routes, pools, kinds of jobs and fairs,
 * never a person.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #sources: MetricSources;
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #orders: Counter<'result'>;

  constructor(sources: MetricSources) {
    this.#sources = sources;
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    if (sources.readWorkers) answerToFirstProcess(this.#registry);
    measureParts(this.#registry, sources);
    this.#requests = new Histogram({
      name: 'pos_admin_http_request_duration_seconds',
      help: 'Time to answer requests, by route.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    });
    this.#orders = new Counter({
      name: 'pos_admin_register_orders_total',
      help: 'Orders that registers sent to this process, by result.',
      labelNames: ['result'],
      registers,
    });
  }

  /** Measures every request of a server. */
  observe(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none';
      const status = String(reply.statusCode);
      this.#requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
    });
  }

  /** Counts the results of a batch of orders. */
  readonly countOrders = (results: readonly OrderResult[]): void => {
    for (const { result } of results) this.#orders.inc({ result });
  };

  /** Returns all measurements in the text format of Prometheus. */
  async text(): Promise<string> {
    const { db, readSpace, readWorkers, onTrouble } = this.#sources;
    const [operation, space, backup] = await Promise.all([
      readOperation(db).catch(onTrouble),
      readSpace(),
      this.#newestBackup(),
    ]);
    const now = new Registry();
    const gauge = toGauges(now);
    gauge('database_up', 'One if the database answered.', [{ value: operation ? 1 : 0 }]);
    if (space) {
      gauge('disk_free_bytes', 'Free bytes of the data disk.', [{ value: space.free }]);
      gauge('disk_size_bytes', 'Size of the data disk in bytes.', [{ value: space.total }]);
    }
    if (backup) {
      const at = [{ value: backup.at / 1_000 }];
      gauge('backup_last_timestamp_seconds', 'Time of the newest daily backup.', at);
      gauge('backup_last_size_bytes', 'Size of the newest daily backup.', [
        { value: backup.bytes },
      ]);
    }
    const lag = this.#sources.readReplica?.().lagSeconds;
    if (lag !== undefined)
      gauge('replica_lag_seconds', 'Time by which the replica is behind.', [{ value: lag }]);
    if (operation) showOperation(gauge, operation);
    const processes = await (readWorkers?.().catch(onTrouble) ?? this.#registry.metrics());
    return `${processes ?? ''}\n${await now.metrics()}`;
  }

  async #newestBackup(): Promise<{ at: number; bytes: number } | undefined> {
    const { backupFolder, onTrouble } = this.#sources;
    if (backupFolder === undefined) return undefined;
    return (await findBackups(backupFolder).catch(onTrouble))?.[0];
  }
}

/** Lets the first process of several add up the measurements of this one. */
function answerToFirstProcess(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  // Its constructor begins to listen.
  void new AggregatorRegistry();
}

/** Adds measurements that are read from the parts of the product whenever they are shown. */
function measureParts(
  registry: Registry,
  { countStreams, pools, readReplica }: MetricSources,
): void {
  const registers = [registry];
  const streams: Gauge = new Gauge({
    name: 'pos_admin_live_streams',
    help: 'Open live streams of staff.',
    registers,
    collect: () => streams.set(countStreams()),
  });
  const connections = new Gauge({
    name: 'pos_admin_database_connections',
    help: 'Connections of each pool, by state.',
    labelNames: ['pool', 'state'],
    registers,
    collect: () => {
      for (const [pool, db] of Object.entries(pools))
        for (const [state, value] of Object.entries(getConnections(db)))
          connections.set({ pool, state }, value);
    },
  });
  if (!readReplica) return;
  const reads = new Counter({
    name: 'pos_admin_set_reads_total',
    help: 'Lists, dashboards, reports and exports, by the server that they read.',
    labelNames: ['server'],
    registers,
    collect: () => {
      const { replica, primary } = readReplica();
      reads.reset();
      reads.inc({ server: 'replica' }, replica);
      reads.inc({ server: 'primary' }, primary);
    },
  });
}

type Sample = { labels?: Record<string, string>; value: number };
type Show = (name: string, help: string, samples: readonly Sample[]) => void;

/** Returns a function that adds a gauge with its samples to a registry, if there are any. */
function toGauges(registry: Registry): Show {
  return (name, help, samples) => {
    if (samples.length === 0) return;
    const labelNames = Object.keys(samples[0]!.labels ?? {});
    const gauge = new Gauge({ name: `pos_admin_${name}`, help, labelNames, registers: [registry] });
    for (const { labels = {}, value } of samples) gauge.set(labels, value);
  };
}

function showOperation(show: Show, operation: Operation): void {
  const { jobs, tasks, heldOrders, unsentOrders, standbys, databaseBytes } = operation;
  const byFair = (rows: Operation['heldOrders']) =>
    rows.map(({ fair, orders }) => ({ labels: { fair }, value: orders }));
  show('database_size_bytes', 'Size of the database in bytes.', [{ value: databaseBytes }]);
  show(
    'jobs',
    'Jobs of staff that wait or run, by kind.',
    jobs.map(({ kind, status, count }) => ({ labels: { kind, status }, value: count })),
  );
  show(
    'job_oldest_seconds',
    'Age of the oldest job that waits or runs, by kind.',
    jobs.map(({ kind, status, oldestSeconds }) => ({
      labels: { kind, status },
      value: oldestSeconds,
    })),
  );
  show(
    'tasks',
    'Tasks in the background that are due, by name; failed ones are not tried again.',
    tasks.map(({ task, state, count }) => ({ labels: { task, state }, value: count })),
  );
  show('held_orders', 'Orders that wait for a decision, by fair.', byFair(heldOrders));
  show('unsent_orders', 'Orders that registers have not sent yet, by fair.', byFair(unsentOrders));
  show(
    'replication_lag_bytes',
    'Changes that a standby has not replayed yet.',
    standbys.map(({ standby, lagBytes }) => ({ labels: { standby }, value: lagBytes })),
  );
  show(
    'replication_lag_seconds',
    'Time by which a standby is behind.',
    standbys.map(({ standby, lagSeconds }) => ({ labels: { standby }, value: lagSeconds })),
  );
  showServer(show, operation);
}

function showServer(show: Show, { server, slots }: Operation): void {
  const one = (name: string, help: string, value: number) => show(name, help, [{ value }]);
  one('server_connections', 'Connections to the server, of all clients.', server.connections);
  one(
    'server_max_connections',
    'Maximum of connections, without those kept for superusers.',
    server.maxConnections,
  );
  one(
    'oldest_transaction_seconds',
    'Age of the oldest open transaction.',
    server.oldestTransactionSeconds,
  );
  one(
    'transaction_id_age',
    'Age of the oldest row that is not frozen, in transactions.',
    server.transactionIdAge,
  );
  one(
    'archive_failing',
    'One if the server could not archive its last change.',
    server.archiveFailing,
  );
  show(
    'replication_slots',
    'Replication slots by the state of the changes that they keep.',
    slots.map(({ status, count }) => ({ labels: { status }, value: count })),
  );
}
