import type { NewStudent, StudentChanges } from '@pos/contract/student-records';
import { readFile } from 'node:fs/promises';
import { toGrade } from '@pos/contract/grades';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { getRefusal } from '#testing/refusals.ts';
import { STUDENTS } from '#testing/source-folder.ts';
import { openSyncDesk } from '#testing/sync-desk.ts';

const LENA = { name: 'Lena Ashby', email: 'lena@example.org', phone: '555-0100' };

describe('students as staff keep them', async () => {
  const desk = await openSyncDesk();
  const schoolId = (
    await desk.test.ask.schools.add({
      body: {
        identifier: 'HAND',
        name: 'Hand School',
        address: '1 Oak St',
        city: 'Ada',
        state: 'MI',
        zip: '49301',
      },
    })
  ).id;
  const add = (studentNumber: string, more: Partial<NewStudent> = {}) =>
    desk.test.ask.studentRecords.add({
      body: { schoolId, studentNumber, firstName: 'Wren', lastName: 'Ashby', ...more },
    });
  const update = (id: string, body: StudentChanges) =>
    desk.test.ask.studentRecords.update({ params: { id }, body });
  const read = (id: string) => desk.test.ask.students.getById({ params: { id } });
  const count = async () =>
    (await desk.test.ask.students.list({ query: { schoolId } })).totalResults;

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
    expect((await getRefusal(add('A-1'))).errors).toEqual({
      studentNumber: 'This student number is already in use at the school.',
    });
    expect(
      (await getRefusal(add('a-2', { parents: [{ ...LENA, email: 'lena' }] }))).errors,
    ).toEqual({ 'parents.0.email': 'Invalid email address' });
  });

  it('have a grade of the list, in whatever spelling it is sent; another one is refused', async () => {
    const { id, version } = await add('g-1', { grade: ' 1st ' });
    expect((await read(id)).grade).toBe('1');
    expect((await update(id, { grade: 'Kindergarten', version })).grade).toBe('K');
    const wrong = { grade: 'Grade must be PK3, PK4, K or 1 to 12.' };
    expect((await getRefusal(add('g-2', { grade: 'zzzzzzz' }))).errors).toEqual(wrong);
    expect((await getRefusal(update(id, { grade: '12/09/2025', version: 2 }))).errors).toEqual(
      wrong,
    );
  });

  it('have the spelling of the list after a migration, unless no rule knows their grade', async () => {
    const spellings = [
      'K.',
      '00',
      'PreK 4',
      'pk-3',
      '01',
      'First',
      'Gr. 5',
      '12th grade',
      'ＧＲ５',
    ];
    const unknown = ['3rd/4th', 'K-1', '13', 'TK', '1-2', ''];
    const ids: string[] = [];
    for (const [index, grade] of [...spellings, ...unknown].entries()) {
      const { id } = await add(`m-${index}`);
      await desk.test.db.updateTable('students').set({ grade }).where('id', '=', id).execute();
      ids.push(id);
    }
    const file = new URL('../../../migrations/0038_known_grades.sql', import.meta.url);
    await sql.raw(await readFile(file, 'utf8')).execute(desk.test.db);
    const stored: string[] = [];
    for (const id of ids) stored.push((await read(id)).grade);
    expect(stored).toEqual([...spellings.map((grade) => toGrade(grade)), ...unknown]);
    expect(stored.slice(0, 4)).toEqual(['K', 'K', 'PK4', 'PK3']);
  });

  it('are changed field by field against a version, and a parent for all the children', async () => {
    const one = await add('b-1', { parents: [LENA] });
    const other = await add('b-2', { parents: [LENA] });
    expect(one.parents[0]!.id).toBe(other.parents[0]!.id);
    const parentId = one.parents[0]!.id;
    const changed = await update(one.id, {
      grade: '4',
      parents: [{ id: parentId, name: 'Lena Ashby', email: 'new@example.org', phone: '' }],
      version: 1,
    });
    expect(changed).toMatchObject({ grade: '4', version: 2, parents: [{ id: parentId }] });
    expect((await read(other.id)).parents[0]).toMatchObject({ email: 'new@example.org' });
    expect(await getRefusal(update(one.id, { grade: '5', version: 1 }))).toMatchObject({
      code: 'STALE_VERSION',
      current: { grade: '4' },
    });
    await update(one.id, { parents: [], version: 2 });
    expect((await read(one.id)).parents).toEqual([]);
    expect((await read(other.id)).parents).toHaveLength(1);
  });

  it('leave no name in the permanent activity', async () => {
    const { id } = await add('c-1');
    await update(id, { firstName: 'Marigold', teacher: 'Ms. Birch', version: 1 });
    const { data } = await desk.test.owner.activity.list({
      query: { entity: 'student', entityId: id },
    });
    expect(data.results[0]?.changes).toEqual({
      fields: { from: null, to: 'First name, Teacher' },
    });
    expect(JSON.stringify(data)).not.toMatch(/Marigold|Birch/);
  });

  it('are deactivated and activated; an erased one stays as it is', async () => {
    const { id } = await add('d-1');
    const status = async (to: 'active' | 'inactive') =>
      (
        await desk.test.ask.studentRecords.changeStatus({
          params: { id },
          body: { status: to },
        })
      ).status;
    expect(await status('inactive')).toBe('inactive');
    expect(await status('active')).toBe('active');
    await desk.test.owner.students.erase({
      params: { id },
      body: { confirm: 'd-1', reason: 'Asked for.' },
    });
    expect((await getRefusal(status('active'))).code).toBe('INVALID_TRANSITION');
    expect((await getRefusal(update(id, { grade: '9', version: 3 }))).code).toBe(
      'INVALID_TRANSITION',
    );
  });

  it('become the source’s by their number in any case; a second sync changes nothing', async () => {
    const { id } = await add('e-1', { grade: '1', parents: [LENA] });
    const before = await count();
    await desk.source.write('students.csv', [
      STUDENTS,
      'HAND,E-1,Wren,Ashby,2,Ms. Oak,Petra Ashby,petra@example.org,F-9',
    ]);
    await desk.sync('students');
    expect(await count()).toBe(before);
    const merged = await read(id);
    expect(merged).toMatchObject({
      studentNumber: 'e-1',
      grade: '2',
      inSource: true,
      parents: [{ name: 'Petra Ashby' }],
    });
    expect(merged.sourceFields).toContain('parents');
    await desk.sync('students');
    expect(await read(id)).toEqual(merged);
    const { version } = merged;
    expect((await getRefusal(update(id, { grade: '5', version }))).errors).toEqual({
      grade: 'Grade comes from the source system. Change it there.',
    });
    expect(await update(id, { grade: '2', version })).toEqual(merged);
  });
});
