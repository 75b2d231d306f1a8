import { describe, expect, it } from 'vitest';
import { type Cells, told, uploadDesk } from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { startTestApp } from '#testing/app/test-app.ts';

const OAK: Cells = {
  'School Name': 'Oak School',
  Address: '1 Oak St',
  City: 'Ada',
  State: 'Michigan',
  'ZIP Code': '49301',
};

describe('an upload of schools', async () => {
  const test = await startTestApp();
  const { upload, check, undo } = uploadDesk(test, 'schools');
  const find = async (identifier: string) => {
    const { results } = await test.ask.schools.list({ query: { search: identifier } });
    const row = results.find((school) => school.identifier === identifier);
    return row && (await test.ask.schools.getById({ params: { id: row.id } }));
  };
  const update = (id: string, body: { name?: string; notes?: string; version: number }) =>
    test.ask.schools.update({ params: { id }, body });

  it('adds new schools, changes known ones, and leaves the same file unchanged', async () => {
    await upload([{ ...OAK, 'School Identifier': 'KNOWN', Notes: 'Dock B' }]);
    const rows: Cells[] = [
      {
        ...OAK,
        'School Identifier': 'NEW-1',
        'Time Zone': 'Central',
        Enrollment: '1,200',
        'Tax-Exempt': 'Y',
        'Certificate Number': 'MI-1',
        'Exempt Until': '6/30/2031',
        FACTS: 'no',
        Coordinator: 'Ivy Vannick',
        'Coordinator Email': 'ivy@example.org',
      },
      { 'School Identifier': 'known', City: 'Lowell' },
    ];
    const counts = { created: 1, updated: 1, rejected: 0, schools: 1 };
    expect(await check(...rows)).toMatchObject(counts);
    expect(await find('NEW-1')).toBeUndefined();
    expect(await upload(rows)).toMatchObject({ created: 1, updated: 1 });
    expect(await find('NEW-1')).toMatchObject({
      state: 'MI',
      timeZone: 'America/Chicago',
      enrollment: 1_200,
      taxExempt: true,
      exemptCertificateNo: 'MI-1',
      exemptValidTo: '2031-06-30',
      factsEnabled: false,
      coordinatorEmail: 'ivy@example.org',
    });
    const known = { name: 'Oak School', city: 'Lowell', notes: 'Dock B' };
    expect(await find('KNOWN')).toMatchObject(known);
    expect(await upload(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  });

  it('takes contacts and the status, and keeps a school active where something is open', async () => {
    const rows: Cells[] = [
      {
        ...OAK,
        'School Identifier': 'PEOPLE-1',
        Contacts: 'Ann Lee, Librarian, ann@example.org, (616) 555-0177;\nBo Kim, 616 555 0178',
        Status: 'Inactive',
      },
    ];
    expect(await upload(rows)).toMatchObject({ created: 1 });
    const people = [
      { name: 'Ann Lee', role: 'Librarian', email: 'ann@example.org', phone: '(616) 555-0177' },
      { name: 'Bo Kim', role: '', email: '', phone: '616 555 0178' },
    ];
    expect(await find('PEOPLE-1')).toMatchObject({ contacts: people, status: 'inactive' });
    expect(await upload(rows)).toMatchObject({ unchanged: 1 });
    const changed = { 'School Identifier': 'PEOPLE-1', Contacts: 'Bo Kim', Status: 'active' };
    const result = await upload([changed]);
    const active = { contacts: [{ name: 'Bo Kim' }], status: 'active' };
    expect(await find('PEOPLE-1')).toMatchObject(active);
    await undo(result);
    expect(await find('PEOPLE-1')).toMatchObject({ contacts: people, status: 'inactive' });

    await plannedFair(test, 'OPEN-1');
    const { errors } = await check(
      { 'School Identifier': 'OPEN-1', Status: 'inactive' },
      { 'School Identifier': 'PEOPLE-1', Status: 'closed' },
      { ...OAK, 'School Identifier': 'PEOPLE-2', Contacts: 'Ann Lee; Bo Kim, bo@' },
      { ...OAK, 'School Identifier': 'PEOPLE-3', Contacts: ', Librarian' },
    );
    expect(told(errors)).toEqual([
      [2, 'Status', 'School OPEN-1 still has 1 fair not closed out.'],
      [3, 'Status', 'Status must be active or inactive.'],
      [4, 'Contacts', 'Contact 2: Invalid email address'],
      [5, 'Contacts', "Contact 1: Enter the person's name."],
    ]);
  });

  it('rejects wrong cells with the words of the form', async () => {
    const rows: Cells[] = [
      { ...OAK, 'School Identifier': 'BAD-1', State: 'XX', 'Coordinator Email': 'ivy' },
      { ...OAK, 'School Identifier': 'BAD-2', 'ZIP Code': 2139 },
      { 'School Identifier': 'BAD-3', 'School Name': 'No Address' },
      { ...OAK, 'School Identifier': 'bad-1' },
      { ...OAK },
    ];
    const { errors, rejected } = await check(...rows);
    expect(rejected).toBe(5);
    expect(told(errors)).toEqual([
      [2, 'State', 'Choose a state from the list, such as MN for Minnesota.'],
      [2, 'Coordinator Email', 'Invalid email address'],
      [3, 'ZIP Code', 'Enter the ZIP code as 12345 or 12345-6789.'],
      [4, 'Address', 'Address is required for a new school.'],
      [4, 'City', 'City is required for a new school.'],
      [4, 'State', 'State is required for a new school.'],
      [4, 'ZIP Code', 'ZIP Code is required for a new school.'],
      [5, 'School Identifier', 'Duplicate of row 2.'],
      [6, 'School Identifier', 'School Identifier is required.'],
    ]);
    expect(errors[2]).toMatchObject({ suggestion: '02139' });
  });

  it('and a form store no mark that is not seen or turns the text, as pasted names have them', async () => {
    const name = '\u202EOak\u200B School\u202C\u200F';
    const row = { ...OAK, 'School Identifier': '\u200EMARKS-1', 'School Name': name };
    const fileName = 'exe.\u202Eslx.xlsx';
    expect(await upload([row], { fileName })).toMatchObject({ created: 1 });
    const { id, version, name: stored } = (await find('MARKS-1'))!;
    expect(stored).toBe('Oak School');
    const notes = `One\n\u2066two\u2069`;
    const changed = await update(id, { name: `New ${name}`, notes, version });
    expect(changed).toMatchObject({ name: 'New Oak School', notes: 'One\ntwo' });
    const jobs = await test.ask.jobs.list({ query: { kind: 'import' } });
    expect(jobs.results[0]!.result).toMatchObject({ fileName: 'exe.slx.xlsx' });
    const family =
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645';
    expect((await update(id, { name: family, version: changed.version })).name).toBe(family);
  });

  it('rejects notes that name a student of the school', async () => {
    await upload([{ ...OAK, 'School Identifier': 'NAMED-1' }]);
    await test.owner.studentRecords.add({
      body: {
        schoolId: (await find('NAMED-1'))!.id,
        studentNumber: 'S-1',
        firstName: 'Zebedee',
        lastName: 'Quillfeather',
      },
    });
    const { errors, updated } = await check(
      { 'School Identifier': 'NAMED-1', Notes: 'Ask for Quillfeather, Zebedee.' },
      { ...OAK, 'School Identifier': 'NAMED-2', Notes: 'Ask for Zebedee Quillfeather.' },
    );
    expect(updated).toBe(0);
    expect(told(errors)).toEqual([[2, 'Notes', 'Leave names out. This text is permanent.']]);
  });

  it('is refused where the source owns the field', async () => {
    await upload([{ ...OAK, 'School Identifier': 'SYNCED' }]);
    await test.db
      .updateTable('schools')
      .set({ inSource: true, sourceFields: ['identifier', 'city'] })
      .where('identifier', '=', 'SYNCED')
      .execute();
    const row = { 'School Identifier': 'SYNCED', City: 'Lowell', Region: 'West' };
    const message = 'City comes from the source system. Change it there.';
    expect((await check(row)).errors).toMatchObject([{ column: 'City', message }]);
  });

  it('is not undone in part: not at all once a school was used or changed', async () => {
    await upload([{ ...OAK, 'School Identifier': 'UNDO-1' }]);
    const rows: Cells[] = [
      { 'School Identifier': 'UNDO-1', City: 'Lowell' },
      { ...OAK, 'School Identifier': 'UNDO-2' },
    ];
    const second = await upload(rows);
    const { id, version } = (await find('UNDO-2'))!;
    await update(id, { notes: 'Used', version });
    await expectRefusal(undo(second), 'IN_USE', {
      reasons: [{ code: 'SCHOOL_USED', text: 'Oak School is in use or was changed since.' }],
    });
    expect(await find('UNDO-1')).toMatchObject({ city: 'Lowell' });
  });
});
