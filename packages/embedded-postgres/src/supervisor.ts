import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionString } from './cluster.ts';
import { openDataDir } from './data-folder.ts';
import { DATABASE, openCluster, prepareDatabase, ROLE } from './database.ts';
import { isLocked, lockFolder } from './folder-lock.ts';
import { freePort, type Postmaster, readPidFile } from './postmaster.ts';
import { readRecord } from './record.ts';
import { adoptServer, startServer } from './starting.ts';

/** The embedded PostgreSQL as seen by the rest of the program. */
export type EmbeddedPostgres = {
  /**
   * Connection string of the database `pos_admin`, as its owner. It stays the same until `stop`,
   * even over a restart of the server.
   */
  url: string;
  /** Stops the server in order and releases the data folder. */
  stop(): Promise<void>;
  /**
   * Reports the reason each time the server ended unexpectedly, while it is already being
   * restarted.
   */
  onExit(listener: (reason: string) => void): void;
};

const START_LIMIT_MS = 60_000;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Starts PostgreSQL on the cluster in `dataDir/postgres`, which is created at the first start, and
 * keeps it running until `stop`. Takes over a server that a killed process left running on this
 * folder. Refuses a second call on the same folder, from this or another living process. If it
 * cannot start, throws one sentence.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
}: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const folder = await openDataDir(dataDir);
  const lock = await lockFolder(folder);
  let server: Postmaster | undefined;
  try {
    const { cluster, password } = await openCluster(folder, log);
    server =
      (await adoptServer(cluster, log)) ??
      (await startServer(cluster, freePort, log, { limitMs: START_LIMIT_MS }));
    await prepareDatabase(cluster, server.port, password);
    const { port } = server;
    const watch = keepRunning(
      server,
      (until) => startServer(cluster, async () => port, log, until),
      log,
    );
    return {
      url: connectionString(ROLE, password, port, DATABASE),
      onExit: watch.onExit,
      stop: async () => {
        await watch.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await server?.stop();
    await lock.release();
    throw error;
  }
}

/**
 * Connects to the cluster in `dataDir`: to its server while another process keeps it running,
 * otherwise to one that runs until `stop`. Throws one sentence if there is no cluster.
 */
export async function joinEmbeddedPostgres({
  dataDir,
  log,
}: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const record = await readRecord(dataDir);
  if (!record?.complete) throw new Error(`There is no database in ${dataDir}.`);
  if (!(await isLocked(dataDir))) return startEmbeddedPostgres({ dataDir, log });
  const found = await readPidFile(path.resolve(dataDir, record.folder));
  if (!found) throw new Error(`The database in ${dataDir} is starting. Try again in a moment.`);
  return {
    url: connectionString(ROLE, record.password, found.port, DATABASE),
    stop: () => Promise.resolve(),
  };
}

/**
 * Restarts the server whenever it ends, for as long as it takes: for example until a full disk is
 * cleared.
 */
function keepRunning(
  first: Postmaster,
  start: (until: { stopped: () => boolean; limitMs: number }) => Promise<Postmaster>,
  log: (line: string) => void,
) {
  const listeners: ((reason: string) => void)[] = [];
  let server = first;
  let stopped = false;

  const startAgain = async (): Promise<Postmaster | undefined> => {
    for (let pause = 500; !stopped; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await start({ stopped: () => stopped, limitMs: START_LIMIT_MS });
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await sleep(pause);
      }
    }
    return undefined;
  };

  const watching = (async () => {
    while (!stopped) {
      const reason = await server.exited;
      if (stopped) return;
      log(`PostgreSQL ${reason}; restarting it.`);
      for (const listener of listeners) listener(reason);
      server = (await startAgain()) ?? server;
    }
  })();

  return {
    onExit: (listener: (reason: string) => void) => void listeners.push(listener),
    stop: async () => {
      stopped = true;
      await server.stop();
      await watching;
      // A start in progress when the stop came.
      await server.stop();
    },
  };
}
