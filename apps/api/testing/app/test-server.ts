import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import {
  type Cluster,
  connectionString,
  makeCluster,
  SUPERUSER,
} from '@pos/embedded-postgres/cluster';
import { LIMITED_ROLE } from '@pos/embedded-postgres/limited-role';
import { placeCluster } from '@pos/embedded-postgres/placement';
import {
  connectAsSuperuser,
  freePort,
  launchServer,
  type Postmaster,
  readPidFile,
} from '@pos/embedded-postgres/postmaster';
import { isServerProcess, signalReaches } from '@pos/embedded-postgres/process-identity';
import { MIGRATIONS_DIR, migrate } from '#api/db/migrations/migrate.ts';
import { postgres15 } from './postgres15.ts';
import { TEMPLATE, TEST_ROLE } from '../calls/test-names.ts';

const FOLDER = /^pos-admin-test-(\d+)-/;

/** Nothing here outlives the run, so nothing waits for the disk. For tests only. */
const FAST: Record<string, string> = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  shared_buffers: '128MB',
};

/**
 * Starts a separate PostgreSQL in a temporary folder, with the migrated template. `adminUrl` is the
 * superuser's. `binaries` are those of another version; with TEST_POSTGRES=15 all tests run on
 * Debian's PostgreSQL 15.
 */
export async function startTestServer(
  binaries = process.env['TEST_POSTGRES'] === '15' ? postgres15() : undefined,
): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  await removeLeftovers();
  const parent = await mkdtemp(path.join(tmpdir(), `pos-admin-test-${process.pid}-`));
  // Entered by the database user when the tests run as root.
  await chmod(parent, 0o711);
  const cluster: Cluster = {
    ...(await placeCluster(parent)),
    ...(binaries && { binaries }),
    password: randomBytes(16).toString('hex'),
  };
  await makeCluster(cluster, { sync: false });
  const settings = { ...FAST, unix_socket_directories: hasSocket(cluster.dir) ? cluster.dir : '' };
  const server = await launchServer(cluster, await freePort(), settings, () => undefined);
  const stop = async () => {
    await server.stop();
    await rm(cluster.dir, { recursive: true, force: true });
    await rm(parent, { recursive: true, force: true });
  };
  try {
    await makeTemplate(cluster, server);
    return { adminUrl: await quickestUrl(cluster, server.port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Length that a path of a socket may have on every system. */
const MAX_SOCKET_PATH = 100;

const hasSocket = (folder: string) =>
  process.platform !== 'win32' && `${folder}/.s.PGSQL.65535`.length <= MAX_SOCKET_PATH;

/**
 * Returns the superuser's connection string: through the socket in the server's folder if this
 * process reaches it, which takes a quarter less time than TCP.
 */
async function quickestUrl({ dir, password }: Cluster, port: number): Promise<string> {
  const url = connectionString(SUPERUSER, password, port, 'postgres');
  const client = new pg.Client(`${url}?host=${encodeURIComponent(dir)}`);
  try {
    await client.connect();
    return `${url}?host=${encodeURIComponent(dir)}`;
  } catch {
    return url;
  } finally {
    await client.end();
  }
}

async function makeTemplate(cluster: Cluster, server: Postmaster): Promise<void> {
  const admin = await connectAsSuperuser(cluster, server.port);
  try {
    // 4096 rounds at each connection of each test would take longer than its statements. Unknown to
    // PostgreSQL 15.
    await admin.query(
      `select set_config('scram_iterations', '1', false)
        where current_setting('server_version_num')::int >= 160000`,
    );
    await admin.query(
      `create role ${TEST_ROLE} login password ${pg.escapeLiteral(cluster.password)}`,
    );
    await admin.query(`create role ${LIMITED_ROLE} role ${TEST_ROLE}`);
    await admin.query(`create database ${TEMPLATE} owner ${TEST_ROLE}`);
    await migrate(
      connectionString(TEST_ROLE, cluster.password, server.port, TEMPLATE),
      MIGRATIONS_DIR,
    );
    await admin.query(`alter database ${TEMPLATE} with allow_connections false`);
  } finally {
    await admin.end();
  }
}

/** Removes the server left behind by a run that was killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = Number(FOLDER.exec(name)?.[1]);
    if (!owner || signalReaches(owner)) continue;
    const folder = path.join(tmpdir(), name);
    const orphan = await readPidFile(path.join(folder, 'postgres'));
    if (orphan && (await isServerProcess(orphan.pid, path.join(folder, 'postgres'))))
      process.kill(orphan.pid, 'SIGQUIT');
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(
      () => undefined,
    );
  }
}
