import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { program } from './binaries.ts';
import { type Cluster, connectionString, SUPERUSER } from './cluster.ts';
import { processIdentity } from './process-identity.ts';
import { runAs, spawnAs } from './run-as.ts';

/** A running PostgreSQL server. `exited` resolves when it has ended, with a short reason. */
export type Postmaster = {
  pid: number;
  port: number;
  exited: Promise<string>;
  stop(): Promise<void>;
};

const START_LIMIT_MS = 5 * 60_000;
const FAST_STOP_LIMIT_MS = 60_000;

/**
 * Starts a server on the cluster and waits until it answers, including crash recovery. It listens
 * only on 127.0.0.1. Its messages go to `log`, without statements and errors of single requests,
 * which may contain personal data.
 */
export async function launchServer(
  cluster: Cluster,
  port: number,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<Postmaster> {
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    log_line_prefix: '',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    timezone: 'UTC',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawnAs(
    cluster.runAs,
    program(cluster.binaries, 'postgres'),
    ['-D', cluster.dir, ...flags],
    ['ignore', 'ignore', 'pipe'],
  );
  const lastLines: string[] = [];
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > 10) lastLines.shift();
      log(line);
    });
  }
  const exited = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, killedBy) =>
      resolve(killedBy ? `ended by ${killedBy}` : `ended with code ${code}`),
    );
  });
  const pid = child.pid ?? 0;
  const server: Postmaster = { pid, port, exited, stop: () => stopServer(cluster, pid, exited) };
  const given = { up: false };
  try {
    await Promise.race([
      untilAnswering(cluster, port, given),
      // Shortly afterward its last messages have been read.
      exited.then(async (reason) => {
        given.up = true;
        await sleep(20);
        throw new Error([`PostgreSQL ${reason}.`, ...lastLines].join(' '));
      }),
    ]);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** Watches a server that another process started. */
export async function watchServer(
  cluster: Cluster,
  pid: number,
  port: number,
): Promise<Postmaster> {
  const identity = await processIdentity(pid);
  const exited = (async () => {
    while (identity !== null && (await processIdentity(pid)) === identity) await sleep(200);
    return 'ended';
  })();
  return { pid, port, exited, stop: () => stopServer(cluster, pid, exited) };
}

/**
 * Reads process, folder and port that a server wrote into postmaster.pid. Undefined if there is no
 * such file.
 */
export async function readPidFile(
  clusterDir: string,
): Promise<{ pid: number; dir: string; port: number } | undefined> {
  const lines = (
    await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  ).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return Number.isInteger(pid) && pid > 0 ? { pid, dir: lines[1] ?? '', port } : undefined;
}

/**
 * Connects as superuser to the server on `port`. Fails if something else listens there or the
 * password is not ours.
 */
export async function connectAsSuperuser(
  cluster: Cluster,
  port: number,
  database = 'postgres',
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: connectionString(SUPERUSER, cluster.password, port, database),
    connectionTimeoutMillis: 5_000,
    application_name: 'pos-admin supervisor',
  });
  // A server that dies under an open connection is reported by its exit, not by this connection.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Ports below those that systems give to outgoing connections and to port 0. */
const PORTS = { from: 16_384, below: 32_768 };
const MAX_PORTS_TRIED = 50;

/**
 * Returns a free port of 127.0.0.1, chosen at random, so that neither an outgoing connection nor
 * another start takes it before it is used.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < MAX_PORTS_TRIED; tried++) {
    const port = randomInt(PORTS.from, PORTS.below);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found between ${PORTS.from} and ${PORTS.below}.`);
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

async function untilAnswering(
  cluster: Cluster,
  port: number,
  given: { up: boolean },
): Promise<void> {
  const limit = performance.now() + START_LIMIT_MS;
  while (!given.up) {
    try {
      const client = await connectAsSuperuser(cluster, port);
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > limit)
        throw new Error(`PostgreSQL did not answer within ${START_LIMIT_MS / 60_000} minutes.`, {
          cause: error,
        });
      await sleep(50);
    }
  }
}

/**
 * Rolls back open transactions and writes a checkpoint, so that the next start needs no recovery.
 */
async function stopServer(cluster: Cluster, pid: number, exited: Promise<string>): Promise<void> {
  if (pid === 0 || (await processIdentity(pid)) === null) return;
  if (process.platform === 'win32')
    await runAs(cluster.runAs, program(cluster.binaries, 'pg_ctl'), [
      'stop',
      '-D',
      cluster.dir,
      '-m',
      'fast',
      '-w',
    ]);
  else signal(pid, 'SIGINT');
  const inTime = await Promise.race([
    exited.then(() => true),
    sleep(FAST_STOP_LIMIT_MS, false, { ref: false }),
  ]);
  if (inTime) return;
  signal(pid, 'SIGQUIT');
  await exited;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
