import { newDevice } from '#testing/selling/new-records.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { api } from '@pos/contract/api';
import type { Endpoint } from '@pos/contract/endpoint';
import { checkInvariants } from '#api/invariants/invariants.ts';
import type { Running } from '#api/start.ts';
import { endedJob, jobFile } from '#testing/calls/downloads.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { ProductProcesses, toTestApi } from '#testing/app/product-processes.ts';
import { ReplicatedServer } from '#testing/app/replicated-server.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import type { ApiClient } from '#testing/app/test-api.ts';
import { TcpProxy } from '#testing/app/tcp-proxy.ts';
import { openDb } from '#api/db/db.ts';
import { ReplicaReads } from '#api/db/replica/replica-reads.ts';
import { readsWholeSet } from '#api/http/whole-sets.ts';

const METRICS_TOKEN = 'a token for prometheus';
const LONG = { timeout: 20_000, interval: 50 };

describe('two processes with a replica', async () => {
  const server = await ReplicatedServer.start();
  const processes = await ProductProcesses.on(server);
  const env = {
    DATABASE_REPLICA_URL: server.replicaUrl,
    DATABASE_REPLICA_MAX_LAG: '300',
    METRICS_TOKEN,
  };
  const running = [await processes.start('one', env), await processes.start('two', env)] as const;
  const test = await toTestApi(running);
  const floor = await openFair(test);
  const other = (await signedInWith(test, [['Devices', 'read_only']])).client;
  afterAll(async () => {
    await checkInvariants(test.db);
    await processes.close();
  });

  /** Reads of whole sets that a process has counted, by server. */
  const counted = async (one: Running) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${one.address}/metrics`, { headers })).text();
    const read = (by: string) =>
      Number(new RegExp(`set_reads_total\\{server="${by}"\\} (\\d+)`).exec(text)?.[1]);
    const lag = /^pos_admin_replica_lag_seconds (\S+)$/m.exec(text)?.[1];
    return { replica: read('replica'), primary: read('primary'), lag };
  };
  const both = async () => {
    const [one, two] = [await counted(running[0]), await counted(running[1])];
    return { replica: one.replica + two.replica, primary: one.primary + two.primary };
  };
  const names = async (client: ApiClient) =>
    (await client.devices.list({ query: { limit: 50 } })).data.results.map(({ name }) => name);
  let devices = 0;
  const addDevice = async (name: string) =>
    test.owner.devices.add({ body: newDevice(`R-${++devices}`, { name }) });

  it('read the primary for a person whose import has just ended', async () => {
    await vi.waitFor(async () => {
      await names(other);
      expect((await counted(running[0])).replica).toBeGreaterThan(0);
      expect((await counted(running[1])).replica).toBeGreaterThan(0);
    }, LONG);
    const before = await both();
    await names(test.owner);
    expect(await both()).toEqual({ ...before, primary: before.primary + 1 });
    const finishedAt = new Date(Date.now() - 3_600_000).toISOString();
    await test.db.updateTable('jobs').set({ finishedAt }).execute();
  });

  it('read every whole set from it', async () => {
    const day = floor.fair.startDate;
    const query: Readonly<Record<string, string>> = {
      '/v1/fairs/sales': `?fairIds=${floor.fair.id}`,
      '/v1/fairs/calendar': '?from=2027-03-01&to=2027-03-31',
      '/v1/inventory/fair-inventory': `?fairId=${floor.fair.id}`,
      '/v1/packages': '?season=2026-fall',
      '/v1/search': '?q=maple',
      '/v1/reports': `?reportType=SALES_SUMMARY&schoolIdentifier=${floor.fair.schoolIdentifier}&startDate=${day}&endDate=${day}`,
    };
    const calls = Object.values(api as unknown as Record<string, Record<string, Endpoint>>)
      .flatMap((feature) => Object.values(feature))
      .filter(readsWholeSet);
    expect(calls.length).toBeGreaterThan(20);
    const before = await both();
    const { id: titleId } = await test.db
      .selectFrom('titles')
      .select('id')
      .executeTakeFirstOrThrow();
    for (const { path: at } of calls) {
      const id = at.includes('all-inventory') ? titleId : floor.fair.schoolId;
      const url = `${at.replace(':id', id)}${query[at] ?? ''}`;
      const answer = await test.send(test.ownerToken)(url, { method: 'GET' });
      expect([url, answer.status, answer.ok ? '' : await answer.text()]).toEqual([url, 200, '']);
    }
    expect(await both()).toEqual({ ...before, replica: before.replica + calls.length });
  });

  it("show a person's last change at either process, and others the replica", async () => {
    await vi.waitFor(async () => expect(await names(other)).toEqual(await names(test.owner)), LONG);
    await server.pauseReplay();
    await addDevice('Unseen');
    const before = await both();
    for (let times = 0; times < 2; times += 1) {
      expect(await names(test.owner)).toContain('Unseen');
      expect(await names(other)).not.toContain('Unseen');
    }
    expect(await both()).toEqual({ replica: before.replica + 2, primary: before.primary + 2 });
    await server.resumeReplay();
    await vi.waitFor(async () => expect(await names(other)).toContain('Unseen'), LONG);
    const after = await both();
    expect(await names(test.owner)).toContain('Unseen');
    expect(await both()).toEqual({ ...after, replica: after.replica + 1 });
  });

  it('export from it what was there when the export was asked for', async () => {
    await addDevice('Exported');
    const { jobId } = await test.ask.exports.add({
      body: { list: 'devices', query: {}, format: 'csv' },
    });
    expect(await endedJob(test, jobId)).toMatchObject({ status: 'succeeded' });
    expect((await jobFile(test, jobId)).bytes.toString()).toContain('Exported');
  });

  it('go on from the primary when it is too far behind or gone, and return to it', async () => {
    const said: string[] = [];
    const db = openDb(server.url, () => undefined);
    const proxy = await TcpProxy.open(server.replicaUrl);
    const own = {
      primary: db,
      url: proxy.url(server.replicaUrl),
      maxLagMs: 2_000,
      size: 2,
    };
    const replica = new ReplicaReads({ ...own, log: (line) => void said.push(line) });
    const isReplica = async () =>
      replica.read(running[0].owner.id, async () => {
        const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db);
        return rows[0]?.is;
      });
    const until = (expected: boolean) =>
      vi.waitFor(async () => expect(await isReplica()).toBe(expected), LONG);
    const device = async (name: string) =>
      db.updateTable('devices').set({ name }).where('deviceId', '=', 'R-1').execute();
    await until(true);
    const write = () => replica.read(running[0].owner.id, () => device('Written'));
    await vi.waitFor(() => expect(write()).rejects.toThrow(/read-only/), LONG);
    await server.pauseReplay();
    await device('Late');
    await until(false);
    await vi.waitFor(
      () => expect(said.at(-1)).toContain('the replica is more than 2 s behind'),
      LONG,
    );
    await server.resumeReplay();
    await until(true);
    // It hangs: connections stay open, and nothing is answered.
    proxy.silence();
    expect(await isReplica()).toBe(false);
    await proxy.resume();
    await until(true);
    await server.stopReplica();
    expect(await isReplica()).toBe(false);
    expect(await names(test.owner)).toContain('Exported');
    expect(await names(test.owner)).toContain('Exported');
    await vi.waitFor(() => expect(said.at(-1)).toContain('the replica does not answer'), LONG);
    await vi.waitFor(async () => expect((await counted(running[0])).lag).toBeUndefined(), LONG);
    await server.startReplica();
    await until(true);
    expect(said.at(-1)).toBe('Lists and reports read from the replica again.');
    await replica.stop();
    await proxy.close();
    await db.destroy();
  });
});
