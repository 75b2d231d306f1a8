import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster } from '@pos/embedded-postgres/database';
import {
  connectAsSuperuser,
  freePort,
  launchServer,
  readPidFile,
} from '@pos/embedded-postgres/postmaster';
import { runAs } from '@pos/embedded-postgres/run-as';

const SYNCHRONOUS_WITHIN_MS = 300_000;

/**
 * Copies the running server of `dataDir` to a standby on the same machine and disk, and makes every
 * commit wait until the standby has it on disk. Returns how to end that.
 */
export async function startSynchronousStandby(dataDir: string): Promise<() => Promise<void>> {
  const { cluster } = await openCluster(dataDir, () => undefined);
  const running = await readPidFile(cluster.dir);
  if (!running) throw new Error(`No server runs on ${dataDir}.`);
  const standby = { ...cluster, dir: `${cluster.dir}-standby` };
  const primary = await connectAsSuperuser(cluster, running.port);
  const waitFor = async (standbys: string) => {
    await primary.query(`alter system set synchronous_standby_names = '${standbys}'`);
    await primary.query('select pg_reload_conf()');
  };
  await rm(standby.dir, { recursive: true, force: true });
  await primary.query(`alter system set wal_keep_size = '2GB'`);
  await primary.query('select pg_reload_conf()');
  await primary.query(`select pg_backup_start('standby', true)`);
  await cp(cluster.dir, standby.dir, {
    recursive: true,
    filter: (file) => path.basename(file) !== 'postmaster.pid',
  });
  const { rows } = await primary.query<{ labelfile: string }>(
    'select * from pg_backup_stop(false)',
  );
  await writeFile(path.join(standby.dir, 'backup_label'), rows[0]!.labelfile);
  await writeFile(path.join(standby.dir, 'standby.signal'), '');
  if (cluster.runAs.user) {
    const { uid, gid } = cluster.runAs.user;
    await runAs({ name: 'root' }, 'chown', ['-R', `${uid}:${gid}`, standby.dir]);
  }
  await runAs({ name: 'root' }, 'chmod', ['0700', standby.dir]);
  const follow = `host=127.0.0.1 port=${running.port} user=postgres password=${cluster.password}`;
  const settings = { primary_conninfo: `${follow} application_name=standby`, fsync: 'on' };
  const server = await launchServer(standby, await freePort(), settings, () => undefined);
  const stop = async () => {
    await waitFor('');
    await server.stop();
    await primary.end();
    await rm(standby.dir, { recursive: true, force: true });
  };
  await waitFor('standby');
  for (const until = performance.now() + SYNCHRONOUS_WITHIN_MS; performance.now() < until;) {
    const { rowCount } = await primary.query(
      `select from pg_stat_replication where sync_state = 'sync'`,
    );
    if (rowCount === 1) return stop;
    await sleep(200);
  }
  await stop();
  throw new Error('The standby did not become synchronous.');
}
