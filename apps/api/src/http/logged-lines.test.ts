import { TABLET } from '#testing/selling/new-records.ts';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { queueBackgroundTask } from '#api/jobs/job-queue.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { openFair, SECRET_CODE } from '#testing/selling/sales-floor.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';

/** Data that must be in no log line: a person, a search and a wrong password. */
const PRIVATE = {
  person: 'Robin Meadows',
  search: 'robin-in-search',
  wrongPassword: 'Wrong-Password-77',
};

describe('log lines', async () => {
  const test = await startTestApp({ logLevel: 'info' });
  const floor = await openFair(test);
  const lines = () => test.logged.map((line) => line as unknown as Record<string, unknown>);
  const requests = () => lines().filter(({ msg }) => msg === 'request completed');
  const addDevice = (name: string) =>
    test.owner.devices.add({
      body: { deviceId: `REG-${name.length}`, name, ...TABLET },
    });

  it('name the request, and the user or register who made it', async () => {
    await test.owner.devices.list();
    expect(requests().at(-1)).toMatchObject({
      reqId: expect.stringMatching(/^[\da-f-]{36}$/),
      userId: test.ownerId,
      res: { statusCode: 200 },
    });
    const register = await floor.logIn('TILL-01');
    await register.pos.catalog();
    expect(requests().at(-1)).toMatchObject({ registerId: register.id });
  });

  it('of failed jobs and tasks hold their reference, and no name, mail or statement', async () => {
    const failing = async () => {
      await sql`insert into students (id, school_id, student_number, first_name, last_name)
        values (gen_random_uuid(), ${floor.fair.schoolId}, 'ST-9', ${PRIVATE.person}, null)`.execute(
        test.db,
      );
      return undefined;
    };
    await runJobs(test, {
      tasks: { export: failing },
      backgroundTasks: { 'mail-a-person': failing },
      log: test.app.log,
    });
    await queueBackgroundTask(test.db, 'mail-a-person', { to: PRIVATE.person });
    const { data } = await test.owner.exports.add({
      body: { list: 'schools', query: {}, format: 'csv' },
    });
    await vi.waitFor(
      () => {
        expect(lines().find(({ kind }) => kind === 'export')).toMatchObject({
          jobId: data.jobId,
          err: { code: '23502', table: 'students', stack: expect.any(String) },
        });
        expect(lines()).toContainEqual(
          expect.objectContaining({ msg: 'a job failed', kind: 'mail-a-person' }),
        );
      },
      { timeout: 15_000, interval: 50 },
    );
    const text = JSON.stringify(test.logged);
    expect(text).not.toContain(PRIVATE.person);
    expect(text).not.toContain('insert into students');
  });

  it('hold no names, searches, bodies or secrets, whether calls succeed or fail', async () => {
    const register = await floor.logIn('TILL-02');
    await register.addStudent('ST-1');
    await register.book({ customerName: PRIVATE.person });
    await test.owner.students.list({ query: { search: PRIVATE.search } });
    await getRefusal(
      test.client().auth.login({ body: { ...OWNER, password: PRIVATE.wrongPassword } }),
    );
    await sql`alter table devices add constraint bug check (name <> ${sql.lit(PRIVATE.person)})`.execute(
      test.db,
    );
    await expectRefusal(addDevice(PRIVATE.person), 'INTERNAL');
    const bug = lines().find(({ msg }) => msg === 'bug');
    expect(bug).toMatchObject({
      userId: test.ownerId,
      err: { code: '23514', table: 'devices', constraint: 'bug', stack: expect.any(String) },
    });
    const text = JSON.stringify(test.logged);
    for (const secret of [
      ...Object.values(PRIVATE),
      OWNER.password,
      OWNER.email,
      test.ownerToken,
      register.token,
    ])
      expect(text).not.toContain(secret);
    // Part of a longer number or ID is not the code.
    expect(text).not.toMatch(new RegExp(`(?<![\\w.:-])${SECRET_CODE}(?![\\w.-])`));
  });
});
