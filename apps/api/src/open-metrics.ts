import type { Db } from './db/db.ts';
import type { ReplicaReads } from './db/replica-reads.ts';
import type { LiveFeed } from './features/events/live-feed.ts';
import type { Log, StorageWatch } from './http/storage-watch.ts';
import { type Measurements, Metrics } from './metrics/metrics.ts';
import type { MetricsAccess } from './metrics/serve-metrics.ts';

type Options = {
  db: Db;
  registerDb?: Db;
  replica?: ReplicaReads;
  metrics?: MetricsAccess;
  backupFolder?: string;
  readMeasurements?: () => Promise<Measurements[]>;
  shareMeasurements?: (read: () => Promise<Measurements>) => void;
};

/** Measures the parts of the server, if the operator reads metrics. */
export function openMetrics(
  { db, registerDb = db, metrics: access, backupFolder, ...options }: Options,
  feed: LiveFeed,
  storage: StorageWatch,
  log: Log,
): Metrics | undefined {
  if (!access) return undefined;
  const { readMeasurements, replica, shareMeasurements } = options;
  const metrics = new Metrics({
    db,
    pools: { staff: db, registers: registerDb },
    countStreams: () => feed.streams,
    readSpace: () => storage.space(),
    onTrouble: (error) => log.warn({ err: error }, 'measurements are missing'),
    ...(replica && { readReplica: () => replica.figures() }),
    ...(readMeasurements && { readMeasurements }),
    ...(backupFolder !== undefined && { backupFolder }),
  });
  shareMeasurements?.(() => metrics.own());
  return metrics;
}
