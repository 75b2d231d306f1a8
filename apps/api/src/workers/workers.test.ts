import { TABLET } from '#testing/selling/new-records.ts';
import cluster from 'node:cluster';
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { endedJob } from '#testing/calls/downloads.ts';
import { ProductProcesses, toTestApi } from '#testing/app/product-processes.ts';
import { openFair } from '#testing/selling/sales-floor.ts';

const METRICS_TOKEN = 'a token for prometheus';

describe('WORKERS', async () => {
  const processes = await ProductProcesses.open();
  const running = await processes.start('one', { WORKERS: '2', METRICS_TOKEN });
  const test = await toTestApi([running]);
  afterAll(() => processes.close());

  /** Calls on a connection of its own, which goes to the next worker. */
  const call = (path: string, token: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      get(`${running.address}${path}`, { headers, agent: new Agent() }, (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
      }).on('error', reject);
    });
  const pids = () => Object.values(cluster.workers ?? {}).map((worker) => worker?.process.pid ?? 0);
  const counted = async () => {
    const { body } = await call('/metrics', METRICS_TOKEN);
    const line =
      /pos_admin_http_request_duration_seconds_count\{[^}]*route="\/v1\/preferences"[^}]*\} (\d+)/;
    return { requests: Number(line.exec(body)?.[1] ?? 0), body };
  };

  it('serve one address, and /metrics adds up what both measured', async () => {
    expect(new Set(pids()).size).toBe(2);
    const before = (await counted()).requests;
    for (let times = 0; times < 10; times += 1)
      expect((await call('/v1/preferences', test.ownerToken)).status).toBe(200);
    const { requests, body } = await counted();
    expect(requests - before).toBe(10);
    // Once for all of them, not for each.
    expect(body.match(/^pos_admin_database_up /gm)).toHaveLength(1);
    expect((await call('/metrics', 'wrong')).status).toBe(404);
  });

  it('go on when one is killed, which is replaced', async () => {
    const floor = await openFair(test);
    const register = await floor.logIn('WORKER-1');
    const [victim = 0, other = 0] = pids();
    process.kill(victim, 'SIGKILL');
    await vi.waitFor(() => expect(pids()).not.toContain(victim), { timeout: 10_000 });
    for (let times = 0; times < 6; times += 1)
      expect((await call('/v1/preferences', test.ownerToken)).status).toBe(200);
    expect(await register.handIn(register.sold())).toMatchObject([{ result: 'accepted' }]);
    await vi.waitFor(() => expect(pids()).toHaveLength(2), { timeout: 20_000 });
    expect(pids()).toContain(other);
    expect(processes.said).toContain('A worker ended (SIGKILL). Starting another one.');
    await checkInvariants(test.db);
  });

  it('run the jobs that they queue, and let requests finish when they are stopped', async () => {
    const { jobId } = await test.ask.exports.add({
      body: { list: 'devices', query: {}, format: 'csv' },
    });
    expect(await endedJob(test, jobId)).toMatchObject({ status: 'succeeded' });
    // Held back by a lock, so that it is still running when the stop begins.
    let answered: Promise<unknown> | undefined;
    let stopped: Promise<void> | undefined;
    await test.db.transaction().execute(async (tx) => {
      await sql`lock table devices in exclusive mode`.execute(tx);
      answered = test.owner.devices.add({
        body: { deviceId: 'LATE-1', name: 'Late', ...TABLET },
      });
      await new Promise((done) => setTimeout(done, 300));
      stopped = processes.stopAll();
      await new Promise((done) => setTimeout(done, 300));
    });
    expect(await answered).toMatchObject({ message: 'Device added.' });
    await stopped;
    expect(pids()).toEqual([]);
  });
});
