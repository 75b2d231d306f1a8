import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { enqueueJob } from '#api/jobs/job-queue.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { startTestApp, type ApiClient } from '#testing/app/test-app.ts';

/** No job runs beside these tests: what is queued waits. */
describe('jobs that wait', async () => {
  const test = await startTestApp();
  const reader = (await signedInWith(test, [['Devices', 'read_only']])).client;
  const exportDevices = async (client: ApiClient) =>
    (await client.exports.add({ body: { list: 'devices', query: {}, format: 'csv' } })).data.jobId;
  const readJob = async (client: ApiClient, id: string) =>
    (await client.jobs.getById({ params: { id } })).data;
  const readPlaces = async (client: ApiClient) =>
    (
      await client.jobs.list({
        query: { kind: 'export', status: 'queued', sort: 'createdAt', limit: 50 },
      })
    ).data.results.map(({ place }) => place);

  it('stand in one line in which each person’s first goes before anybody’s second', async () => {
    const mine: string[] = [];
    for (let count = 0; count < 3; count++) mine.push(await exportDevices(test.owner));
    expect(await readPlaces(test.owner)).toEqual([1, 2, 3]);
    const theirs = await exportDevices(reader);
    expect((await readJob(reader, theirs)).place).toBe(2);
    expect(await readPlaces(test.owner)).toEqual([1, 3, 4]);
    await reader.jobs.cancel({ params: { id: theirs } });
    expect(await readJob(reader, theirs)).toMatchObject({ status: 'failed', place: null });
    expect(await readPlaces(test.owner)).toEqual([1, 2, 3]);
  });

  it('are refused beyond 20 exports of one person, in a sentence, and other kinds and people are not', async () => {
    const before = (await readPlaces(test.owner)).length;
    for (let count = before; count < 20; count++) await exportDevices(test.owner);
    const refused = await Promise.all(
      Array.from({ length: 3 }, () => getRefusal(exportDevices(test.owner))),
    );
    for (const one of refused)
      expect(one).toMatchObject({
        status: 429,
        code: 'RATE_LIMITED',
        message:
          '20 of your exports are already waiting. Wait until they are made, then request this one again.',
      });
    expect(await readPlaces(test.owner)).toHaveLength(20);
    await exportDevices(reader);
    const days = { startDate: '2026-01-01', endDate: '2026-01-31' };
    const question = { reportType: 'SALES_SUMMARY', schoolIdentifier: '*', ...days } as const;
    await test.owner.reports.make({ body: { ...question, format: 'csv' } });
  });

  it('leave everybody a first place, also in a line that others have filled', async () => {
    const clients: ApiClient[] = [];
    for (let count = 0; count < 3; count++)
      clients.push((await signedInWith(test, [['Devices', 'read_only']])).client);
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from jobs
        where kind = 'export' and status = 'queued'`.execute(test.db);
      return rows[0]!.count;
    };
    for (const client of clients.slice(0, 2))
      for (let count = 0; count < 20 && (await waiting()) < 60; count++)
        await exportDevices(client);
    expect(await waiting()).toBe(60);
    const late = clients[2]!;
    await exportDevices(late);
    await expectRefusal(exportDevices(late), 'RATE_LIMITED', {
      message: expect.stringMatching(/^\d+ exports are already waiting\. Try again in a minute\.$/),
    });
  });

  it('say that their process was interrupted and when they start again', async () => {
    const id = await inTransaction(test.db, (tx) =>
      enqueueJob(tx, { kind: 'import', ownerId: test.ownerId, params: {} }),
    );
    const run = (leaseLeft: number) =>
      sql`update jobs set status = 'running', lease_until = now() + make_interval(secs => ${leaseLeft}) where id = ${id}`.execute(
        test.db,
      );
    await run(300);
    expect(await readJob(test.owner, id)).toMatchObject({
      status: 'running',
      place: null,
      restartsWithinSeconds: null,
    });
    // Its last renewal is older than a running process allows.
    await run(2);
    expect((await readJob(test.owner, id)).restartsWithinSeconds).toBe(10);
    await run(-60);
    expect((await readJob(test.owner, id)).restartsWithinSeconds).toBeGreaterThan(0);
    await test.owner.jobs.cancel({ params: { id } });
    expect((await readJob(test.owner, id)).restartsWithinSeconds).toBeNull();
  });
});
