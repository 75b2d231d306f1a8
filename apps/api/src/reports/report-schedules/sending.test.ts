import type { ReportSchedule } from '@pos/contract/reports/report-schedules';
import { today } from '@pos/contract/values/clock';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMailer, type Message } from '#api/mail/mailer.ts';
import { getAttachment, openMailServer } from '#testing/files/mail-server.ts';
import { textOfPdf } from '#testing/files/pdf-pages.ts';
import { HUNGER, startSelling } from '#testing/selling/sales-floor.ts';
import { addReader, makeDue, makeSchedule } from '#testing/selling/scheduled-reports.ts';
import { readEntries } from '#testing/files/zip.ts';
import { sendDueReports } from './sending.service.ts';

const COORDINATOR = 'pat@school.example';

describe('scheduled reports', async () => {
  const { test, floor, register } = await startSelling();
  const office = await openMailServer();
  test.atEnd(office.close);
  await register.addStudent('S-1', 2_000);
  await register.book({
    customerType: 'student',
    studentNumber: 'S-1',
    lines: [{ sku: HUNGER, quantity: 2, fulfilment: 'ship_to_school' }],
  });
  await test.db
    .updateTable('schools')
    .set({ coordinatorName: 'Pat Lee', coordinatorEmail: COORDINATOR })
    .where('id', '=', floor.fair.schoolId)
    .execute();

  // One person may send ten reports by hand in 15 minutes.
  beforeEach(() => test.db.deleteFrom('attempts').execute());

  const contextWith = (send?: (message: Message) => Promise<void>) => ({
    db: test.db,
    linkKey: test.secrets.linkKey,
    publicUrl: 'https://office.example.com',
    mailer: send
      ? { send }
      : createMailer({
          publicUrl: 'https://office.example.com',
          smtpUrl: office.url,
          from: 'POS Admin <office@example.com>',
          folder: '/nonexistent',
          log: () => undefined,
        }),
  });
  const add = (changes?: Parameters<typeof makeSchedule>[1]): Promise<ReportSchedule> =>
    test.ask.reportSchedules.add({ body: makeSchedule(floor, changes) });
  const readSends = async ({ id }: { id: string }) =>
    (await test.ask.reportSchedules.sends({ params: { id }, query: {} })).results;
  /** Makes the failed email due, and expects that it is sent now. */
  const expectSecondTry = async (schedule: ReportSchedule) => {
    await setSends({ tryAt: sql`now()` });
    await sendDueReports(contextWith());
    await office.next('owner@example.com');
    expect(await readSends(schedule)).toMatchObject([{ status: 'sent', attempts: 2 }]);
  };
  const remove = ({ id }: { id: string }) => test.owner.reportSchedules.delete({ params: { id } });
  /** Saves a schedule and sends it by hand. */
  const addAndSend = async (changes?: Parameters<typeof add>[0]) => {
    const schedule = await add(changes);
    await test.owner.reportSchedules.sendNow({ params: { id: schedule.id } });
    return schedule;
  };
  const set = ({ id }: { id: string }, values: object) =>
    test.db.updateTable('reportSchedules').set(values).where('id', '=', id).execute();
  const setSends = (values: object) => test.db.updateTable('reportSends').set(values).execute();
  const takeRight = (roleId: string) =>
    test.db
      .updateTable('roleRights')
      .set({ readOnly: false })
      .where('roleId', '=', roleId)
      .execute();

  it('are sent once per due time by several processes, with the names that each reader may see', async () => {
    const readers = [
      await addReader(test, ['Reports', 'Students']),
      await addReader(test, ['Reports']),
    ];
    const schedule = await add({ adminIds: readers.map(({ id }) => id) });
    await sendDueReports(contextWith());
    expect(await readSends(schedule)).toEqual([]);

    await set(schedule, {
      nextDueAt: sql<string>`now()`,
      timeOfDay: sql<string>`to_char(now() at time zone time_zone, 'HH24:MI')`,
    });
    await Promise.all([1, 2, 3].map(() => sendDueReports(contextWith())));
    await sendDueReports(contextWith());
    const files = [];
    for (const { email } of readers) {
      const mail = await office.next(email);
      expect(mail.raw).not.toContain('is late');
      expect(mail.raw).toContain('Every day at');
      files.push(getAttachment(mail).toString('utf8'));
    }
    expect(office.received).toEqual([]);
    expect(files[0]).toContain('Pupil S-1, Robin');
    expect(files[1]).toContain('Student/customer');
    expect(files[1]).not.toContain('Robin');
    const sends = await readSends(schedule);
    expect(sends.map(({ status, isLate, attempts }) => ({ status, isLate, attempts }))).toEqual(
      [1, 2].map(() => ({ status: 'sent', isLate: false, attempts: 1 })),
    );
    expect((await test.ask.reportSchedules.list())[0]?.lastSend?.status).toBe('sent');
    await remove(schedule);
  });

  it('that were missed in an outage are sent once, late, and say so', async () => {
    const schedule = await add();
    await makeDue(test, schedule.id, 15);
    // At noon sharp the newest due time would not be late.
    await set(schedule, {
      timeOfDay: sql<string>`to_char(now() at time zone time_zone - interval '2 hours', 'HH24:MI')`,
    });
    await Promise.all([sendDueReports(contextWith()), sendDueReports(contextWith())]);
    const mail = await office.next('owner@example.com');
    expect(mail.raw).toMatch(/This report was due on .*, Eastern Time, and is late\./);
    expect(office.received).toEqual([]);
    expect(await readSends(schedule)).toMatchObject([{ status: 'sent', isLate: true }]);
    const { data } = await test.owner.reportSchedules.getById({ params: { id: schedule.id } });
    expect(Date.parse(data.nextDueAt ?? '')).toBeGreaterThan(Date.now());
    await remove(schedule);
  });

  it.each(['SHIP_TO_SCHOOL', 'SALES_ORDER_PER_ITEM', 'SALES_SUMMARY'] as const)(
    'for a coordinator have no column about students: %s',
    async (reportType) => {
      for (const format of ['csv', 'xlsx', 'pdf'] as const) {
        const schedule = await addAndSend({ reportType, format, to: 'coordinator', adminIds: [] });
        await sendDueReports(contextWith());
        const mail = await office.next(COORDINATOR);
        expect(mail.raw).toContain('Hi Pat Lee,');
        const file = getAttachment(mail);
        const text =
          format === 'pdf'
            ? (await textOfPdf(file)).join('\n')
            : format === 'csv'
              ? file.toString('utf8')
              : [...(await readEntries(file)).values()].join('\n');
        expect(text).toContain(reportType === 'SALES_SUMMARY' ? 'Net sales' : 'The Arena');
        expect(text).not.toMatch(/Robin|S-1\b|Student\/customer|Customer|Grade|Teacher|Family ID/);
        expect(text).not.toContain('right to read Students');
        await remove(schedule);
      }
    },
  );

  it('go to nobody who lost the right or the account, and the history says why', async () => {
    const [reader, other] = [
      await addReader(test, ['Reports']),
      await addReader(test, ['Reports']),
    ];
    const schedule = await add({ adminIds: [reader.id, other.id] });
    await takeRight(reader.roleId);
    await test.owner.admins.changeStatus({
      params: { id: other.id },
      body: { status: 'inactive' },
    });
    await makeDue(test, schedule.id, 1);
    await sendDueReports(contextWith());
    expect(office.received).toEqual([]);
    const sends = await readSends(schedule);
    expect(sends.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
    expect(sends.map(({ reason }) => reason).sort()).toEqual([
      'This person has no active account any more.',
      'This person may no longer read Reports.',
    ]);
    await remove(schedule);
  });

  it('stop when the person who saved them may no longer read reports', async () => {
    const author = await addReader(test, ['Reports']);
    const schedule = await add();
    await set(schedule, { savedBy: author.id });
    await takeRight(author.roleId);
    await makeDue(test, schedule.id, 1);
    await sendDueReports(contextWith());
    expect(await readSends(schedule)).toMatchObject([
      { status: 'skipped', reason: expect.stringMatching(/^Robin Reyes, who saved .* no longer/) },
    ]);
    await remove(schedule);
  });

  it('are tried again while the mail server fails, then given up', async () => {
    const schedule = await addAndSend();
    const refused = contextWith(() =>
      Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNECTION' })),
    );
    await sendDueReports(refused);
    // Nothing is tried before its time.
    await sendDueReports(refused);
    const reason = 'The email could not be sent (ECONNECTION).';
    expect(await readSends(schedule)).toMatchObject([{ status: 'waiting', attempts: 1, reason }]);
    for (let tries = 2; tries <= 12; tries++) {
      await setSends({ tryAt: sql`now()` });
      await sendDueReports(refused);
    }
    expect(await readSends(schedule)).toMatchObject([{ status: 'failed', attempts: 12, reason }]);
    await remove(schedule);
  });

  it('that are refused for good fail at once, and the user is marked and the author told', async () => {
    const reader = await addReader(test, ['Reports']);
    office.answers.set(reader.email, 550);
    const schedule = await add({ adminIds: [reader.id] });
    await makeDue(test, schedule.id, 1);
    await sendDueReports(contextWith());
    const reason = 'The mail server answered: 550 No such user here';
    expect(await readSends(schedule)).toMatchObject([{ status: 'failed', attempts: 1, reason }]);
    const { data } = await test.owner.admins.getById({ params: { id: reader.id } });
    expect(data.mailRefusal).toBe(reason);
    const told = (await test.ask.notifications.list({ query: {} })).results;
    expect(told.map(({ subject }) => subject)).toContainEqual({
      kind: 'scheduled_report_failed',
      scheduleId: schedule.id,
    });
    await remove(schedule);
  });

  it('whose process ended are taken by another one', async () => {
    const schedule = await addAndSend();
    await setSends({ attempts: 1, tryAt: sql<string>`now() + interval '10 minutes'` });
    await sendDueReports(contextWith());
    expect(office.received).toEqual([]);
    await expectSecondTry(schedule);
    await remove(schedule);
  });

  it('that are too large to attach link to the report for staff, and fail for a coordinator', async () => {
    const coordinator = { to: 'coordinator' as const, adminIds: [] };
    const schedules = [await addAndSend(), await addAndSend(coordinator)];
    await sendDueReports(contextWith(), 50);
    const { text } = await office.next('owner@example.com');
    const [link = ''] = /https:\S+\/reports\?\S+/.exec(text) ?? [];
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
      reportType: 'SHIP_TO_SCHOOL',
      schoolIdentifier: floor.fair.schoolIdentifier,
      startDate: today('America/Detroit'),
      endDate: today('America/Detroit'),
    });
    expect(await readSends(schedules[1]!)).toMatchObject([
      { status: 'failed', reason: expect.stringContaining('too large for an email') },
    ]);
    for (const schedule of schedules) await remove(schedule);
  });

  it('are not sent with the name of a student who was erased while they were made', async () => {
    const olive = { studentNumber: 'S-2', firstName: 'Olive', lastName: 'Longago' };
    const student = await test.ask.studentRecords.add({
      body: { schoolId: floor.fair.schoolId, ...olive },
    });
    const schedule = await addAndSend();
    let sending: Promise<void> | undefined;
    await test.db.transaction().execute(async (tx) => {
      // The report has its snapshot and waits for the registers of its head.
      await sql`lock table devices in access exclusive mode`.execute(tx);
      sending = sendDueReports(contextWith());
      await vi.waitFor(
        async () => {
          const { rows } = await sql`
            select from pg_locks
            where not granted and relation = 'devices'::regclass`.execute(test.db);
          expect(rows).not.toEqual([]);
        },
        { timeout: 10_000, interval: 20 },
      );
      await test.owner.students.erase({
        params: { id: student.id },
        body: { confirm: 'S-2', reason: 'The family asked for it.' },
      });
    });
    await sending;
    expect(office.received).toEqual([]);
    await expectSecondTry(schedule);
    await remove(schedule);
  });
});
