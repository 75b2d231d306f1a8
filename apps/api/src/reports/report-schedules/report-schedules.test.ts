import type { ApiError } from '@pos/contract/client';
import { signedInWith } from '#testing/rights/personas.ts';
import { describe, expect, it } from 'vitest';
import { openPostOffice, PUBLIC_URL } from '#testing/files/post-office.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { addReader, makeSchedule } from '#testing/selling/scheduled-reports.ts';
import { startTestApp } from '#testing/app/test-app.ts';

describe('schedules of reports', async () => {
  const test = await startTestApp();
  const floor = await openFair(test);
  const office = await openPostOffice(test);

  const add = (changes?: Parameters<typeof makeSchedule>[1]) =>
    test.ask.reportSchedules.add({ body: makeSchedule(floor, changes) });
  const readErrors = async (changes: Parameters<typeof makeSchedule>[1]) =>
    (await getRefusal(test.owner.reportSchedules.add({ body: makeSchedule(floor, changes) })))
      .errors;
  const setCoordinator = (coordinatorEmail: string) =>
    test.db
      .updateTable('schools')
      .set({ coordinatorName: 'Pat Lee', coordinatorEmail })
      .where('id', '=', floor.fair.schoolId)
      .execute();
  /** Sends the report by hand and returns its unsubscribe link. */
  const linkIn = async (id: string, to: string): Promise<string> => {
    await test.db.deleteFrom('reportSends').where('scheduleId', '=', id).execute();
    await test.owner.reportSchedules.sendNow({ params: { id } });
    const mail = await office.next(to);
    const [link = ''] = /https:\/\/\S+\/unsubscribe\/[\w.-]+/.exec(mail.raw) ?? [];
    expect(mail.raw.replace(/\r\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${link}>`);
    expect(mail.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    return link.slice(PUBLIC_URL.length);
  };
  const open = (method: 'GET' | 'POST', url: string) =>
    test.app.inject({
      method,
      url,
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      }),
    });

  it('refuse unknown records, people without the right and coordinators without an address', async () => {
    const [reader, inactive] = [
      await addReader(test, ['Fairs']),
      await addReader(test, ['Reports']),
    ];
    await test.owner.admins.changeStatus({
      params: { id: inactive.id },
      body: { status: 'inactive' },
    });
    const wrong: [Parameters<typeof readErrors>[0], Record<string, string>][] = [
      [{ schoolIdentifier: 'NOWHERE' }, { schoolIdentifier: 'School "NOWHERE" not found.' }],
      [
        { adminIds: [reader.id] },
        { adminIds: 'Robin Reyes does not have the right to read Reports.' },
      ],
      [{ adminIds: [inactive.id] }, { adminIds: 'Robin Reyes is inactive.' }],
      [{ adminIds: [] }, { adminIds: 'Choose at least one person.' }],
      [
        { weekdays: [], time: '7 AM', timeZone: 'Nowhere' },
        {
          weekdays: 'Choose at least one weekday.',
          time: 'Enter a time such as 07:00.',
          timeZone: 'Unknown time zone.',
        },
      ],
    ];
    for (const [changes, errors] of wrong) expect(await readErrors(changes)).toEqual(errors);
    await setCoordinator('');
    expect(await readErrors({ to: 'coordinator', adminIds: [] })).toEqual({
      to: expect.stringContaining('has no email address for its coordinator'),
    });
    expect(await readErrors({ to: 'coordinator', adminIds: [], schoolIdentifier: '*' })).toEqual({
      to: expect.stringContaining('only reports of the own school'),
    });
    expect(await test.ask.reportSchedules.list()).toEqual([]);
  });

  it('are changed, paused, resumed and deleted, with activity', async () => {
    const { id, version } = await add({
      reportType: 'DAILY_SALES',
      schoolIdentifier: '*',
      season: '2026-fall',
    });
    const { update, changeStatus, getById } = test.owner.reportSchedules;
    const changes = makeSchedule(floor, { weekdays: [5, 1, 5], time: '18:30' });
    const { data: saved } = await update({ params: { id }, body: { ...changes, version } });
    expect(saved).toMatchObject({
      weekdays: [1, 5],
      time: '18:30',
      subject: floor.fair.schoolName,
      status: 'active',
      recipients: [{ adminId: test.ownerId, unsubscribedAt: null }],
    });
    const { data: paused } = await changeStatus({ params: { id }, body: { status: 'paused' } });
    expect(paused).toMatchObject({ status: 'paused', nextDueAt: null });
    const { data: resumed } = await changeStatus({ params: { id }, body: { status: 'active' } });
    expect(Date.parse(resumed.nextDueAt ?? '')).toBeGreaterThan(Date.now());
    await test.owner.reportSchedules.delete({ params: { id } });
    await expectRefusal(getById({ params: { id } }), 'NOT_FOUND');
    const { data: own } = await test.owner.activity.mine({ query: {} });
    expect(own.results.slice(0, 5).map(({ action }) => action)).toEqual(
      ['deleted', 'resumed', 'paused', 'updated', 'added'].map(
        (verb) => `scheduled_report.${verb}`,
      ),
    );
  });

  it('name all schools with their filters', async () => {
    const { id, subject } = await add({ schoolIdentifier: '*', season: '2026-fall' });
    expect(subject).toBe('All schools · Season: Fall 2026');
    await test.owner.reportSchedules.delete({ params: { id } });
  });

  it('are sent by hand at most once a minute', async () => {
    const { id } = await add();
    const { sendNow } = test.owner.reportSchedules;
    await sendNow({ params: { id } });
    await office.next('owner@example.com');
    const again = await sendNow({ params: { id } }).catch(() => 'refused');
    // A minute of the clock may have begun in between.
    if (again !== 'refused') await office.next('owner@example.com');
    await expectRefusal(sendNow({ params: { id } }), 'INVALID_TRANSITION');
    await test.owner.reportSchedules.delete({ params: { id } });
  });

  it('are sent by hand at most 20 times in 15 minutes by one person, whatever the schedules', async () => {
    const reader = await signedInWith(test, [['Reports', 'read_only']]);
    const answers: string[] = [];
    for (let count = 0; count < 21; count++) {
      const { id } = await add();
      answers.push(
        await reader.client.reportSchedules.sendNow({ params: { id } }).then(
          () => 'sent',
          (error: ApiError) => `${error.status}`,
        ),
      );
      await test.owner.reportSchedules.delete({ params: { id } });
    }
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 'sent'), '429']);
  });

  it('end for a recipient by the link in the email, never by opening it', async () => {
    await setCoordinator('pat@school.example');
    const { id } = await add({ to: 'coordinator', adminIds: [] });
    const read = () => test.ask.reportSchedules.getById({ params: { id } });
    const link = await linkIn(id, 'pat@school.example');

    const page = await open('GET', link);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('pat@school.example');
    expect(page.body).toContain('<form method="post">');
    expect(await read()).toMatchObject({
      status: 'active',
      recipients: [{ unsubscribedAt: null }],
    });

    // Some of the last characters decode to the same bytes.
    const lastChanged = Array.from(
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
    )
      .map((last) => `${link.slice(0, -1)}${last}`)
      .filter((each) => each !== link);
    for (const wrong of [`${link}x`, `${link}.x`, ...lastChanged])
      for (const method of ['GET', 'POST'] as const)
        expect((await open(method, wrong)).statusCode).toBe(404);
    expect((await read()).status).toBe('active');

    expect((await open('POST', link)).body).toContain('You get no more emails');
    expect((await open('POST', link)).statusCode).toBe(200);
    const ended = await read();
    expect(ended).toMatchObject({ status: 'paused', nextDueAt: null });
    expect(ended.recipients[0]?.unsubscribedAt).not.toBeNull();
    const { sendNow, changeStatus } = test.owner.reportSchedules;
    for (const call of [
      () => sendNow({ params: { id } }),
      () => changeStatus({ params: { id }, body: { status: 'active' } }),
    ])
      await expectRefusal(call(), 'INVALID_TRANSITION', {
        message: expect.stringContaining('every recipient has unsubscribed') as string,
      });

    // A new coordinator has not unsubscribed.
    await setCoordinator('lee@school.example');
    expect((await read()).recipients[0]?.unsubscribedAt).toBeNull();
    await changeStatus({ params: { id }, body: { status: 'active' } });
    await linkIn(id, 'lee@school.example');
    await test.owner.reportSchedules.delete({ params: { id } });
    expect((await open('GET', link)).statusCode).toBe(404);
  });

  it('stay ended for staff until they are removed and added again', async () => {
    const reader = await addReader(test, ['Reports']);
    // The link to set up the account.
    await office.next(reader.email);
    const both = [test.ownerId, reader.id];
    const { id, version } = await add({ adminIds: both });
    await test.owner.reportSchedules.sendNow({ params: { id } });
    await office.next('owner@example.com');
    const { raw } = await office.next(reader.email);
    const link = /https:\/\/[\w.]+(\/unsubscribe\/[\w.-]+)/.exec(raw)?.[1] ?? '';
    await open('POST', link);
    const save = (adminIds: string[], from: number) =>
      test.ask.reportSchedules.update({
        params: { id },
        body: { ...makeSchedule(floor, { adminIds }), version: from },
      });
    const isOut = ({ recipients }: Awaited<ReturnType<typeof save>>) =>
      recipients.find(({ adminId }) => adminId === reader.id)?.unsubscribedAt !== null;
    const kept = await save(both, version);
    expect(kept.status).toBe('active');
    expect(isOut(kept)).toBe(true);
    const without = await save([test.ownerId], kept.version);
    expect(isOut(await save(both, without.version))).toBe(false);
    await test.owner.reportSchedules.delete({ params: { id } });
  });
});
