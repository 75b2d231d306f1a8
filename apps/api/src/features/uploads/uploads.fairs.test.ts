import { FAIR_COLUMNS, type FairColumn } from '@pos/contract/uploads';
import { describe, expect, it } from 'vitest';
import { cellText } from '#api/spreadsheets/cells/text.ts';
import { readSheet } from '#api/spreadsheets/reading/read-sheet.ts';
import { uploadFile, type InventoryUpload } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp, OWNER } from '#testing/test-app.ts';
import { makeWorkbook, workbookOfRows } from '#testing/workbook.ts';

type Cells = Partial<Record<FairColumn, string | number | boolean | null>>;

describe('fairs upload', async () => {
  let schools = 0;
  const test = await startTestApp();
  const school = () => `FU${++schools}`;
  const good = (identifier: string): Cells => ({
    'School Identifier': identifier,
    'School Name': `School ${identifier}`,
    'Fair Name': `Fair ${identifier}`,
    Address: `${schools} Oak St, Ada, MI 49301`,
    'Start Date': '10/12/2026',
    'End Date': '10/16/2026',
    'Sales Tax Rate': 8.25,
    'Admin Email': OWNER.email,
    'Package Option': '25P400',
  });
  const fileOf = (...rows: Cells[]) =>
    workbookOfRows([
      [...FAIR_COLUMNS],
      ...rows.map((row) => FAIR_COLUMNS.map((column) => row[column] ?? null)),
    ]);
  const upload = async (rows: Cells[], fields: InventoryUpload = {}) =>
    uploadFile(test.owner, 'fairs', await fileOf(...rows), { fileName: 'fairs.xlsx', ...fields });
  const errorsOf = async (...rows: Cells[]) =>
    (await upload(rows, { mode: 'check' })).errors.map(({ row, column, message }) => [
      row,
      column,
      message,
    ]);
  const fairsAt = async (identifier: string) =>
    (await test.ask.fairs.list({ query: { search: identifier, sort: 'startDate' } })).results;

  it('plans the fairs of the file, adds new schools, and previews both', async () => {
    const [first, second] = [school(), school()];
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
        'School Identifier': second.toLowerCase(),
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
    const checked = await upload(rows, { mode: 'check' });
    expect(checked).toMatchObject({ created: 3, rejected: 0, schools: 2, errors: [] });
    expect(checked.notes.map(({ row, code, message }) => [row, code, message])).toEqual([
      [2, 'NEW_SCHOOL', `New school: School ${first}`],
      [3, 'NEW_SCHOOL', `New school: School ${second}`],
      [4, 'NEW_SCHOOL', `New school: School ${second}`],
    ]);
    expect(await fairsAt(first)).toEqual([]);
    expect(await upload(rows)).toMatchObject({
      created: 3,
      state: 'done',
      jobId: expect.any(String),
    });
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
    expect(await fairsAt(second)).toMatchObject([
      {
        identifier: `${second.toLowerCase()}-26-01`,
        address: 'Somewhere',
        timeZone: 'America/Chicago',
        status: 'active',
      },
      {
        identifier: `${second.toLowerCase()}-27-01`,
        salesTaxRate: 8.875,
        startDate: '2027-03-01',
        endDate: '2027-03-05',
        packageOption: 1,
        timeZone: 'America/Chicago',
        adminId: test.ownerId,
      },
    ]);
    const [option] = await test.ask.schools.getSchools({ query: { search: first } });
    expect(option).toMatchObject({ address: '2 Oak St, Ada, MI 49301' });
  });

  it("has the rule's sentence for each invalid cell", async () => {
    const known = (await plannedFair(test, school())).identifier;
    const wrong: [Cells, FairColumn, string][] = [
      [{ 'School Identifier': null }, 'School Identifier', 'School Identifier is required.'],
      [{ 'Fair Identifier': known }, 'Fair Identifier', `Fair "${known}" already exists.`],
      [{ 'Fair Identifier': known.toLowerCase() }, 'Fair Identifier', `Duplicate of row 3.`],
      [{ 'Fair Name': 'X' }, 'Fair Name', 'Fair Name must be at least 2 characters.'],
      [{ 'Fair Name': null }, 'Fair Name', 'Fair Name must be at least 2 characters.'],
      [{ Address: null }, 'Address', 'Address is required.'],
      [
        { 'Start Date': '13/45/2026' },
        'Start Date',
        'Start Date is not a valid date (MM/DD/YYYY).',
      ],
      [{ 'End Date': '10/11/2026' }, 'End Date', 'End Date is before Start Date.'],
      [{ 'Sales Tax Rate': 101 }, 'Sales Tax Rate', 'Sales Tax Rate must be between 0 and 100.'],
      [{ 'Admin Email': 'x@y' }, 'Admin Email', 'Admin "x@y" not found or inactive.'],
      [{ 'Package Option': '25P450' }, 'Package Option', 'Unknown package "25P450".'],
      [{ 'Package Option': 13 }, 'Package Option', 'Unknown package "13".'],
      [{ Status: 'maybe' }, 'Status', 'Status must be active or inactive.'],
      [{ 'Time Zone': 'Mars/Olympus' }, 'Time Zone', 'Unknown time zone.'],
    ];
    expect(await errorsOf(...wrong.map(([cells]) => ({ ...good(school()), ...cells })))).toEqual(
      wrong.map(([, column, message], at) => [at + 2, column, message]),
    );
    expect(await errorsOf({ ...good('UNKNOWN'), 'School Name': null })).toEqual([
      [2, 'School Identifier', 'School "UNKNOWN" not found.'],
      [2, 'School Name', 'School Name is required for a new school.'],
    ]);
    const twice = good(school());
    expect(await errorsOf(twice, twice)).toEqual([[3, 'Fair Name', 'Duplicate of row 2.']]);
  });

  it('takes a rate that looks like a fraction as the form does, with a warning', async () => {
    const { errors, warnings, created } = await upload([
      { ...good(school()), 'Sales Tax Rate': 0.0825 },
    ]);
    expect({ errors, created }).toEqual({ errors: [], created: 1 });
    expect(warnings).toContainEqual({
      row: 2,
      column: 'Sales Tax Rate',
      value: '0.0825',
      code: 'LOOKS_LIKE_FRACTION',
      message: 'Taken as 0.0825%. For 8.25%, write 8.25.',
      suggestion: '8.25',
    });
  });

  it('plans no fair for an inactive admin', async () => {
    const role = await test.ask.roles.add({
      body: { name: 'Uploader', description: 'x', rights: [] },
    });
    const person = {
      firstName: 'Gone',
      lastName: 'Away',
      email: 'gone@example.com',
      countryCode: '+1' as const,
      phone: '5551234567',
      roleId: role.id,
      secretCode: '1234',
    };
    const { id } = await test.ask.admins.add({ body: person });
    const row = { ...good(school()), 'Admin Email': person.email };
    expect((await upload([row], { mode: 'check' })).errors).toEqual([]);
    await test.owner.admins.changeStatus({ params: { id }, body: { status: 'inactive' } });
    expect(await errorsOf(row)).toEqual([
      [2, 'Admin Email', 'Admin "gone@example.com" not found or inactive.'],
    ]);
  });

  it('imports all rows or none, or only the valid ones; the same file twice plans nothing twice', async () => {
    const [one, other] = [school(), school()];
    const rows = [
      { ...good(one), 'Fair Identifier': `${one}-A` },
      good(other),
      { ...good(school()), Address: null },
    ];
    expect(await upload(rows)).toMatchObject({ created: 0, rejected: 1, unchanged: 2 });
    expect(await fairsAt(one)).toEqual([]);
    expect(await upload(rows, { onlyValidRows: 'true' })).toMatchObject({
      created: 2,
      rejected: 1,
      errorFileId: expect.any(String),
    });
    expect(await upload(rows, { onlyValidRows: 'true' })).toMatchObject({
      created: 0,
      unchanged: 2,
      rejected: 1,
    });
    expect(await upload([{ ...rows[0]!, 'Fair Name': 'Another fair' }])).toMatchObject({
      created: 0,
      errors: [{ message: `Fair "${one}-A" already exists.` }],
    });
    expect([await fairsAt(one), await fairsAt(other)].map((fairs) => fairs.length)).toEqual([1, 1]);
  });

  it('plans a fair once when the file is sent several times at once', async () => {
    const identifier = school();
    const results = await Promise.all(Array.from({ length: 4 }, () => upload([good(identifier)])));
    expect(results.map(({ created, unchanged }) => [created, unchanged]).toSorted()).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
      [1, 0],
    ]);
    expect(await fairsAt(identifier)).toHaveLength(1);
  });

  it('warns of a school or admin that is busy on these days, and of a long fair', async () => {
    const known = await plannedFair(test, school(), {
      startDate: '2029-03-01',
      endDate: '2029-03-05',
    });
    const days = { 'Start Date': '3/5/2029', 'End Date': '3/20/2029' };
    const { warnings, created } = await upload(
      [
        { ...good(known.schoolIdentifier), ...days, 'School Name': null },
        { ...good(school()), ...days },
      ],
      { mode: 'check' },
    );
    expect(created).toBe(2);
    expect(warnings.map(({ row, code, message }) => [row, code, message])).toEqual([
      [2, 'LONG_FAIR', 'This fair is 16 days long.'],
      [2, 'SCHOOL_BUSY', `These days overlap with fair ${known.identifier} of the same school.`],
      [3, 'LONG_FAIR', 'This fair is 16 days long.'],
      [
        3,
        'ADMIN_BUSY',
        expect.stringMatching(new RegExp(` is at fair ${known.identifier} in these days\\.$`)),
      ],
    ]);
  });

  it('keeps calendar days in every time zone, over clock changes and in 1904 workbooks', async () => {
    const [early, late] = [school(), school()];
    const cell = (value: string | number, style?: number) =>
      typeof value === 'number'
        ? `<c${style === undefined ? '' : ` s="${style}"`}><v>${value}</v></c>`
        : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const columns = [
      'School Identifier',
      'School Name',
      'Fair Name',
      'Address',
      'Start Date',
      'End Date',
      'Sales Tax Rate',
      'Admin Email',
      'Package Option',
      'Time Zone',
    ];
    const row = (values: string[]) => `<row>${values.join('')}</row>`;
    // 2027-03-14 and 2027-11-07 are the days of the clock change, the second at 23:59. The 1904
    // workbook counts 1,462 days less.
    const file = (identifier: string, shift: number) =>
      makeWorkbook({
        date1904: shift > 0,
        styles: [0, 14, 10],
        rows:
          row(columns.map((name) => cell(name))) +
          row([
            cell(identifier),
            cell('A school'),
            cell('Clock fair'),
            cell('1 Oak St'),
            cell(46_460 - shift, 1),
            cell(46_698.999 - shift, 1),
            cell(0.0825, 2),
            cell(OWNER.email),
            cell('25C400'),
            cell('America/Los_Angeles'),
          ]),
      });
    expect(await uploadFile(test.owner, 'fairs', await file(early, 0))).toMatchObject({
      created: 1,
      errors: [],
    });
    expect(await uploadFile(test.owner, 'fairs', await file(late, 1_462))).toMatchObject({
      created: 1,
      errors: [],
    });
    for (const identifier of [early, late])
      expect(await fairsAt(identifier)).toMatchObject([
        {
          startDate: '2027-03-14',
          endDate: '2027-11-07',
          timeZone: 'America/Los_Angeles',
          salesTaxRatePpm: 82_500,
        },
      ]);
  });

  it('requires the right to edit fairs, and names missing columns', async () => {
    expect(
      await getRefusal(uploadFile(test.client('nobody'), 'fairs', await fileOf(good(school())))),
    ).toMatchObject({ status: 401 });
    expect(
      (
        await getRefusal(
          uploadFile(
            test.owner,
            'fairs',
            await workbookOfRows([
              ['School Identifier', 'Fair Name'],
              ['A', 'B'],
            ]),
          ),
        )
      ).errors,
    ).toEqual({
      file: 'The columns "Address", "Start Date", "End Date", "Sales Tax Rate", "Admin Email", "Package Option" are missing.',
    });
  });

  it('offers a template to fill in and upload', async () => {
    const response = await test.send(test.ownerToken)(
      '/v1/fairs/bulk-upload/template?kind=fairs',
      {},
    );
    const header = (await readSheet(Buffer.from(await response.arrayBuffer()))).rows[0]!.cells.map(
      cellText,
    ) as FairColumn[];
    const row = good(school());
    expect(
      await uploadFile(
        test.owner,
        'fairs',
        await workbookOfRows([header, header.map((name) => row[name] ?? null)]),
      ),
    ).toMatchObject({ created: 1, errors: [] });
  });
});
