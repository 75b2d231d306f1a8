import type { NewPromotion } from '@pos/contract/promotions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRADES } from '@pos/contract/grades';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';
import { gradeAfter } from './promotions.rules.ts';

describe('promotion of students at year end', async () => {
  let schools = 0;
  const test = await startTestApp();
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
    for (const [index, grade] of grades.entries()) {
      const student = await test.owner.studentRecords.add({
        body: {
          schoolId: data.id,
          studentNumber: `N-${index}`,
          firstName: 'Wren',
          lastName: 'Ashby',
        },
      });
      // As earlier versions stored it.
      await test.db
        .updateTable('students')
        .set({ grade })
        .where('id', '=', student.data.id)
        .execute();
    }
    return data.id;
  };
  const preview = (id: string, query = {}) =>
    test.ask.promotions.preview({ params: { id }, query });
  const send = (id: string, body: NewPromotion) =>
    test.ask.promotions.promote({ params: { id }, body });
  const promote = async (id: string, body: Omit<NewPromotion, 'reviewed'>) => {
    const { reviewed } = await preview(id, { lastGrade: body.lastGrade });
    return send(id, { ...body, reviewed });
  };
  const gradesOf = async (schoolId: string) =>
    (
      await test.ask.students.list({ query: { schoolId, sort: 'studentNumber', limit: 50 } })
    ).results.map(({ grade, status }) => `${grade} ${status}`);

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
    expect(await gradesOf(id)).toEqual([
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
    const sent = await Promise.allSettled(Array.from({ length: 6 }, () => send(id, body)));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await getRefusal(send(id, body))).code).toBe('FIGURES_MOVED');
    expect(await gradesOf(id)).toEqual(['4 active', '4 active']);
  });

  it('is refused when a student has changed since the preview, or for another last grade', async () => {
    const id = await openSchool(['1', '2']);
    const { reviewed } = await preview(id, { lastGrade: '2' });
    const body = { lastGrade: '2', graduates: 'deactivate', reviewed } as const;
    expect((await getRefusal(send(id, { ...body, lastGrade: '1' }))).code).toBe('FIGURES_MOVED');
    const { results } = await test.ask.students.list({ query: { schoolId: id } });
    const grades: Record<string, string> = { '1': '2', '2': '1' };
    for (const { id: studentId, grade } of results)
      await test.owner.studentRecords.update({
        params: { id: studentId },
        body: { grade: grades[grade]!, version: 1 },
      });
    expect((await getRefusal(send(id, body))).code).toBe('FIGURES_MOVED');
  });

  it('is undone in order, back to the first grades, also two in a row', async () => {
    const id = await openSchool(['3', '3', '4']);
    const [first, second] = [
      await promote(id, { lastGrade: '12', graduates: 'keep' }),
      await promote(id, { lastGrade: '12', graduates: 'keep' }),
    ];
    const undo = (one: { id: string }) => test.owner.promotions.undo({ params: { id: one.id } });
    expect((await getRefusal(undo(first))).code).toBe('INVALID_TRANSITION');
    expect((await undo(second)).data).toEqual({ restored: 3, changedSince: 0 });
    const changed = (await test.ask.students.list({ query: { schoolId: id, grade: '5' } }))
      .results[0]!;
    await test.owner.studentRecords.update({
      params: { id: changed.id },
      body: { teacher: 'Ms. Oak', version: 4 },
    });
    expect((await undo(first)).data).toEqual({ restored: 2, changedSince: 1 });
    expect((await gradesOf(id)).toSorted()).toEqual(['3 active', '3 active', '5 active']);
  });

  it('leaves grades of the source, keeps graduates if asked, and warns of their money', async () => {
    const id = await openSchool(['3', '3', '5']);
    await test.db
      .updateTable('students')
      .set({ inSource: true, sourceFields: ['grade'] })
      .where('schoolId', '=', id)
      .where('studentNumber', '=', 'N-0')
      .execute();
    const rich = (await test.ask.students.list({ query: { schoolId: id, grade: '5' } }))
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
    await promote(id, { lastGrade: '5', graduates: 'keep' });
    expect(await gradesOf(id)).toEqual(['3 active', '4 active', '5 active']);
  });

  it('is undone, except for students who were changed since; the latest first and once', async () => {
    const id = await openSchool(['1', '1', '2']);
    const body = { lastGrade: '2', graduates: 'deactivate' } as const;
    const { id: promotionId } = await promote(id, body);
    const [first] = (await test.ask.students.list({ query: { schoolId: id, grade: '2' } })).results;
    await test.owner.studentRecords.update({
      params: { id: first!.id },
      body: { teacher: 'Ms. Oak', version: 2 },
    });
    expect(await test.ask.promotions.undo({ params: { id: promotionId } })).toEqual({
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
