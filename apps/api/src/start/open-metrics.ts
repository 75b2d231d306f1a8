import type { Db } from '#api/db/db.ts';
import type { ReplicaReads } from '#api/db/replica/replica-reads.ts';
import type { LiveFeed } from '#api/staff/events/live-feed.ts';
import type { Log, StorageWatch } from '#api/http/limits/storage-watch.ts';
import { Metrics } from '#api/metrics/metrics.ts';
import type { MetricsAccess } from '#api/metrics/serve-metrics.ts';

type Options = {
  db: Db;
  registerDb?: Db;
  replica?: ReplicaReads;
  metrics?: MetricsAccess;
  backupFolder?: string;
  readWorkers?: () => Promise<string | undefined>;
};

/** Measures the parts of the server, if the operator reads metrics. */
export function openMetrics(
  { db, registerDb = db, metrics: access, backupFolder, ...options }: Options,
  feed: LiveFeed,
  storage: StorageWatch,
  log: Log,
): Metrics | undefined {
  if (!access) return undefined;
  const { readWorkers, replica } = options;
  return new Metrics({
    db,
    pools: { staff: db, registers: registerDb },
    countStreams: () => feed.streams,
    readSpace: () => storage.space(),
    onTrouble: (error) => log.warn({ err: error }, 'measurements are missing'),
    ...(replica && { readReplica: () => replica.figures() }),
    ...(readWorkers && { readWorkers }),
    ...(backupFolder !== undefined && { backupFolder }),
  });
}
