import { TABLET } from '#testing/selling/new-records.ts';
import type { NotificationSubject } from '@pos/contract/staff/notifications';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { cancelJob, recoverJobs } from '#api/jobs/job-lease.ts';
import { enqueueJob, type NewJob } from '#api/jobs/job-queue.ts';
import { JobFailure, type JobTask } from '#api/jobs/run-jobs.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { openFair, SECRET_CODE } from '#testing/selling/sales-floor.ts';
import { startTestApp, type ApiClient } from '#testing/app/test-app.ts';
import { forgetOldNotifications } from './notifications.queries.ts';

describe('notifications', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);

  const list = async (client: ApiClient) => (await client.notifications.list()).data;
  const subjects = async (client: ApiClient, kind: NotificationSubject['kind']) =>
    (await list(client)).results.filter(({ subject }) => subject.kind === kind);
  const enqueue = (job: NewJob) => inTransaction(test.db, (tx) => enqueueJob(tx, job));
  const makeAdminOfFair = (adminId: string) =>
    test.db.updateTable('fairs').set({ adminId }).where('id', '=', floor.fair.id).execute();
  /** Runs these jobs to completion. */
  async function run(task: JobTask, ids: readonly string[]): Promise<void> {
    const tasks = { import: task, export: task, report: task, sync: task };
    const jobs = await runJobs(test, { tasks, log: { warn: vi.fn(), error: vi.fn() } });
    const unfinished = () =>
      test.db
        .selectFrom('jobs')
        .select('id')
        .where('id', 'in', ids)
        .where('finishedAt', 'is', null);
    await expect.poll(() => unfinished().execute(), { timeout: 10_000 }).toEqual([]);
    await jobs.stop();
  }

  it('tell only the owner of a job how it ended and what it was', async () => {
    const [mine, other] = await Promise.all([signedInWith(test, []), signedInWith(test, [])]);
    const { id: fairId } = floor.fair;
    const fields = { kind: 'inventory', fairId };
    const wanted: [kind: NewJob['kind'], params: object, Partial<NotificationSubject>][] = [
      ['export', { wanted: { list: 'orders' } }, { status: 'succeeded', what: 'orders' }],
      [
        'import',
        { fields, fileName: 'A Child.xlsx' },
        { status: 'partial', what: 'inventory', fairId },
      ],
      [
        'report',
        { question: { reportType: 'DAILY_SALES' } },
        { status: 'failed', what: 'DAILY_SALES' },
      ],
    ];
    const ids: string[] = [];
    for (const [kind, params] of wanted)
      ids.push(await enqueue({ kind, ownerId: mine.id, params: { ...params } }));
    await run(async ({ kind, finish }) => {
      if (kind === 'report') throw new JobFailure('It was too large.');
      if (kind === 'export') return { status: 'succeeded', result: {}, errors: [] };
      await inTransaction(test.db, (tx) =>
        finish(tx, { status: 'partial', result: {}, errors: [] }),
      );
      return undefined;
    }, ids);
    const { results, unread } = await list(mine.client);
    expect(unread).toBe(3);
    for (const [place, [kind, , expected]] of wanted.entries()) {
      expect(
        results.filter(({ subject }) => subject.kind === 'job' && subject.jobId === ids[place]),
      ).toMatchObject([
        { readAt: null, count: 1, subject: { kind: 'job', job: kind, fairId: null, ...expected } },
      ]);
    }
    expect((await list(other.client)).results).toEqual([]);
    // Stored facts contain no file name, because a file name may be personal.
    const { rows } = await sql<{
      row: string;
    }>`select row_to_json(n)::text as row from notifications n`.execute(test.db);
    expect(rows.filter(({ row }) => row.includes('A Child'))).toEqual([]);
  });

  it('report a job whose process died at every attempt, but not one canceled by its owner', async () => {
    const mine = await signedInWith(test, []);
    const job: NewJob = { kind: 'export', ownerId: mine.id, params: {} };
    const [lost, cancelled] = [await enqueue(job), await enqueue(job)];
    await test.db
      .updateTable('jobs')
      .set({ status: 'running', attempts: 5, leaseUntil: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', lost)
      .execute();
    await recoverJobs(test.db);
    await inTransaction(test.db, (tx) => cancelJob(tx, cancelled, 'It was canceled.'));
    expect((await list(mine.client)).results).toMatchObject([
      { subject: { kind: 'job', jobId: lost, status: 'failed', what: null } },
    ]);
  });

  it("group held orders per fair and hour, for SUPER_ADMINs and a fair's admin who reads Orders", async () => {
    const [reader, stranger, blind] = await Promise.all([
      signedInWith(test, [['Orders', 'read_only']]),
      signedInWith(test, [['Orders', 'read_only']]),
      signedInWith(test, []),
    ]);
    const register = await floor.logIn('HELD-1');
    await makeAdminOfFair(reader.id);
    const wrong = () => ({ ...register.sold({ customerName: 'A Parent' }), totalCents: 1 });
    await test.db.updateTable('notifications').set({ groupKey: null }).execute();
    expect(
      (await register.handIn(wrong(), register.sold(), wrong())).map(({ result }) => result),
    ).toEqual(['held', 'accepted', 'held']);
    for (const client of [reader.client, test.owner]) {
      expect(await subjects(client, 'orders_held')).toMatchObject([
        {
          readAt: null,
          count: 2,
          subject: { kind: 'orders_held', fairId: floor.fair.id, fairName: floor.fair.name },
        },
      ]);
    }
    await reader.client.notifications.read({ body: { all: true } });
    await register.handIn(wrong());
    const { count } = (await subjects(test.owner, 'orders_held'))[0]!;
    // The hour may have changed in between.
    if (count === 3)
      expect(await subjects(reader.client, 'orders_held')).toMatchObject([
        { count: 3, readAt: null },
      ]);
    expect((await list(stranger.client)).results).toEqual([]);

    await makeAdminOfFair(blind.id);
    await register.handIn(wrong());
    expect((await list(blind.client)).results).toEqual([]);
  });

  it('report a register locked by wrong codes', async () => {
    const reader = await signedInWith(test, [['Devices', 'read_only']]);
    await makeAdminOfFair(reader.id);
    const body = { deviceId: 'LOCKED-1', name: 'Till', ...TABLET };
    const device = await test.ask.devices.add({ body });
    const { pairingCode } = await test.ask.devices.pairingCode({ params: { id: device.id } });
    const login = {
      deviceId: 'LOCKED-1',
      pairingCode,
      adminId: floor.cashierId,
      fairIdentifier: floor.fair.identifier,
    };
    const tryCode = (secretCode: string) =>
      test.client().register.login({ body: { ...login, secretCode } });
    for (let tries = 0; tries < 4; tries += 1) await getRefusal(tryCode('0000'));
    expect(await subjects(reader.client, 'device_locked')).toEqual([]);
    await getRefusal(tryCode('0000'));
    await getRefusal(tryCode(SECRET_CODE));
    for (const client of [reader.client, test.owner])
      expect(await subjects(client, 'device_locked')).toMatchObject([
        { count: 1, subject: { deviceId: device.id, name: 'LOCKED-1' } },
      ]);
  });

  it('are marked as read only by their owner, some or all, and paged', async () => {
    const [mine, other] = await Promise.all([signedInWith(test, []), signedInWith(test, [])]);
    await sql`
      insert into notifications (id, admin_id, at, subject)
      select gen_random_uuid(), ${mine.id}, now() - make_interval(mins => n),
        (select subject from notifications where subject ->> 'kind' = 'job' limit 1)
      from generate_series(1, 12) n`.execute(test.db);
    const first = (await mine.client.notifications.list({ query: { limit: 10 } })).data;
    expect(first).toMatchObject({ totalResults: 12, totalPages: 2, unread: 12 });
    const times = first.results.map(({ at }) => at);
    expect(times).toHaveLength(10);
    expect(times).toEqual(times.toSorted().toReversed());
    const ids = first.results.slice(0, 2).map(({ id }) => id);
    await other.client.notifications.read({ body: { ids } });
    await other.client.notifications.read({ body: { all: true } });
    expect((await list(mine.client)).unread).toBe(12);
    expect((await mine.client.notifications.read({ body: { ids } })).data).toEqual({ unread: 10 });
    expect(
      (await mine.client.notifications.list({ query: { limit: 10, page: 2 } })).data,
    ).toMatchObject({ results: [{ readAt: null }, { readAt: null }], unread: 10 });
    expect((await mine.client.notifications.read({ body: { all: true } })).data).toEqual({
      unread: 0,
    });
    await expectRefusal(mine.client.notifications.read({ body: {} as never }), 'VALIDATION_FAILED');
  });

  it('are announced only to their owner, and deleted after 90 days', async () => {
    const mine = await signedInWith(test, []);
    const {
      rows: [before],
    } = await sql<{ id: number }>`select max(id) as id from live_events`.execute(test.db);
    const insert = (days: number) =>
      sql`
        insert into notifications (id, admin_id, at, subject)
        values (
          gen_random_uuid(), ${mine.id}, now() - make_interval(days => ${days}),
            ${JSON.stringify({ kind: 'orders_held', fairId: floor.fair.id, fairName: 'F' })})`.execute(
        test.db,
      );
    await insert(91);
    await insert(89);
    const { rows } = await sql<object>`
        select kinds, fair_id as fair, admin_id as admin
        from live_events
        where id > ${before?.id}`.execute(test.db);
    expect(rows).toEqual([
      { kinds: ['notifications'], fair: null, admin: mine.id },
      { kinds: ['notifications'], fair: null, admin: mine.id },
    ]);
    await forgetOldNotifications(test.db);
    expect((await list(mine.client)).totalResults).toBe(1);
  });
});
