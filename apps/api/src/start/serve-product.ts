import type { FastifyInstance } from 'fastify';
import { createApp } from '#api/app.ts';
import type { Config } from '#api/config.ts';
import { openDb, type Db } from '#api/db/db.ts';
import type { PoolOptions } from '#api/db/pool.ts';
import { ReplicaReads } from '#api/db/replica/replica-reads.ts';
import { KEPT_MS } from '#api/http/access/identity-cache.ts';
import type { DemoSignIn } from '#api/http/pages/web-app.ts';
import type { Secrets } from '#api/secrets.ts';
import { stopInOrder, type Undo } from './stop-in-order.ts';
import { readVersion } from '#api/version.ts';

export type ServerOptions = {
  config: Config;
  /** URL of a database that is ready for this version. */
  url: string;
  /** URL of the same database without a pooler between. */
  directUrl: string;
  secrets: Secrets;
  webDir?: string;
  checkResponses: boolean;
  demoSignIn?: () => Promise<DemoSignIn | undefined>;
  /** Reads the added-up measurements of all processes of this address, if there are several. */
  readWorkers?: () => Promise<string | undefined>;
  log: (line: string) => void;
};

export type StartedServer = {
  app: FastifyInstance;
  db: Db;
  /** Listens and returns the URL. Throws one sentence if the port is in use. */
  listen(): Promise<string>;
  /** Finishes running requests, then closes the connections to the database. */
  stop(): Promise<void>;
};

/** Makes the server of one process with its own connections, ready to listen. */
export async function startServer({
  config,
  url,
  directUrl,
  secrets,
  webDir,
  checkResponses,
  demoSignIn,
  readWorkers,
  log,
}: ServerOptions): Promise<StartedServer> {
  const undo: Undo[] = [];
  const open = (pool: PoolOptions) => openPart(url, pool, undo, log);
  const pools = toPools(config.workers);
  const db = open(pools.staff);
  const registerDb = open(pools.registers);
  const replica = openReplica(config, db, pools.staff.size, undo, log);
  try {
    const app = await createApp({
      ...(await appOptions(config)),
      db,
      registerDb,
      databaseUrl: url,
      directUrl,
      ...(replica && { replica }),
      secrets,
      checkResponses,
      ...(webDir !== undefined && { webDir }),
      ...(demoSignIn && { demoSignIn }),
      ...(readWorkers && { readWorkers }),
    });
    undo.push({ part: 'Running requests', limitMs: 15_000, end: () => app.close() });
    return {
      app,
      db,
      listen: () => listen(app, config),
      stop: () => stopInOrder(undo, log),
    };
  } catch (error) {
    await stopInOrder(undo, log);
    throw error;
  }
}

/** Opens a pool that is closed with the other parts. */
export function openPart(
  url: string,
  pool: PoolOptions,
  undo: Undo[],
  log: (line: string) => void,
): Db {
  const opened = openDb(url, (error) => log(`A database connection ended: ${error.message}`), pool);
  undo.push({ part: 'Database connections', limitMs: 5_000, end: () => opened.destroy() });
  return opened;
}

/** Opens connections to the replica, if there is one, for reads that `primary` is asked for. */
export function openReplica(
  { databaseReplica }: Config,
  primary: Db,
  size: number,
  undo: Undo[],
  log: (line: string) => void,
): ReplicaReads | undefined {
  if (!databaseReplica) return undefined;
  const opened = new ReplicaReads({ ...databaseReplica, primary, size, log });
  undo.push({ part: 'Connections to the replica', limitMs: 5_000, end: () => opened.stop() });
  return opened;
}

/** Processes up to which each has the connections of a single one. */
const WITH_FULL_POOLS = 3;

/**
 * Connections per process. With those of the job runner, /ready and live events they add up to 25
 * of PostgreSQL's default 100, so that three processes can share a server; more workers divide them.
 * Registers wait longer than staff: 40 sales on one eWallet are booked one after another.
 */
function toPools(workers: number): { staff: PoolOptions; registers: PoolOptions } {
  const share = (size: number) =>
    Math.max(2, Math.floor((size * WITH_FULL_POOLS) / Math.max(WITH_FULL_POOLS, workers)));
  return {
    staff: { size: share(12), statementTimeout: 15_000 },
    registers: { size: share(6), statementTimeout: 15_000, waitMs: 10_000 },
  };
}

/** Returns what the server takes from the operator's settings. */
async function appOptions(config: Config) {
  return {
    dataDir: config.dataDir,
    workers: config.workers,
    ...(config.filesDir !== undefined && { filesDir: config.filesDir }),
    publicUrl: config.publicUrl,
    identityCacheMs: KEPT_MS,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    apiDocs: config.apiDocs,
    version: await readVersion(),
    sendsMail: config.smtpUrl !== undefined,
    syncSources: config.syncSources,
    ...(config.metrics && { metrics: config.metrics }),
    ...(config.backup.folder !== undefined && { backupFolder: config.backup.folder }),
  };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with PORT.`,
        { cause: error },
      );
    throw error;
  }
}
