import { newSchool } from '#testing/selling/new-records.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Db } from '#api/db/db.ts';
import { brokenPromises } from '#api/invariants/invariants.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { undone } from '#testing/calls/undone.ts';

describe('the total of all fairs, schools and students', async () => {
  const test = await startTestApp();
  await openFair(test);
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
  const studentRow = (schoolId: string) => ({
    id: uuidv7(),
    schoolId,
    studentNumber: `LC-${++students}`,
    firstName: 'Wren',
    lastName: 'Ashby',
    factsFamilyId: null,
  });

  it('equals a recount after any sequence of inserts, deletes and rollbacks', async () => {
    const { id } = await test.ask.schools.add({ body: newSchool('LIST') });
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
