import { newSchool } from '#testing/selling/new-records.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Db } from '#api/db/db.ts';
import { brokenPromises } from '#api/invariants/invariants.ts';
import { uploadDesk } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { undone } from '#testing/calls/undone.ts';

describe('the total of all fairs, schools and students', async () => {
  const test = await startTestApp();
  await openFair(test);
  let schools = 0;
  let students = 0;

  /** Totals without a filter, the same on each page. */
  const totals = async () => {
    const pages = [1, 2].map(async (page) => {
      const query = { page };
      const found = await Promise.all([
        test.owner.fairs.list({ query }),
        test.owner.schools.list({ query }),
        test.owner.students.list({ query }),
      ]);
      return found.map(({ data }) => data.totalResults);
    });
    const [first, second] = await Promise.all(pages);
    expect(second).toEqual(first);
    return first!;
  };
  /** The same totals with filters that exclude nothing and are counted row by row. */
  const counted = async () => {
    const query = { status: ['active', 'inactive'] as ('active' | 'inactive')[] };
    const found = await Promise.all([
      test.owner.fairs.list({ query }),
      test.owner.schools.list({ query }),
      test.owner.students.list({ query: { hasBalance: true } }),
      test.owner.students.list({ query: { hasBalance: false } }),
    ]);
    const [fairs, all, rich, empty] = found.map(({ data }) => data.totalResults);
    return [fairs, all, rich! + empty!];
  };
  /** Does `work` and returns by how much each total changed. */
  const changeBy = async (work: () => Promise<unknown>) => {
    const before = await totals();
    await work();
    const after = await totals();
    expect(after).toEqual(await counted());
    return after.map((total, index) => total - before[index]!);
  };
  const expectChange = async (work: () => Promise<unknown>, change: readonly number[]) =>
    expect(await changeBy(work)).toEqual(change);
  const addSchool = () => test.ask.schools.add({ body: newSchool(`LC-${++schools}`) });
  const studentRow = (schoolId: string) => ({
    id: uuidv7(),
    schoolId,
    studentNumber: `LC-${++students}`,
    firstName: 'Wren',
    lastName: 'Ashby',
    factsFamilyId: null,
  });
  const addStudentTo = async (schoolId: string) => {
    const { id: _id, factsFamilyId: _none, ...body } = studentRow(schoolId);
    return await test.ask.studentRecords.add({ body });
  };
  const uploadStudents = (schoolId: string, numbers: readonly string[]) => {
    const cells = { 'First Name': 'Lark', 'Last Name': 'Ford' };
    const rows = numbers.map((number) => ({ ...cells, 'Student Number': number }));
    return uploadDesk(test, 'students', { schoolId }).upload(rows);
  };

  it('follows each fair and school that is added, deactivated, reset, merged or deleted', async () => {
    let fair = { id: '', identifier: '' };
    const add = async () => {
      fair = await plannedFair(test, `LC-${++schools}`);
    };
    await expectChange(add, [1, 1, 0]);
    const off = { params: { id: fair.id }, body: { status: 'inactive' } } as const;
    await expectChange(() => test.owner.fairs.changeStatus(off), [0, 0, 0]);
    const { id } = fair;
    await expectChange(() => test.owner.fairs.delete({ params: { id } }), [-1, 0, 0]);
    const [kept, merged] = [await addSchool(), await addSchool()];
    await expectChange(
      () =>
        test.owner.schoolMerges.merge({ params: { id: kept.id }, body: { mergedId: merged.id } }),
      [0, 0, 0],
    );
    const sold = await openFair(test);
    await expectChange(
      () =>
        test.owner.resets.reset({
          body: { fairId: sold.fair.id, confirm: sold.fair.identifier },
        }),
      [0, 0, 0],
    );
  });

  it('follows each student who is added, imported, undone, merged, moved or deleted', async () => {
    const school = await addSchool();
    const [kept, merged] = [await addStudentTo(school.id), await addStudentTo(school.id)];
    let jobId: string | undefined;
    const upload = async () => {
      ({ jobId } = await uploadStudents(school.id, ['U-1', 'U-2', 'U-3']));
    };
    await expectChange(upload, [0, 0, 3]);
    await expectChange(() => test.owner.uploads.undo({ params: { id: jobId! } }), [0, 0, -3]);
    await expectChange(
      () =>
        test.owner.studentMerges.merge({ params: { id: kept.id }, body: { mergedId: merged.id } }),
      [0, 0, 0],
    );
    const other = await addSchool();
    const move = () =>
      test.db
        .updateTable('students')
        .set({ schoolId: other.id })
        .where('id', '=', kept.id)
        .execute();
    await expectChange(move, [0, 0, 0]);
    const gone = () => test.db.deleteFrom('students').where('id', '=', merged.id).execute();
    await test.db.deleteFrom('wallets').where('studentId', '=', merged.id).execute();
    await expectChange(gone, [0, 0, -1]);
  });

  it('equals a recount after any sequence of inserts, deletes and rollbacks', async () => {
    const { id } = await addSchool();
    const insert = (db: Db, rows: number) =>
      db
        .insertInto('students')
        .values(Array.from({ length: rows }, () => studentRow(id)))
        .execute();
    const remove = (db: Db, rows: number) =>
      sql`
        delete from students
        where id in (select id from students where school_id = ${id} limit ${rows})`.execute(db);
    const step = fc.record({
      kind: fc.constantFrom('insert', 'remove', 'both'),
      rows: fc.integer({ min: 1, max: 5 }),
      isUndone: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        for (const { kind, rows, isUndone } of steps) {
          const play = async (db: Db) => {
            if (kind === 'insert' || kind === 'both') await insert(db, rows);
            if (kind === 'remove' || kind === 'both') await remove(db, rows + 1);
          };
          if (isUndone) await undone(test.db, play);
          else await play(test.db);
        }
        expect(await totals()).toEqual(await counted());
      }),
      { seed: 20261125, numRuns: 10 },
    );
  });

  it('breaks invariant K11 if a stored count is off by one, and a recount mends it', async () => {
    await undone(test.db, async (tx) => {
      expect(await brokenPromises(tx)).toEqual([]);
      await sql`update student_counts set students = students + 1`.execute(tx);
      expect(await brokenPromises(tx)).toEqual([expect.stringMatching(/^K11 /)]);
      await sql`select recount_students()`.execute(tx);
      expect(await brokenPromises(tx)).toEqual([]);
    });
  });
});
