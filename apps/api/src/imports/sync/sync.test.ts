import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { jobTasks } from '#api/start/job-tasks.ts';
import { fairOnLastDay, finish, readCloseOut } from '#testing/selling/close-outs.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { HUNGER } from '#testing/selling/sales-floor.ts';
import {
  BOOK_ROW,
  toCounts,
  oneSource,
  SCHOOL_ROW,
  SCHOOLS,
  STUDENT_ROW,
  STUDENTS,
  TITLES,
} from '#testing/selling/source-folder.ts';
import { openSyncDesk } from '#testing/selling/sync-desk.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const shared = new URL('../../../../../../shared/data/fair-a/source/', import.meta.url);

describe('sync from the source system', async () => {
  const { test, source, jobs, sync, titleRow } = await openSyncDesk();

  it('reads the delivered files, names missing ones, and changes nothing the second time', async () => {
    await source.write('schools.csv', [SCHOOLS, SCHOOL_ROW]);
    await source.write('titles.csv', [
      TITLES,
      `${BOOK_ROW},55`,
      'PENCIL-01,,"Pencil, ""HB""",,Merchandise,125,,110',
    ]);
    await source.write('students.csv', [STUDENTS, STUDENT_ROW]);
    const first = await sync();
    expect(first).toMatchObject({ kind: 'sync', status: 'succeeded', progress: 100, errors: [] });
    const none = { updated: 0, unchanged: 0, deactivated: 0, rejected: 0 };
    expect(first.files).toEqual([
      { file: 'schools.csv', state: 'read', rows: 1, created: 1, ...none },
      { file: 'titles.csv', state: 'read', rows: 2, created: 2, ...none },
      { file: 'students.csv', state: 'read', rows: 1, created: 1, ...none },
      { file: 'wallet-top-ups.csv', state: 'skipped', rows: 0, created: 0, ...none },
    ]);
    expect(
      await test.db
        .selectFrom('schools')
        .select(['identifier', 'zip', 'enrollment', 'timeZone', 'factsEnabled', 'status'])
        .executeTakeFirstOrThrow(),
    ).toEqual({
      identifier: 'MI01',
      zip: '49301',
      enrollment: 353,
      timeZone: 'America/Detroit',
      factsEnabled: false,
      status: 'active',
    });
    expect(await titleRow('PENCIL-01')).toMatchObject({
      isbn13: null,
      title: 'Pencil, "HB"',
      category: 'Merchandise',
      priceCents: 125,
      taxable: true,
      warehouseQty: 110,
    });
    expect(
      await test.db
        .selectFrom('students')
        .innerJoin('wallets', 'wallets.studentId', 'students.id')
        .innerJoin('studentParents', 'studentParents.studentId', 'students.id')
        .innerJoin('parents', 'parents.id', 'studentParents.parentId')
        .select(['studentNumber', 'grade', 'factsFamilyId', 'balanceCents', 'parents.name'])
        .execute(),
    ).toEqual([
      {
        studentNumber: 'S1',
        grade: 'K',
        factsFamilyId: 'F38984',
        balanceCents: 0,
        name: 'Ivy Vannick',
      },
    ]);
    const stock = () =>
      sql`
        select (select count(*) from stock_movements) as movements,
          (select max(updated_at) from titles) as titles,
          (select max(updated_at) from schools) as schools,
          (select max(updated_at) from students) as students,
          (select count(*) from activity where action like '%.synced') as lines`.execute(test.db);
    const before = (await stock()).rows;
    const second = await sync();
    expect(second.files.map(toCounts)).toEqual([
      [0, 0, 1, 0, 0],
      [0, 0, 2, 0, 0],
      [0, 0, 1, 0, 0],
      [0, 0, 0, 0, 0],
    ]);
    expect((await stock()).rows).toEqual(before);
  });

  it('accepts a byte order mark, bare line feeds, headers in any case and unknown columns', async () => {
    await source.write('schools.csv', [
      `\uFEFFName,IDENTIFIER,nonsense\nBeach School,MI02,x\n\n"Two\nLines",MI03,y`,
    ]);
    expect(await sync('schools')).toMatchObject({
      status: 'partial',
      errors: [
        { file: 'schools.csv', row: 4, column: 'name', message: 'Remove the control characters.' },
      ],
      files: [{ rows: 2, created: 1, rejected: 1 }],
    });
    expect(
      await test.db
        .selectFrom('schools')
        .select(['timeZone', 'city', 'status'])
        .where('identifier', '=', 'MI02')
        .executeTakeFirstOrThrow(),
    ).toEqual({ timeZone: 'America/New_York', city: '', status: 'active' });
  });

  it('reports each invalid row with file, row, column and reason, and imports the others', async () => {
    await source.write('titles.csv', [
      TITLES,
      `${BOOK_ROW},55`,
      '9780439554931,9780439554931,Wrong digit,,Teen,599,Y,1',
      'A-1,,No price,,Teen,5.99,Y,1',
      'A-2,,,,Teen,599,Y,1',
      'A-3,,Half a book,,Teen,599,Y,1.5',
      'A-4,,Good,,Nonsense,599,N,7',
      'a-4,,Again,,Teen,599,Y,7',
      'A-5,,Short row',
    ]);
    await source.write('students.csv', [STUDENTS, STUDENT_ROW, 'NOPE,S2,A,B,1,T,,,']);
    await source.remove('schools.csv');
    const run = await sync();
    expect(run.status).toBe('partial');
    expect(
      run.errors.map(({ file, row, column, message }) => [file, row, column, message]),
    ).toEqual([
      ['titles.csv', 3, 'isbn13', 'ISBN check digit is wrong.'],
      ['titles.csv', 4, 'priceCents', 'Enter the price in whole cents, 0 to 99999.'],
      ['titles.csv', 5, 'title', 'Title must have 1 to 255 characters.'],
      ['titles.csv', 6, 'warehouseQty', 'Enter the stock as a whole number, 0 or more.'],
      ['titles.csv', 8, null, 'Duplicate of row 7.'],
      ['titles.csv', 9, null, 'This row has 3 columns, but the header has 8.'],
      ['students.csv', 3, 'schoolIdentifier', 'School "NOPE" not found.'],
    ]);
    expect(run.files.map(({ state, created, rejected }) => [state, created, rejected])).toEqual([
      ['skipped', 0, 0],
      ['read', 1, 6],
      ['read', 0, 1],
      ['skipped', 0, 0],
    ]);
    const good = { category: 'Other', taxable: false, warehouseQty: 7 };
    expect(await titleRow('A-4')).toMatchObject(good);
  });

  it('runs one sync at a time', async () => {
    await jobs.stop();
    const body = { scope: 'all' } as const;
    const key = { idempotencyKey: 'sync-1' };
    const data = await test.ask.settings.sync({ body }, key);
    await expectRefusal(test.owner.settings.sync({ body }), 'SYNC_RUNNING');
    expect(await test.ask.settings.sync({ body }, key)).toEqual(data);
    await runJobs(test, { tasks: jobTasks(test.db, oneSource(source.path)) });
    await expect
      .poll(async () => (await test.ask.jobs.getById({ params: { id: data.jobId } })).finishedAt, {
        timeout: 20_000,
      })
      .not.toBeNull();
    await sync();
  });

  it('changes nothing at a closed-out fair, whatever happens to its school and titles', async () => {
    const floor = await fairOnLastDay(test);
    const { fair } = floor;
    const register = await floor.logIn('SYNC-1');
    await register.handIn(register.sold(), register.sold());
    await finish(floor);
    const readRows = (table: 'fairLines' | 'orders') =>
      test.db.selectFrom(table).selectAll().where('fairId', '=', fair.id).orderBy('id').execute();
    const query = {
      reportType: 'SALES_SUMMARY' as const,
      schoolIdentifier: fair.schoolIdentifier,
      fairIdentifier: fair.identifier,
      startDate: fair.startDate,
      endDate: fair.endDate,
    };
    const picture = async () => ({
      fair: await test.db.selectFrom('fairs').selectAll().where('id', '=', fair.id).execute(),
      lines: await readRows('fairLines'),
      orders: await readRows('orders'),
      closeOut: await readCloseOut(floor),
      // The report's time and the school's current name may differ.
      report: { ...(await test.ask.reports.run({ query })), generatedAt: null, school: null },
    });
    const before = await picture();
    await source.write('schools.csv', [
      SCHOOLS,
      `${fair.schoolIdentifier},Another Name,9 Other St,Ada,MI,49301,(616)555-0199,999,America/Chicago`,
    ]);
    await source.write('titles.csv', [
      TITLES,
      `${HUNGER},,The Hunger Games (new),Suzanne Collins,Toys,9999,N,3`,
    ]);
    expect((await sync()).files).toMatchObject([{ updated: 1 }, { updated: 1 }, {}, {}]);
    expect(await picture()).toEqual(before);
  });

  it.runIf(existsSync(shared))(
    'reads what a real source delivers and finds no change the second time',
    async () => {
      for (const name of ['schools.csv', 'titles.csv', 'students.csv', 'wallet-top-ups.csv'])
        await copyFile(fileURLToPath(new URL(name, shared)), `${source.path}/${name}`);
      const rows = [1, 248, 120, 45];
      expect(await sync()).toMatchObject({
        status: 'succeeded',
        errors: [],
        files: rows.map((count) => ({ rows: count, created: count })),
      });
      expect((await sync()).files).toMatchObject(
        rows.map((count) => ({ rows: count, unchanged: count, deactivated: 0 })),
      );
    },
  );
});

describe('settings', () => {
  it('names the product and its support contact, and no source if none is set', async () => {
    const test = await startTestApp();
    const { client: reader } = await signedInWith(test, []);
    expect((await reader.settings.get()).data).toEqual({
      companyName: 'POS Admin',
      supportEmail: '',
      supportPhone: '',
      receiptFooter: '',
      roundCash: false,
      defaultTimeZone: 'America/New_York',
      appVersion: '0.0.0-test',
      studentRetentionMonths: 0,
    });
    await expectRefusal(
      test.owner.settings.sync({ body: { scope: 'all' } }),
      'SYNC_SOURCE_MISSING',
    );
  });
});
