import type { NewStudent, StudentChanges } from '@pos/contract/students/student-records';
import { readFile } from 'node:fs/promises';
import { toGrade } from '@pos/contract/fairs/grades';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { newSchool } from '#testing/selling/new-records.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { openSyncDesk } from '#testing/selling/sync-desk.ts';

const LENA = { name: 'Lena Ashby', email: 'lena@example.org', phone: '555-0100' };

describe('students as staff keep them', async () => {
  const desk = await openSyncDesk();
  const { ask, db } = desk.test;
  const { id: schoolId } = await ask.schools.add({ body: newSchool('HAND') });
  const add = (studentNumber: string, more: Partial<NewStudent> = {}) => {
    const names = { firstName: 'Wren', lastName: 'Ashby' };
    return ask.studentRecords.add({ body: { schoolId, studentNumber, ...names, ...more } });
  };
  const update = (id: string, body: StudentChanges) =>
    ask.studentRecords.update({ params: { id }, body });
  const read = (id: string) => ask.students.getById({ params: { id } });

  it('are added with their parents and an empty eWallet; a number is refused twice, in any case', async () => {
    const student = await add('a-1', { grade: '3', parents: [LENA] });
    expect(student).toMatchObject({
      studentNumber: 'a-1',
      grade: '3',
      parents: [LENA],
      walletBalanceCents: 0,
      sourceFields: [],
      inSource: false,
      version: 1,
    });
    await expectErrors(add('A-1'), {
      studentNumber: 'This student number is already in use at the school.',
    });
    const invalid = add('a-2', { parents: [{ ...LENA, email: 'lena' }] });
    await expectErrors(invalid, { 'parents.0.email': 'Invalid email address' });
  });

  it('have a grade of the list, in whatever spelling it is sent; another one is refused', async () => {
    const { id, version } = await add('g-1', { grade: ' 1st ' });
    expect((await read(id)).grade).toBe('1');
    expect((await update(id, { grade: 'Kindergarten', version })).grade).toBe('K');
    const wrong = { grade: 'Grade must be PK3, PK4, K or 1 to 12.' };
    await expectErrors(add('g-2', { grade: 'zzzzzzz' }), wrong);
    await expectErrors(update(id, { grade: '12/09/2025', version: 2 }), wrong);
  });

  it('have the spelling of the list after a migration, unless no rule knows their grade', async () => {
    const spellings = 'K.|00|PreK 4|pk-3|01|First|Gr. 5|12th grade|ＧＲ５'.split('|');
    const unknown = ['3rd/4th', 'K-1', '13', 'TK', '1-2', ''];
    const ids: string[] = [];
    for (const [index, grade] of [...spellings, ...unknown].entries()) {
      const { id } = await add(`m-${index}`);
      await db.updateTable('students').set({ grade }).where('id', '=', id).execute();
      ids.push(id);
    }
    const file = new URL('../../../migrations/0038_known_grades.sql', import.meta.url);
    await sql.raw(await readFile(file, 'utf8')).execute(db);
    const stored: string[] = [];
    for (const id of ids) stored.push((await read(id)).grade);
    expect(stored).toEqual([...spellings.map((grade) => toGrade(grade)), ...unknown]);
    expect(stored.slice(0, 4)).toEqual(['K', 'K', 'PK4', 'PK3']);
  });

  it('are changed field by field, and a parent for all the children', async () => {
    const one = await add('b-1', { parents: [LENA] });
    const other = await add('b-2', { parents: [LENA] });
    expect(one.parents[0]!.id).toBe(other.parents[0]!.id);
    const parentId = one.parents[0]!.id;
    const parents = [{ ...LENA, id: parentId, email: 'new@example.org' }];
    expect(await update(one.id, { grade: '4', parents, version: 1 })).toMatchObject({
      grade: '4',
      version: 2,
      parents: [{ id: parentId }],
    });
    expect((await read(other.id)).parents[0]).toMatchObject({ email: 'new@example.org' });
    await update(one.id, { parents: [], version: 2 });
    expect((await read(one.id)).parents).toEqual([]);
    expect((await read(other.id)).parents).toHaveLength(1);
  });

  it('leave no name in the permanent activity', async () => {
    const { id } = await add('c-1');
    await update(id, { firstName: 'Marigold', teacher: 'Ms. Birch', version: 1 });
    const activity = await readActivity(desk.test, 'student', id);
    expect(activity[0]?.changes).toEqual({ fields: { from: null, to: 'First name, Teacher' } });
    expect(JSON.stringify(activity)).not.toMatch(/Marigold|Birch/);
  });

  it('are deactivated and activated; an erased one stays as it is', async () => {
    const { id } = await add('d-1');
    const params = { id };
    const change = (status: 'active' | 'inactive') =>
      ask.studentRecords.changeStatus({ params, body: { status } });
    for (const status of ['inactive', 'active'] as const)
      expect(await change(status)).toMatchObject({ status });
    await ask.students.erase({ params, body: { confirm: 'd-1', reason: 'Asked for.' } });
    await expectRefusal(change('active'), 'INVALID_TRANSITION');
    await expectRefusal(update(id, { grade: '9', version: 3 }), 'INVALID_TRANSITION');
  });
});
