import type { FAIR_COLUMNS } from '@pos/contract/fairs/fair-columns';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import {
  type Cells,
  fairCells,
  told,
  uploadDesk,
  uploadFile,
} from '#testing/selling/inventory-file.ts';
import { DANA } from '#testing/selling/new-records.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { OWNER, startTestApp } from '#testing/app/test-app.ts';
import { workbookOfRows } from '#testing/files/workbook.ts';

describe('fairs upload', async () => {
  let schools = 0;
  const test = await startTestApp();
  const { upload, check } = uploadDesk(test, 'fairs');
  const school = () => `FU${++schools}`;
  const good = (identifier: string) => fairCells(identifier, `${schools} Oak St, Ada, MI 49301`);
  const readErrors = async (...rows: Cells[]) => told((await check(...rows)).errors);
  const fairsAt = async (identifier: string) =>
    (await test.ask.fairs.list({ query: { search: identifier, sort: 'startDate' } })).results;

  it('plans the fairs of the file, adds new schools, and previews both', async () => {
    const [first, second] = [school(), school()];
    const lower = second.toLowerCase();
    const rows: Cells[] = [
      {
        ...good(first),
        'Fair Identifier': `${first}-OWN`,
        'Time Zone': 'PST',
        Status: 'Inactive',
        'Package Option': 12,
      },
      {
        ...good(second),
        'School Identifier': lower,
        Address: 'Somewhere',
        'Time Zone': 'America/Chicago',
      },
      {
        ...good(second),
        'School Name': null,
        'Start Date': '3/1/27',
        'End Date': '2027-03-05',
        'Sales Tax Rate': '8.875%',
        'Package Option': ' 25p400 ',
        'Admin Email': ` ${OWNER.email.toUpperCase()}  `,
      },
    ];
    const checked = await check(...rows);
    expect(checked).toMatchObject({ created: 3, rejected: 0, schools: 2, errors: [] });
    expect(checked.notes).toMatchObject([
      { row: 2, code: 'NEW_SCHOOL', message: `New school: School ${first}` },
      { row: 3, code: 'NEW_SCHOOL', message: `New school: School ${second}` },
      { row: 4, code: 'NEW_SCHOOL', message: `New school: School ${second}` },
    ]);
    expect(await fairsAt(first)).toEqual([]);
    const done = { created: 3, state: 'done', jobId: expect.any(String) };
    expect(await upload(rows)).toMatchObject(done);
    expect(await fairsAt(first)).toMatchObject([
      {
        identifier: `${first}-OWN`,
        schoolName: `School ${first}`,
        status: 'inactive',
        timeZone: 'America/Los_Angeles',
        packageOption: 12,
        salesTaxRate: 8.25,
        startDate: '2026-10-12',
        endDate: '2026-10-16',
      },
    ]);
    const timeZone = 'America/Chicago';
    expect(await fairsAt(second)).toMatchObject([
      { identifier: `${lower}-26-01`, address: 'Somewhere', timeZone, status: 'active' },
      {
        identifier: `${lower}-27-01`,
        salesTaxRate: 8.875,
        startDate: '2027-03-01',
        endDate: '2027-03-05',
        packageOption: 1,
        timeZone,
        adminId: test.ownerId,
      },
    ]);
    const [option] = await test.ask.schools.getSchools({ query: { search: first } });
    expect(option).toMatchObject({ address: '2 Oak St, Ada, MI 49301' });
  });

  it("has the rule's sentence for each invalid cell", async () => {
    const known = (await plannedFair(test, school())).identifier;
    const wrong: [keyof typeof FAIR_COLUMNS, string | number | null, string][] = [
      ['School Identifier', null, 'School Identifier is required.'],
      ['Fair Identifier', known, `Fair "${known}" already exists.`],
      ['Fair Identifier', known.toLowerCase(), `Duplicate of row 3.`],
      ['Fair Name', 'X', 'Fair Name must be at least 2 characters.'],
      ['Fair Name', null, 'Fair Name must be at least 2 characters.'],
      ['Address', null, 'Address is required.'],
      ['Start Date', '13/45/2026', 'Start Date is not a valid date (MM/DD/YYYY).'],
      ['End Date', '10/11/2026', 'End Date is before Start Date.'],
      ['Sales Tax Rate', 101, 'Sales Tax Rate must be between 0 and 100.'],
      ['Admin Email', 'x@y', 'Admin "x@y" not found or inactive.'],
      ['Package Option', '25P450', 'Unknown package "25P450".'],
      ['Package Option', 13, 'Unknown package "13".'],
      ['Status', 'maybe', 'Status must be active or inactive.'],
      ['Time Zone', 'Mars/Olympus', 'Unknown time zone.'],
    ];
    const rows = wrong.map(([column, cell]) => ({ ...good(school()), [column]: cell }));
    const { errors } = await check(...rows);
    expect(told(errors)).toEqual(wrong.map(([column, , message], at) => [at + 2, column, message]));
    expect(await readErrors({ ...good('UNKNOWN'), 'School Name': null })).toEqual([
      [2, 'School Identifier', 'School "UNKNOWN" not found.'],
      [2, 'School Name', 'School Name is required for a new school.'],
    ]);
    const twice = good(school());
    expect(await readErrors(twice, twice)).toEqual([[3, 'Fair Name', 'Duplicate of row 2.']]);
  });

  it('takes a rate that looks like a fraction as the form does, with a warning', async () => {
    const result = await upload([{ ...good(school()), 'Sales Tax Rate': 0.0825 }]);
    expect(result).toMatchObject({ errors: [], created: 1 });
    expect(result.warnings).toContainEqual({
      row: 2,
      column: 'Sales Tax Rate',
      value: '0.0825',
      code: 'LOOKS_LIKE_FRACTION',
      message: 'Taken as 0.0825%. For 8.25%, write 8.25.',
      suggestion: '8.25',
    });
  });

  it('plans no fair for an inactive admin', async () => {
    const { data: role } = await test.owner.roles.add({
      body: { name: 'Uploader', description: 'x', rights: [] },
    });
    const email = 'gone@example.com';
    const person = { ...DANA, email, roleId: role.id, secretCode: '1234' };
    const { id } = await test.ask.admins.add({ body: person });
    const row = { ...good(school()), 'Admin Email': email };
    expect(await readErrors(row)).toEqual([]);
    await test.owner.admins.changeStatus({ params: { id }, body: { status: 'inactive' } });
    expect(await readErrors(row)).toEqual([
      [2, 'Admin Email', 'Admin "gone@example.com" not found or inactive.'],
    ]);
  });

  it('plans a fair once when the file is sent several times at once', async () => {
    const identifier = school();
    const results = await Promise.all([1, 2, 3, 4].map(() => upload([good(identifier)])));
    expect(results.map(({ created, unchanged }) => `${created} ${unchanged}`).sort()).toEqual([
      '0 1',
      '0 1',
      '0 1',
      '1 0',
    ]);
    expect(await fairsAt(identifier)).toHaveLength(1);
  });

  it('warns of a school or admin that is busy on these days, and of a long fair', async () => {
    const days = { startDate: '2029-03-01', endDate: '2029-03-05' };
    const known = await plannedFair(test, school(), days);
    const row = { ...good(school()), 'Start Date': '3/5/2029', 'End Date': '3/20/2029' };
    const { warnings, created } = await check(
      { ...row, 'School Identifier': known.schoolIdentifier, 'School Name': null },
      row,
    );
    expect(created).toBe(2);
    const long = { code: 'LONG_FAIR', message: 'This fair is 16 days long.' };
    const isBusy = new RegExp(` is at fair ${known.identifier} in these days\\.$`);
    const overlap = `These days overlap with fair ${known.identifier} of the same school.`;
    expect(warnings).toMatchObject([
      { row: 2, ...long },
      { row: 2, code: 'SCHOOL_BUSY', message: overlap },
      { row: 3, ...long },
      { row: 3, code: 'ADMIN_BUSY', message: expect.stringMatching(isBusy) },
    ]);
  });

  it('warns of a fair that is over by the clock of its school, and of one years ahead', async () => {
    // These clocks are 25 hours apart.
    const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
    const last = today(west);
    const fairOn = (start: string, end: string, zone: string) => ({
      ...good(school()),
      'Start Date': start,
      'End Date': end,
      'Time Zone': zone,
    });
    const { warnings, created } = await check(
      fairOn('2026-01-12', '2026-01-16', west),
      fairOn(last, last, east),
      fairOn(addDays(last, -3), last, west),
      fairOn('03/01/2127', '03/05/2127', west),
    );
    const written = `${last.slice(5, 7)}/${last.slice(8)}/${last.slice(0, 4)}`;
    expect(created).toBe(4);
    expect(told(warnings.filter(({ code }) => /^(PAST|FAR)_FAIR$/.test(code)))).toEqual([
      [2, 'End Date', 'This fair is in the past: it ended on 01/16/2026.'],
      [3, 'End Date', `This fair is in the past: it ended on ${written}.`],
      [5, 'Start Date', 'This fair is more than 3 years ahead: it starts on 03/01/2127.'],
    ]);
  });

  it('requires the right to edit fairs, and names missing columns', async () => {
    const file = await workbookOfRows([
      ['School Identifier', 'Fair Name'],
      ['A', 'B'],
    ]);
    await expectRefusal(uploadFile(test.client('nobody'), 'fairs', file), 'TOKEN_INVALID');
    await expectErrors(uploadFile(test.owner, 'fairs', file), {
      file: 'The columns "Address", "Start Date", "End Date", "Sales Tax Rate", "Admin Email", "Package Option" are missing.',
    });
  });
});
