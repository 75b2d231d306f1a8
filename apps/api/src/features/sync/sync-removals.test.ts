import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { jobTasks } from '#api/job-tasks.ts';
import { startJobs } from '#api/jobs/run-jobs.ts';
import { runSync } from '#testing/run-sync.ts';
import {
  oneSource,
  SCHOOLS,
  sourceFolder,
  type SourceFolder,
  STUDENTS,
  TITLES,
} from '#testing/source-folder.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const SCHOOL = 'MI01,Lakeview Elementary,1 Lake Rd,Ada,MI,49301,(616)555-0100,353,America/Detroit';
const BOOK = '9780439023481,9780439023481,The Hunger Games,Suzanne Collins,Teen,899,Y';
const STUDENT = 'MI01,S1,Quin,Farrow,K,Mr. Birch,Ivy Vannick,ivy@example.org,F38984';

describe('records that the source system drops or moves', () => {
  let test: TestApp;
  let source: SourceFolder;
  let jobs: { stop(): Promise<void> };
  beforeAll(async () => {
    source = await sourceFolder();
    test = await startTestApp(oneSource(source.path));
    jobs = await startJobs({
      connectionString: test.url,
      db: test.db,
      tasks: jobTasks(test.db, oneSource(source.path)),
      log: console,
    });
    return async () => {
      await jobs.stop();
      await source.drop();
    };
  });
  const sync = (scope: Parameters<typeof runSync>[1] = 'all') => runSync(test.owner, scope);

  it('deactivates records that disappear, unless in use, and reactivates them when they return', async () => {
    const more = [
      `MI07,Gone School,1 Rd,Ada,MI,49301,,,`,
      `MI08,School with a fair,1 Rd,Ada,MI,49301,,,`,
    ];
    await source.write('schools.csv', [SCHOOLS, SCHOOL, ...more]);
    await source.write('titles.csv', [TITLES, `${BOOK},40`, 'GONE-1,,Gone,,Other,100,Y,3']);
    await source.write('students.csv', [
      STUDENTS,
      STUDENT,
      'MI01,S5,Gone,Child,3,T,,,',
      'MI01,S6,Staying,Child,3,T,,,',
    ]);
    await sync();
    await test.owner.fairs.add({
      body: {
        schoolIdentifier: 'MI08',
        name: 'Open fair',
        address: 'x',
        startDate: '2027-01-01',
        endDate: '2027-01-02',
        salesTaxRate: 0,
        adminId: test.ownerId,
        packageOption: 1,
      },
    });

    await source.write('schools.csv', [SCHOOLS, SCHOOL]);
    await source.write('titles.csv', [TITLES, 'OTHER-1,,Other,,Other,100,Y,3']);
    await source.write('students.csv', [STUDENTS, 'MI01,S6,Staying,Child,3,T,,,']);
    const run = await sync();
    const statusOf = async (
      table: 'schools' | 'titles' | 'students',
      column: string,
      value: string,
    ) =>
      (
        await sql<{
          status: string;
        }>`select status from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(
          test.db,
        )
      ).rows[0]?.status;
    expect(await statusOf('schools', 'identifier', 'MI07')).toBe('inactive');
    expect(await statusOf('schools', 'identifier', 'MI08')).toBe('active');
    expect(await statusOf('schools', 'identifier', 'SHIP')).toBe('active');
    expect(await statusOf('titles', 'sku', 'GONE-1')).toBe('inactive');
    expect(await statusOf('titles', 'sku', '9780439023481')).toBe('active');
    expect(await statusOf('students', 'student_number', 'S5')).toBe('inactive');
    expect(await statusOf('students', 'student_number', 'S1')).toBe('active');
    expect(run.files.map(({ deactivated }) => deactivated)).toEqual([1, 1, 1, 0]);

    await source.write('students.csv', [
      STUDENTS,
      'MI01,S5,Gone,Child,3,T,,,',
      'MI01,S6,Staying,Child,3,T,,,',
    ]);
    expect((await sync('students')).files).toMatchObject([{ updated: 1, unchanged: 1 }]);
    expect(await statusOf('students', 'student_number', 'S5')).toBe('active');
  });

  it('deactivates nothing for a file that is empty, truncated or has an unidentified row', async () => {
    const students = () =>
      test.db
        .selectFrom('students')
        .select((eb) => eb.fn.countAll().as('active'))
        .where('status', '=', 'active')
        .executeTakeFirstOrThrow();
    const before = await students();
    await source.write('students.csv', [STUDENTS]);
    expect(await sync('students')).toMatchObject({
      status: 'succeeded',
      files: [{ rows: 0, deactivated: 0 }],
    });
    await source.write('students.csv', [STUDENTS, 'MI01,,No,Number,3,T,,,']);
    expect(await sync('students')).toMatchObject({
      status: 'partial',
      files: [{ rejected: 1, deactivated: 0 }],
    });
    await source.write('students.csv', [STUDENTS, 'MI01,S6,"Staying,Child,3,T,,,']);
    expect(await sync('students')).toMatchObject({
      status: 'failed',
      errors: [
        {
          message: 'The file cannot be read as CSV from row 2 on: a quotation mark is not closed.',
        },
      ],
    });
    expect(await students()).toEqual(before);
  });

  it('moves a child to another parent', async () => {
    await source.write('students.csv', [
      STUDENTS,
      'MI01,S6,Staying,Child,3,T,New Parent,new@example.org,',
    ]);
    expect((await sync('students')).files).toMatchObject([{ updated: 1 }]);
    await source.write('students.csv', [
      STUDENTS,
      'MI01,S6,Staying,Child,3,T,Newer Parent,newer@example.org,',
    ]);
    await sync('students');
    const parents = await test.db
      .selectFrom('studentParents')
      .innerJoin('parents', 'parents.id', 'parentId')
      .innerJoin('students', 'students.id', 'studentId')
      .select('parents.name')
      .where('studentNumber', '=', 'S6')
      .execute();
    expect(parents).toEqual([{ name: 'Newer Parent' }]);
  });

  it('gives a child two parents if the source names two, and takes one away again', async () => {
    const withSecond =
      'schoolIdentifier,studentNumber,firstName,lastName,grade,teacher,parentName,parentEmail,secondParentName,secondParentEmail';
    const parents = async () =>
      (
        await test.db
          .selectFrom('studentParents')
          .innerJoin('parents', 'parents.id', 'parentId')
          .innerJoin('students', 'students.id', 'studentId')
          .select('parents.name')
          .where('studentNumber', '=', 'S6')
          .orderBy('parents.name')
          .execute()
      ).map(({ name }) => name);
    await source.write('students.csv', [
      withSecond,
      'MI01,S6,Staying,Child,3,T,Newer Parent,newer@example.org,Other Parent,other@example.org',
    ]);
    expect((await sync('students')).files).toMatchObject([{ updated: 1, rejected: 0 }]);
    expect(await parents()).toEqual(['Newer Parent', 'Other Parent']);
    expect((await sync('students')).files).toMatchObject([{ unchanged: 1 }]);
    await source.write('students.csv', [
      withSecond,
      'MI01,S6,Staying,Child,3,T,Newer Parent,newer@example.org,,',
    ]);
    await sync('students');
    expect(await parents()).toEqual(['Newer Parent']);
  });
});
