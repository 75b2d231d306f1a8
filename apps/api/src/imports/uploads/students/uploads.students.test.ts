import { describe, expect, it } from 'vitest';
import { type Cells, told, uploadDesk, uploadFile } from '#testing/selling/inventory-file.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { workbookOfRows } from '#testing/files/workbook.ts';

describe("an upload of a school's students", async () => {
  const test = await startTestApp();
  const { schoolId } = await plannedFair(test, 'LIST');
  const { upload, check, undo } = uploadDesk(test, 'students', { schoolId });
  const find = async (studentNumber: string) => {
    const row = (await test.ask.students.list({ query: { schoolId, limit: 50 } })).results.find(
      (student) => student.studentNumber === studentNumber,
    );
    return row && (await test.ask.students.getById({ params: { id: row.id } }));
  };
  const wren: Cells = { 'First Name': 'Wren', 'Last Name': 'Ashby', Grade: 3 };

  it('adds new students with parents, changes known ones, and leaves the same file unchanged', async () => {
    const lena = { 'Parent Name': 'Lena Ashby', 'Parent Email': 'lena@example.org' };
    await upload([{ ...wren, 'Student Number': 'K-1', ...lena }]);
    const petra = { 'Parent Name': 'Petra Ashby', 'Parent Phone': '555-0100' };
    const phone = { 'Parent Name': 'Lena Ashby', 'Parent Phone': '555-0142' };
    const rows: Cells[] = [
      { ...wren, 'Student Number': 1042, ...petra, 'Second Parent Name': 'Odo Ashby' },
      { 'Student Number': 'k-1', Grade: 4, ...phone },
    ];
    expect(await check(...rows)).toMatchObject({ created: 1, updated: 1, rejected: 0 });
    expect(await find('1042')).toBeUndefined();
    expect(await upload(rows)).toMatchObject({ created: 1, updated: 1 });
    expect(await find('1042')).toMatchObject({
      firstName: 'Wren',
      grade: '3',
      parents: [{ name: 'Odo Ashby' }, { name: 'Petra Ashby', phone: '555-0100' }],
    });
    expect(await find('K-1')).toMatchObject({
      grade: '4',
      lastName: 'Ashby',
      parents: [{ name: 'Lena Ashby', email: 'lena@example.org', phone: '555-0142' }],
    });
    expect(await upload(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  });

  it('rejects wrong cells with the words of the form', async () => {
    const rows: Cells[] = [
      { ...wren, 'Student Number': 'X-1', 'Parent Name': 'Lena', 'Parent Email': 'lena' },
      { 'Student Number': 'X-2', 'First Name': 'Odo' },
      { ...wren, 'Student Number': 'x-1' },
      { ...wren },
      { ...wren, 'Student Number': 'X-5', 'Parent Email': 'who@example.org' },
    ];
    const { errors, rejected } = await check(...rows);
    expect(rejected).toBe(5);
    expect(told(errors)).toEqual([
      [2, 'Parent Email', 'Invalid email address'],
      [3, 'Last Name', 'Last Name is required for a new student.'],
      [4, 'Student Number', 'Duplicate of row 2.'],
      [5, 'Student Number', 'Student Number is required.'],
      [6, 'Parent Name', 'Parent Name is required beside email or phone.'],
    ]);
  });

  it('never takes a row to another school than the one that it names', async () => {
    const here = { ...wren, 'Student Number': 'S-1', 'School Identifier': 'list' };
    const named = { ...wren, 'Student Number': 'S-2', 'School Identifier': 'School LIST' };
    const there = { ...wren, 'Student Number': 'S-3', 'School Identifier': 'MI006719' };
    for (const mapping of [{}, { mapping: { 'School Identifier': null } }]) {
      const fields = { onlyValidRows: 'true', ...mapping } as const;
      const { errors, rejected } = await upload([here, named, there], fields);
      expect(rejected).toBe(1);
      expect(told(errors)).toEqual([
        [4, 'School Identifier', 'Another school: this list goes to School LIST (LIST).'],
      ]);
    }
    expect(await find('S-2')).toBeDefined();
    expect(await find('S-3')).toBeUndefined();
  });

  it('is undone: added students leave, changed ones get their values back, unless one was used', async () => {
    const first = await upload([
      { ...wren, 'Student Number': 'U-1' },
      { 'Student Number': 'K-1', Grade: 5, 'Parent Name': 'New Parent' },
    ]);
    await undo(first);
    expect(await find('U-1')).toBeUndefined();
    expect(await find('K-1')).toMatchObject({ grade: '4', parents: [{ name: 'Lena Ashby' }] });
    const second = await upload([{ ...wren, 'Student Number': 'U-2' }]);
    await test.owner.deskTopUps.add({
      params: { id: (await find('U-2'))!.id },
      body: { method: 3, amountCents: 500 },
    });
    await expectRefusal(undo(second), 'IN_USE', {
      reasons: [{ text: 'Student U-2 is in use or was changed since.' }],
    });
  });

  it('needs the right to read students, to check, to import and to undo', async () => {
    const editor = await signedInWith(test, [['Fairs', 'edit']]);
    const both = await signedInWith(test, [
      ['Fairs', 'edit'],
      ['Students', 'read_only'],
    ]);
    const file = await workbookOfRows([
      ['Student Number', 'First Name', 'Last Name'],
      ['R-1', 'Renamed', 'Child'],
    ]);
    const fields = { fileName: 'students.xlsx', schoolId };
    const message = 'You need the right: edit Fairs and read Students.';
    for (const mode of ['check', 'commit'] as const) {
      const call = uploadFile(editor.client, 'students', file, { ...fields, mode });
      await expectRefusal(call, 'FORBIDDEN', { message });
    }
    expect(await find('R-1')).toBeUndefined();
    const { jobId } = await uploadFile(both.client, 'students', file, fields);
    expect(await find('R-1')).toMatchObject({ firstName: 'Renamed' });
    const params = { id: both.roleId };
    const { name, description, version } = await test.ask.roles.getById({ params });
    const rights = [{ name: 'Fairs' as const, read_only: false, edit: true }];
    await test.owner.roles.update({ params, body: { name, description, version, rights } });
    await expectRefusal(both.client.uploads.undo({ params: { id: jobId! } }), 'FORBIDDEN');
    expect(await find('R-1')).toBeDefined();
  });

  it('is refused for a field that the source owns, and without a school', async () => {
    await test.db
      .updateTable('students')
      .set({ inSource: true, sourceFields: ['studentNumber', 'grade'] })
      .where('studentNumber', '=', 'K-1')
      .execute();
    const { errors } = await check({ 'Student Number': 'K-1', Grade: 9, Teacher: 'Ms. Oak' });
    expect(errors).toMatchObject([{ column: 'Grade', code: 'SOURCE_OWNED' }]);
    await expectErrors(upload([{ 'Student Number': 'K-1' }], { schoolId: undefined }), {
      schoolId: 'Choose a school.',
    });
  });

  it('keeps no name after an erasure: neither in what was made nor in the rejected rows', async () => {
    await test.owner.studentRecords.add({
      body: { schoolId, studentNumber: 'E-1', firstName: 'Marigold', lastName: 'Quill' },
    });
    const made = await upload(
      [{ 'Student Number': 'E-1', 'First Name': 'Marigolds' }, { 'Student Number': 'E-9' }],
      { onlyValidRows: 'true' },
    );
    const { id } = (await find('E-1'))!;
    await test.owner.students.erase({
      params: { id },
      body: { confirm: 'E-1', reason: 'Asked for.' },
    });
    const rows = await test.db.selectFrom('uploads').select('made').execute();
    expect(JSON.stringify(rows)).not.toContain('Marigold');
    const job = await test.db
      .selectFrom('jobs')
      .select('file')
      .where('id', '=', made.errorFileId!)
      .executeTakeFirstOrThrow();
    expect(job.file).toBeNull();
  });
});
