import type { NewPromotion } from '@pos/contract/promotions';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { GRADES } from '@pos/contract/student-records';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { gradeAfter } from './promotions.rules.ts';

describe('promotion of students at year end', () => {
  let test: TestApp;
  let schools = 0;
  beforeAll(async () => {
    test = await startTestApp();
  });
  const openSchool = async (grades: readonly string[]) => {
    const { data } = await test.owner.schools.add({
      body: {
        identifier: `PROMO${++schools}`,
        name: 'Year End School',
        address: '1 Oak St',
        city: 'Ada',
        state: 'MI',
        zip: '49301',
      },
    });
    for (const [index, grade] of grades.entries())
      await test.owner.studentRecords.add({
        body: {
          schoolId: data.id,
          studentNumber: `N-${index}`,
          firstName: 'Wren',
          lastName: 'Ashby',
          grade,
        },
      });
    return data.id;
  };
  const preview = async (id: string, query = {}) =>
    (await test.owner.promotions.preview({ params: { id }, query })).data;
  const promote = async (id: string, body: NewPromotion) =>
    (await test.owner.promotions.promote({ params: { id }, body })).data;
  const gradesOf = async (schoolId: string) =>
    (
      await test.owner.students.list({ query: { schoolId, sort: 'studentNumber', limit: 50 } })
    ).data.results.map(({ grade, status }) => `${grade} ${status}`);

  it('is counted first, moves each grade up by one and deactivates graduates', async () => {
    const id = await openSchool(['K', 'k', '4', '5', 'Other', '']);
    const before = await preview(id);
    expect(before).toMatchObject({
      lastGrade: '5',
      promoted: 3,
      graduated: 1,
      kept: 2,
      last: null,
    });
    expect(before.steps).toContainEqual({ grade: '5', to: null, students: 1 });
    await promote(id, { lastGrade: '5', graduates: 'deactivate', promoted: 3, graduated: 1 });
    expect(await gradesOf(id)).toEqual([
      '1 active',
      '1 active',
      '5 active',
      '5 inactive',
      'Other active',
      ' active',
    ]);
  });

  it('refuses counts that are no longer true, such as those of a second click', async () => {
    const id = await openSchool(['1', '2']);
    const body = { lastGrade: '2', graduates: 'deactivate', promoted: 1, graduated: 1 } as const;
    await promote(id, body);
    expect((await getRefusal(promote(id, body))).code).toBe('FIGURES_MOVED');
    expect(await gradesOf(id)).toEqual(['2 active', '2 inactive']);
  });

  it('leaves grades of the source, keeps graduates if asked, and warns of their money', async () => {
    const id = await openSchool(['3', '3', '5']);
    await test.db
      .updateTable('students')
      .set({ inSource: true, sourceFields: ['grade'] })
      .where('schoolId', '=', id)
      .where('studentNumber', '=', 'N-0')
      .execute();
    const rich = (await test.owner.students.list({ query: { schoolId: id, grade: '5' } })).data
      .results[0]!;
    await test.owner.deskTopUps.add({
      params: { id: rich.id },
      body: { method: 3, amountCents: 700 },
    });
    expect(await preview(id)).toMatchObject({
      promoted: 1,
      graduated: 1,
      kept: 1,
      graduateBalanceCents: 700,
    });
    await promote(id, { lastGrade: '5', graduates: 'keep', promoted: 1, graduated: 1 });
    expect(await gradesOf(id)).toEqual(['3 active', '4 active', '5 active']);
  });

  it('is undone, except for students who were changed since; the latest first and once', async () => {
    const id = await openSchool(['1', '1', '2']);
    const body = { lastGrade: '2', graduates: 'deactivate', promoted: 2, graduated: 1 } as const;
    const { id: promotionId } = await promote(id, body);
    const [first] = (await test.owner.students.list({ query: { schoolId: id, grade: '2' } })).data
      .results;
    await test.owner.studentRecords.update({
      params: { id: first!.id },
      body: { teacher: 'Ms. Oak', version: 2 },
    });
    expect((await test.owner.promotions.undo({ params: { id: promotionId } })).data).toEqual({
      restored: 2,
      changedSince: 1,
    });
    expect((await gradesOf(id)).toSorted()).toEqual(['1 active', '2 active', '2 active']);
    expect((await preview(id)).last).toBeNull();
    expect(
      (await getRefusal(test.owner.promotions.undo({ params: { id: promotionId } }))).code,
    ).toBe('INVALID_TRANSITION');
  });

  it('moves a grade by exactly one place, and nobody past the last grade', () => {
    fc.assert(
      fc.property(fc.constantFrom(...GRADES), fc.constantFrom(...GRADES), (grade, lastGrade) => {
        const after = gradeAfter({ grade, isOwned: false }, lastGrade);
        const [from, last] = [GRADES.indexOf(grade), GRADES.indexOf(lastGrade)];
        if (from >= last) expect(after).toBeNull();
        else expect((GRADES as readonly string[]).indexOf(after ?? '')).toBe(from + 1);
        expect(gradeAfter({ grade, isOwned: true }, lastGrade)).toBe(grade);
      }),
    );
  });
});
