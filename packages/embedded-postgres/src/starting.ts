import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertDurable } from './durability.ts';
import { retry } from '@pos/basics/retry';
import type { Cluster } from './cluster.ts';
import {
  connectAsSuperuser,
  launchServer,
  type Postmaster,
  readPidFile,
  watchServer,
} from './postmaster.ts';
import { isServerProcess, findOrphans, signalReaches } from './process-identity.ts';

const ADOPTION_LIMIT_MS = 30_000;

/**
 * Takes over the server that still runs on this cluster after its own process was killed. Undefined
 * if there is none.
 */
export async function adoptServer(
  cluster: Cluster,
  log: (line: string) => void,
): Promise<Postmaster | undefined> {
  const found = await runningServer(cluster);
  if (!found) return undefined;
  const server = await watchServer(cluster, found.pid, found.port);
  const limit = performance.now() + ADOPTION_LIMIT_MS;
  while (performance.now() < limit && (await runningServer(cluster))?.pid === found.pid) {
    const fitness = await isOurs(cluster, found.port);
    if (fitness === 'ours') {
      log(`PostgreSQL (process ${found.pid}) was still running on ${cluster.dir}; taking it over.`);
      return server;
    }
    if (fitness === 'unfit') break;
    await sleep(200);
  }
  log(`PostgreSQL (process ${found.pid}) was still running on ${cluster.dir}; restarting it.`);
  await server.stop();
  return undefined;
}

/**
 * Starts a server, retrying within `limitMs`: after a kill, the remains of the previous server (its
 * processes, shared memory, postmaster.pid) may block it for some seconds. Kills what is left of
 * it: a process that waits for a lock of a killed one never ends by itself.
 */
export async function startServer(
  cluster: Cluster,
  choosePort: () => Promise<number>,
  log: (line: string) => void,
  until: { limitMs: number; stopped?: () => boolean },
): Promise<Postmaster> {
  const limit = performance.now() + until.limitMs;
  let tries = 0;
  const start = async () => {
    tries++;
    const running = await runningServer(cluster);
    if (tries > 1 && !running) await killOrphans(cluster, log);
    return launchServer(cluster, await choosePort(), {}, log);
  };
  return retry(start, {
    when: () => performance.now() <= limit && !until.stopped?.(),
    delayMs: (failed) => Math.min(100 * failed, 1_000),
  }).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`PostgreSQL did not start on ${cluster.dir} (${tries} tries). ${message}`, {
      cause: error,
    });
  });
}

async function killOrphans({ dir }: Cluster, log: (line: string) => void): Promise<void> {
  for (const pid of await findOrphans(await realpath(dir))) {
    log(`Killing process ${pid}, which is left of the previous server on ${dir}.`);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended since, or belongs to another user: the next try tells.
    }
  }
}

/**
 * Returns the living server named in postmaster.pid. Removes the file if that process is another
 * program, or the server of the folder that this one was copied from, because it would block every
 * start.
 */
async function runningServer(cluster: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const found = await readPidFile(cluster.dir);
  if (!found) return undefined;
  if (await isServerProcess(found.pid, await realpath(cluster.dir), found.dir)) return found;
  if (signalReaches(found.pid)) await rm(path.join(cluster.dir, 'postmaster.pid'), { force: true });
  return undefined;
}

/**
 * Tells if the server on `port` belongs to this cluster, proven by our password and its folder, and
 * has the settings that we would start it with.
 */
async function isOurs(cluster: Cluster, port: number): Promise<'ours' | 'unfit' | 'silent'> {
  try {
    const client = await connectAsSuperuser(cluster, port);
    try {
      const { rows } = await client.query<{ dir: string; version: string }>(
        `select current_setting('data_directory') as dir, current_setting('server_version') as version`,
      );
      const server = rows[0];
      if (!server || (await realpath(server.dir)) !== (await realpath(cluster.dir))) return 'unfit';
      if (!cluster.binaries.version.startsWith(`${server.version}.`)) return 'unfit';
      return await assertDurable(client).then(
        () => 'ours' as const,
        () => 'unfit' as const,
      );
    } finally {
      await client.end();
    }
  } catch {
    return 'silent';
  }
}
