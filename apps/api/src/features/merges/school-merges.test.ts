import type { NewSchool } from '@pos/contract/schools';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { jobTasks } from '#api/job-tasks.ts';
import { getRefusal } from '#testing/refusals.ts';
import { runJobs } from '#testing/run-jobs.ts';
import { runSync } from '#testing/run-sync.ts';
import { fairOnLastDay, finish, revert } from '#testing/close-outs.ts';
import { openFair } from '#testing/sales-floor.ts';
import { oneSource, sourceFolder } from '#testing/source-folder.ts';
import { startTestApp } from '#testing/test-app.ts';

const LAKEVIEW: NewSchool = {
  identifier: 'LAKEVIEW',
  name: 'Lakeview Elementary',
  address: '1 Lake Rd',
  city: 'Ada',
  state: 'MI',
  zip: '49301',
};
const CARD = { method: 1 as const, cardBrand: 'Visa', cardLast4: '4242' };

describe('merging a duplicate into a school', async () => {
  const source = await sourceFolder();
  const test = await startTestApp(oneSource(source.path));
  test.atEnd(() => source.drop());
  const floor = await fairOnLastDay(test);
  const keptId = (await test.ask.schools.add({ body: LAKEVIEW })).id;
  const merge = (id: string, mergedId: string) =>
    test.ask.schoolMerges.merge({ params: { id }, body: { mergedId } });
  const read = (id: string) => test.ask.schools.getById({ params: { id } });

  it('moves fairs with their sales, students, and AveDollars by one entry in each ledger', async () => {
    const { fair } = floor;
    const register = await floor.logIn('REG-01');
    await register.addStudent('S-1', 2_000);
    const order = await register.book({ payments: [CARD] });
    await finish(floor, { profitOption: 'ave_dollar' });
    const duplicate = await read(fair.schoolId);
    expect(duplicate.aveDollarBalanceCents).toBe(359);

    const school = await merge(keptId, duplicate.id);
    expect(school).toMatchObject({
      fairs: duplicate.fairs,
      aveDollarBalanceCents: 359,
      mergedInto: null,
    });
    expect(await read(duplicate.id)).toMatchObject({
      fairs: 0,
      aveDollarBalanceCents: 0,
      status: 'inactive',
      mergedInto: { id: keptId, identifier: 'LAKEVIEW', name: LAKEVIEW.name },
    });
    const entriesOf = async (id: string) =>
      (await test.ask.aveDollars.list({ params: { id }, query: {} })).results.map(
        ({ amountCents, note }) => [amountCents, note],
      );
    expect(await entriesOf(duplicate.id)).toEqual([
      [-359, 'Merged into Lakeview Elementary, LAKEVIEW'],
      [359, ''],
    ]);
    expect(await entriesOf(keptId)).toEqual([
      [359, `Of ${duplicate.name}, ${duplicate.identifier}, merged into this school`],
    ]);
    for (const schoolId of [keptId, duplicate.id]) {
      const { data: orders } = await test.owner.orders.list({ query: { schoolId } });
      const { data: students } = await test.owner.students.list({ query: { schoolId } });
      expect([orders.results.map(({ id }) => id), students.results.length]).toEqual(
        schoolId === keptId ? [[order.id], 1] : [[], 0],
      );
    }
    // A revert takes the AveDollars back from the school that has the fair now.
    await revert(floor);
    expect((await read(keptId)).aveDollarBalanceCents).toBe(0);
  });

  it('lets the identifier of the duplicate stand for the school: forms, reports, public pages, files', async () => {
    const { fair } = floor;
    const { identifier } = await read(fair.schoolId);
    expect(await test.ask.schools.getSchools({ query: { identifier } })).toMatchObject([
      { value: keptId, identifier: 'LAKEVIEW' },
    ]);
    const { data: report } = await test.owner.reports.run({
      query: {
        reportType: 'SALES_SUMMARY',
        schoolIdentifier: identifier,
        startDate: fair.startDate,
        endDate: fair.endDate,
      },
    });
    expect(report).toMatchObject({
      school: { identifier: 'LAKEVIEW' },
      fairs: [{ identifier: fair.identifier }],
    });
    await sql`update fairs set published = true where id = ${fair.id}`.execute(test.db);
    for (const school of [identifier, 'LAKEVIEW']) {
      const { data } = await test.client().publicPages.customizedFair({
        params: { school, fair: fair.identifier },
      });
      expect(data).toMatchObject({ schoolName: LAKEVIEW.name });
    }
  });

  it('refuses any further change of the duplicate, and new fairs at an inactive school', async () => {
    const { schoolId } = floor.fair;
    const { version } = await read(schoolId);
    const merged = { code: 'IN_USE', message: expect.stringContaining('was merged into Lakeview') };
    const body = { notes: 'x', version };
    for (const refused of [
      () => test.owner.schools.update({ params: { id: schoolId }, body }),
      () =>
        test.owner.schools.changeStatus({ params: { id: schoolId }, body: { status: 'active' } }),
      () =>
        test.owner.aveDollars.adjust({
          params: { id: schoolId },
          body: { amountCents: 100, note: 'A prize' },
        }),
    ])
      expect(await getRefusal(refused())).toMatchObject(merged);
    expect((await getRefusal(merge(keptId, schoolId))).errors?.['mergedId']).toContain(
      'was merged into',
    );
    const closed = await test.owner.schools.add({ body: { ...LAKEVIEW, identifier: 'CLOSED' } });
    await test.owner.schools.changeStatus({
      params: { id: closed.data.id },
      body: { status: 'inactive' },
    });
    const plan = test.owner.fairs.add({
      body: {
        schoolIdentifier: 'CLOSED',
        name: 'Spring Fair',
        address: '1 Lake Rd, Ada',
        startDate: '2027-03-01',
        endDate: '2027-03-05',
        salesTaxRate: 8.25,
        adminId: test.ownerId,
        packageOption: 1,
        deviceIds: [],
      },
    });
    expect((await getRefusal(plan)).errors).toEqual({
      schoolIdentifier: 'Lakeview Elementary is inactive. Activate the school first.',
    });
    expect((await getRefusal(merge(keptId, keptId))).errors).toEqual({
      mergedId: 'Choose another school than the one that stays.',
    });
  });

  it('refuses two schools that share a student number, and moves nothing', async () => {
    const other = await openFair(test);
    const { schoolId } = other.fair;
    await (await other.logIn('REG-02')).addStudent('S-1', 0);
    expect((await getRefusal(merge(keptId, schoolId))).errors?.['mergedId']).toBe(
      'Both schools have 1 student of the same number (S-1). Renumber these students at one of the schools first.',
    );
    expect(await read(schoolId)).toMatchObject({ mergedInto: null, status: 'active' });
  });

  it('keeps what the source delivers: it is never merged away, and a merged one is never delivered', async () => {
    await source.write('schools.csv', ['identifier,name', 'SYNCED,Synced School', 'TWIN,Twin']);
    await runJobs(test, { tasks: jobTasks(test.db, oneSource(source.path)) });
    await runSync(test.owner, 'schools');
    const idOf = async (search: string) =>
      (await test.ask.schools.list({ query: { search } })).results[0]!.id;
    const [synced, twin] = [await idOf('SYNCED'), await idOf('TWIN')];
    expect((await getRefusal(merge(synced, twin))).errors?.['mergedId']).toContain(
      'Merge them there',
    );
    expect((await getRefusal(merge(keptId, synced))).errors?.['mergedId']).toContain(
      'merge Lakeview Elementary into it',
    );
    await merge(synced, keptId);
    await source.write('schools.csv', [
      'identifier,name',
      'SYNCED,Synced School',
      'LAKEVIEW,Again',
    ]);
    await source.write('students.csv', [
      'schoolIdentifier,studentNumber,firstName,lastName',
      'LAKEVIEW,S-1,Quin,Farrow',
    ]);
    const delivered = () => runSync(test.owner);
    for (const run of [await delivered(), await delivered()]) {
      expect(run.files).toMatchObject([
        { rejected: 1 },
        { state: 'skipped' },
        { rejected: 0, deactivated: 0 },
        { state: 'skipped' },
      ]);
      expect(run.errors.map(({ message }) => message)).toContain(
        'School "LAKEVIEW" was merged into another. Remove it from the source.',
      );
    }
    expect((await test.ask.students.list({ query: { schoolId: synced } })).results).toMatchObject([
      { studentNumber: 'S-1', status: 'active' },
    ]);
    // Chains end at one school.
    expect((await read(floor.fair.schoolId)).mergedInto?.id).toBe(synced);
  });
});
