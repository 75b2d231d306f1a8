import { ADA, TABLET } from '#testing/selling/new-records.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Running } from '#api/start.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { ProductProcesses, toTestApi } from '#testing/app/product-processes.ts';
import { ReplicatedServer } from '#testing/app/replicated-server.ts';
import type { ApiClient } from '#testing/app/test-api.ts';
import { TcpProxy } from '#testing/app/tcp-proxy.ts';
import { type Db, openDb } from '#api/db/db.ts';
import { ReplicaReads } from '#api/db/replica/replica-reads.ts';

const METRICS_TOKEN = 'a token for prometheus';
const SCHOOL = { identifier: 'NEW-1', name: 'New School', ...ADA, timeZone: 'America/Detroit' };
const DEVICE = { deviceId: 'P-1', name: 'Later', ...TABLET };
const LONG = { timeout: 20_000, interval: 50 };

describe('a replica that fails in part', async () => {
  const server = await ReplicatedServer.start();
  const processes = await ProductProcesses.on(server);
  afterAll(() => processes.close());

  /** Starts a process whose reads may be far behind, so that a paused replica stays in use. */
  const start = (name: string, replicaUrl: string) =>
    processes.start(name, {
      DATABASE_REPLICA_URL: replicaUrl,
      DATABASE_REPLICA_MAX_LAG: '300',
      METRICS_TOKEN,
    });
  const running = await start('one', server.replicaUrl);
  const test = await toTestApi([running]);
  const reader = (
    await signedInWith(test, [
      ['Dashboard', 'read_only'],
      ['Devices', 'read_only'],
      ['Fairs', 'read_only'],
    ])
  ).client;
  const measure = async ({ address }: Running) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${address}/metrics`, { headers })).text();
    return {
      replica: Number(/set_reads_total\{server="replica"\} (\d+)/.exec(text)?.[1]),
      lag: /^pos_admin_replica_lag_seconds (\S+)$/m.exec(text)?.[1],
    };
  };
  const whilePaused = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await server.pauseReplay();
    return work().finally(() => server.resumeReplay());
  };
  const listDevices = (client: ApiClient) => client.devices.list({ query: { limit: 50 } });

  /** Waits until lists are read from the replica. */
  const readsReplica = () =>
    vi.waitFor(async () => {
      const { replica } = await measure(running);
      await listDevices(reader);
      expect((await measure(running)).replica).toBe(replica + 1);
    }, LONG);
  const said = (text: string) =>
    vi.waitFor(() => expect(processes.said.join()).toContain(text), LONG);

  it('has no free connection: its reads go to the primary', async () => {
    await vi.waitFor(async () => expect((await measure(running)).lag).toBeDefined(), LONG);
    const taken: pg.Client[] = [];
    const takeAll = async () => {
      for (;;) {
        const client = new pg.Client({ connectionString: server.replicaUrl });
        await client.connect();
        taken.push(client);
      }
    };
    await expect(takeAll()).rejects.toThrow(/connection slots|too many clients/);
    const before = await measure(running);
    const answer = await listDevices(reader).catch((error: unknown) => error);
    await Promise.all(taken.map((client) => client.end()));
    expect(answer).toMatchObject({ data: { totalResults: 0 } });
    expect((await measure(running)).replica).toBe(before.replica);
  });

  it('cannot read a table for now: every part of the dashboard is there', async () => {
    await readsReplica();
    const locking = new pg.Client({ connectionString: server.url });
    await locking.connect();
    await locking.query('begin; lock table devices in access exclusive mode');
    await sql`update settings set version = version + 1`.execute(test.db);
    const replica = new pg.Client({ connectionString: server.replicaUrl });
    await replica.connect();
    await vi.waitFor(async () => {
      const { rows } = await replica.query(`
        select from pg_locks where relation = 'devices'::regclass and mode = 'AccessExclusiveLock'`);
      expect(rows).toHaveLength(1);
    }, LONG);
    await replica.end();
    const { data } = await whilePaused(async () => {
      await locking.query('commit');
      await locking.end();
      return reader.dashboard.read({ query: {} });
    });
    expect(data.devices).not.toHaveProperty('error');
  });

  it('lacks a record that somebody has just added: its lists are not unknown', async () => {
    await readsReplica();
    const ledger = await whilePaused(async () => {
      const { data: school } = await test.owner.schools.add({ body: SCHOOL });
      return reader.aveDollars.list({ params: { id: school.id }, query: {} });
    }).catch((error: unknown) => error);
    expect(ledger).toMatchObject({ data: { totalResults: 0 } });
  });

  it('is behind a balancer that led to the primary at first: it is used once it is there', async () => {
    const balancer = await TcpProxy.open(server.url);
    await balancer.refuse();
    const other = await start('two', balancer.url(server.replicaUrl));
    await said('the replica does not answer');
    await balancer.resume();
    await said('DATABASE_REPLICA_URL does not lead to a replica');
    balancer.leadTo(server.replicaUrl);
    await vi.waitFor(async () => expect((await measure(other)).lag).toBeDefined(), LONG);
    await other.stop();
    await balancer.close();
  });

  it('is another database of the same servers: it is named and not read', async () => {
    const url = new URL(server.replicaUrl);
    url.pathname = 'postgres';
    processes.said.length = 0;
    const other = await start('three', url.href);
    await said('another database');
    await other.stop();
    expect(processes.said.filter((line) => line.includes('another database'))).toEqual([
      'Lists and reports read from the primary: DATABASE_REPLICA_URL leads to another database.',
    ]);
  });

  it('lets its role read nothing: the log says so', async () => {
    await server.tellPrimary(`create role viewer login password 'view'`);
    const url = new URL(server.replicaUrl);
    Object.assign(url, { username: 'viewer', password: 'view' });
    const other = await start('four', url.href);
    await said('may not read the tables');
    await other.stop();
  });

  it('is named as the database itself: the start says which variable is wrong', async () => {
    await expect(processes.start('five', { DATABASE_URL: server.replicaUrl })).rejects.toThrow(
      'DATABASE_URL leads to a replica, where nothing can be written.',
    );
  });

  it('is not read by someone whose change it lacks, however late the primary says so', async () => {
    const maxLagMs = 1_500;
    const log = () => undefined;
    const primary: Db = openDb(server.url, log, { size: 1, statementTimeout: 15_000 });
    const own = new ReplicaReads({ primary, url: server.replicaUrl, maxLagMs, size: 1, log });
    const adminId = running.owner.id;
    await sql`delete from admin_changes`.execute(test.db);
    await sql`update jobs set finished_at = now() - interval '1 hour'`.execute(test.db);
    const isReplica = () =>
      own.read(adminId, async () => {
        const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(
          primary,
        );
        return rows[0]?.is;
      });
    await vi.waitFor(async () => expect(await isReplica()).toBe(true), LONG);
    const read = await whilePaused(async () => {
      await sql`update settings set version = version + 1`.execute(test.db);
      await own.noteChange(adminId);
      await pause(1_000);
      const busy = sql`select pg_sleep(1.2)`.execute(primary);
      return isReplica().finally(() => busy);
    });
    await own.stop();
    await primary.destroy();
    expect(read).toBe(false);
  });

  it('becomes a primary of its own: it is not read any more', async () => {
    await readsReplica();
    processes.said.length = 0;
    await server.promoteReplica();
    await said('does not lead to a replica');
    await test.owner.devices.add({ body: DEVICE });
    expect((await listDevices(reader)).data.totalResults).toBe(1);
  });
});
