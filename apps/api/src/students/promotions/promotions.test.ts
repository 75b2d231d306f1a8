import type { NewPromotion } from '@pos/contract/students/promotions';
import type { StudentChanges } from '@pos/contract/students/student-records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRADES } from '@pos/contract/fairs/grades';
import { atOnce, expectRefusal } from '#testing/calls/expectations.ts';
import { newSchool } from '#testing/selling/new-records.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { gradeAfter } from './promotions.rules.ts';

describe('promotion of students at year end', async () => {
  let schools = 0;
  const test = await startTestApp();
  const openSchool = async (grades: readonly string[]) => {
    const { id: schoolId } = await test.ask.schools.add({ body: newSchool(`PROMO${++schools}`) });
    const names = { firstName: 'Wren', lastName: 'Ashby' };
    for (const [index, grade] of grades.entries()) {
      const body = { schoolId, studentNumber: `N-${index}`, ...names };
      const { id } = await test.ask.studentRecords.add({ body });
      // As earlier versions stored it.
      await test.db.updateTable('students').set({ grade }).where('id', '=', id).execute();
    }
    return schoolId;
  };
  const listed = async (schoolId: string, grade?: string) => {
    const query = { schoolId, grade, sort: 'studentNumber', limit: 50 } as const;
    return (await test.ask.students.list({ query })).results;
  };
  const update = (id: string, body: StudentChanges) =>
    test.owner.studentRecords.update({ params: { id }, body });
  const preview = (id: string, query = {}) =>
    test.ask.promotions.preview({ params: { id }, query });
  const send = (id: string, body: NewPromotion) =>
    test.ask.promotions.promote({ params: { id }, body });
  const promote = async (id: string, body: Omit<NewPromotion, 'reviewed'>) => {
    const { reviewed } = await preview(id, { lastGrade: body.lastGrade });
    return send(id, { ...body, reviewed });
  };
  const undo = (id: string) => test.ask.promotions.undo({ params: { id } });
  const readGrades = async (schoolId: string) =>
    (await listed(schoolId)).map(({ grade, status }) => `${grade} ${status}`);

  it('is counted first, moves each grade up by one and deactivates graduates', async () => {
    const id = await openSchool(['K', '0', '4th', '5', 'Other', '']);
    const before = await preview(id);
    expect(before).toMatchObject({
      lastGrade: '5',
      promoted: 3,
      graduated: 1,
      kept: 2,
      unknown: [
        { grade: 'Other', students: 1 },
        { grade: '', students: 1 },
      ],
      last: null,
    });
    expect(before.steps).toContainEqual({ grade: '5', to: null, students: 1 });
    await promote(id, { lastGrade: '5', graduates: 'deactivate' });
    expect(await readGrades(id)).toEqual([
      '1 active',
      '1 active',
      '5 active',
      '5 inactive',
      'Other active',
      ' active',
    ]);
  });

  it('happens once, however often and at once it is sent', async () => {
    const id = await openSchool(['3', '3']);
    const { reviewed } = await preview(id, { lastGrade: '5' });
    const body = { lastGrade: '5', graduates: 'keep', reviewed } as const;
    expect((await atOnce(6, () => send(id, body))).done).toHaveLength(1);
    await expectRefusal(send(id, body), 'FIGURES_MOVED');
    expect(await readGrades(id)).toEqual(['4 active', '4 active']);
  });

  it('is refused when a student has changed since the preview, or for another last grade', async () => {
    const id = await openSchool(['1', '2']);
    const { reviewed } = await preview(id, { lastGrade: '2' });
    const body = { lastGrade: '2', graduates: 'deactivate', reviewed } as const;
    await expectRefusal(send(id, { ...body, lastGrade: '1' }), 'FIGURES_MOVED');
    for (const [index, { id: studentId }] of (await listed(id)).entries())
      await update(studentId, { grade: index === 0 ? '2' : '1', version: 1 });
    await expectRefusal(send(id, body), 'FIGURES_MOVED');
  });

  it('is undone in order, back to the first grades, also two in a row', async () => {
    const id = await openSchool(['3', '3', '4']);
    const body = { lastGrade: '12', graduates: 'keep' } as const;
    const [first, second] = [await promote(id, body), await promote(id, body)];
    await expectRefusal(undo(first.id), 'INVALID_TRANSITION');
    expect(await undo(second.id)).toEqual({ restored: 3, changedSince: 0 });
    const [changed] = await listed(id, '5');
    await update(changed!.id, { teacher: 'Ms. Oak', version: 4 });
    expect(await undo(first.id)).toEqual({ restored: 2, changedSince: 1 });
    expect((await readGrades(id)).toSorted()).toEqual(['3 active', '3 active', '5 active']);
  });

  it('leaves grades of the source, keeps graduates if asked, and warns of their money', async () => {
    const id = await openSchool(['3', '3', '5']);
    await test.db
      .updateTable('students')
      .set({ inSource: true, sourceFields: ['grade'] })
      .where('schoolId', '=', id)
      .where('studentNumber', '=', 'N-0')
      .execute();
    const [rich] = await listed(id, '5');
    const paid = { method: 3, amountCents: 700 } as const;
    await test.owner.deskTopUps.add({ params: { id: rich!.id }, body: paid });
    expect(await preview(id)).toMatchObject({
      promoted: 1,
      graduated: 1,
      kept: 1,
      graduateBalanceCents: 700,
    });
    await promote(id, { lastGrade: '5', graduates: 'keep' });
    expect(await readGrades(id)).toEqual(['3 active', '4 active', '5 active']);
  });

  it('is undone, except for students who were changed since; the latest first and once', async () => {
    const id = await openSchool(['1', '1', '2']);
    const body = { lastGrade: '2', graduates: 'deactivate' } as const;
    const { id: promotionId } = await promote(id, body);
    const [first] = await listed(id, '2');
    await update(first!.id, { teacher: 'Ms. Oak', version: 2 });
    expect(await undo(promotionId)).toEqual({ restored: 2, changedSince: 1 });
    expect((await readGrades(id)).toSorted()).toEqual(['1 active', '2 active', '2 active']);
    expect((await preview(id)).last).toBeNull();
    await expectRefusal(undo(promotionId), 'INVALID_TRANSITION');
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
