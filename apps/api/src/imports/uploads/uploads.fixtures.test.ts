import { readFile } from 'node:fs/promises';
import type { UploadKind } from '@pos/contract/imports/uploads';
import { describe, expect, it } from 'vitest';
import { jobFile } from '#testing/calls/downloads.ts';
import {
  HOLES,
  type InventoryUpload,
  packedRow,
  packingList,
  told,
  uploadFile,
  uploadInventory,
} from '#testing/selling/inventory-file.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { getRefusal } from '#testing/calls/refusals.ts';
import { startTestApp } from '#testing/app/test-app.ts';

type Message = [row: number, column: string, message: string];
/**
 * A file, its kind of upload, and the expected result: every error, every warning, and the number
 * of rows written.
 */
type Fixture = {
  file: string;
  kind: UploadKind;
  atFair?: true;
  errors: Message[];
  warnings: Message[];
  created: number;
  notes?: number;
  total: number;
};

const QUANTITY = 'Quantity must be a whole number greater than 0.';

/**
 * Typical mistakes of domain 10.4 in files written by LibreOffice. Only the first sheet of the
 * packing list was hidden afterward.
 */
const FIXTURES: Fixture[] = [
  {
    file: 'packing-list-by-libreoffice.xlsx',
    kind: 'inventory',
    atFair: true,
    total: 16,
    created: 5,
    errors: [
      [9, 'ISBN/SKU', 'ISBN check digit is wrong.'],
      [10, 'ISBN/SKU', 'Number lost digits (9.78031E+12): format the column as Text.'],
      [11, 'Price', 'Price is not a valid amount.'],
      [12, 'Quantity', QUANTITY],
      [13, 'Quantity', QUANTITY],
      [14, 'Quantity', QUANTITY],
      [15, 'Quantity', QUANTITY],
      [16, 'Price', 'Price contains the error #N/A.'],
      [17, 'Taxable', 'Taxable must be Y or N.'],
      [18, 'Price', 'Price is not a valid amount.'],
      [19, 'ISBN/SKU', 'Duplicate of row 4: this item is in carton fx1 twice.'],
    ],
    warnings: [
      [0, '', 'Only the sheet "Packing list" was read, not "Old list" (hidden).'],
      [0, '', '1 row is hidden in the file but still imported: 17.'],
      [20, '', 'Row 20 starts with "Total" and was skipped.'],
      [0, 'Quantity', 'Fair MISTAKES-F has 27 units, but its package 25P400 means about 400.'],
      [5, 'Title', 'Row 4 names this title "The “Hunger” Gämes 📚". That name is used.'],
      [6, 'Title', 'Row 4 names this title "The “Hunger” Gämes 📚". That name is used.'],
      [7, 'Category', 'Unknown category "Poetry". A new title gets the category Other.'],
      [
        7,
        'Quantity',
        'The warehouse has only 0 of these 2 units on record. The other 2 are booked as a correction.',
      ],
      [
        8,
        'ISBN/SKU',
        '36000291452 may have lost its leading zero. Is it 036000291452? Format the column as Text.',
      ],
      [19, 'Title', 'Row 4 names this title "The “Hunger” Gämes 📚". That name is used.'],
    ],
  },
  {
    file: 'fairs-by-libreoffice.xlsx',
    kind: 'fairs',
    total: 16,
    created: 7,
    notes: 7,
    errors: [
      [8, 'End Date', 'End Date is before Start Date.'],
      [10, 'Fair Identifier', 'Duplicate of row 9.'],
      [11, 'Admin Email', 'Admin "nobody@example.com" not found or inactive.'],
      [11, 'Package Option', 'Unknown package "25P450".'],
      [12, 'School Identifier', 'School "FXI" not found.'],
      [12, 'School Name', 'School Name is required for a new school.'],
      [13, 'Start Date', 'Start Date is not a valid date (MM/DD/YYYY).'],
      [14, 'Status', 'Status must be active or inactive.'],
      [14, 'Time Zone', 'Unknown time zone.'],
      [15, 'Address', 'Address is required.'],
      [15, 'Fair Name', 'Fair Name must be at least 2 characters.'],
      [16, 'Sales Tax Rate', 'Sales Tax Rate must be between 0 and 100.'],
      [17, 'Start Date', 'Start Date contains the error #DIV/0!.'],
    ],
    warnings: [
      [4, 'End Date', 'This fair is 239 days long.'],
      [5, 'End Date', 'End Date: the number 46311 was read as 10/16/2026.'],
      [5, 'Start Date', 'Start Date: the number 46307 was read as 10/12/2026.'],
      [7, 'Admin Email', 'Account Owner is at the fair of row 5 in these days.'],
      [7, 'Sales Tax Rate', 'Taken as 0.0825%. For 8.25%, write 8.25.'],
      [9, 'Admin Email', 'Account Owner is at the fair of row 5 in these days.'],
    ],
  },
  {
    file: 'fairs-1904-by-libreoffice.xlsx',
    kind: 'fairs',
    total: 2,
    created: 2,
    notes: 2,
    errors: [],
    warnings: [],
  },
  {
    file: 'return-count-by-libreoffice.xlsx',
    kind: 'return-count',
    atFair: true,
    total: 5,
    created: 1,
    errors: [
      [3, 'Counted', 'Counted must be a whole number, 0 or more.'],
      [4, 'Damaged', 'Damaged cannot be more than Counted.'],
      [5, 'ISBN/SKU', 'Duplicate of row 2.'],
      [6, 'ISBN/SKU', '"NOT-HERE" is not in the inventory of this fair.'],
    ],
    warnings: [],
  },
];

const byPlace = (one: Message, other: Message) =>
  one[0] - other[0] || one[1].localeCompare(other[1]);

describe('scenario 16: realistic files', async () => {
  const test = await startTestApp();
  const { id: fairId } = await plannedFair(test, 'MISTAKES');
  const { id: countedFairId } = await plannedFair(test, 'COUNTED');
  await uploadInventory(
    test.owner,
    await packingList(
      packedRow('K1', ['9780804429573', 'Book of X', null, 'Other', 5], 2),
      packedRow('K1', ['PEN-RED', 'Pen', null, 'Other', 5], 2),
      packedRow('K1', [HOLES[0], 'Known by another name', null, 'Teen', 8.99], 9),
    ),
    { fairId: countedFairId },
  );
  const nameBook = (from: string, to: string) =>
    test.db.updateTable('titles').set({ sku: to, isbn13: null }).where('sku', '=', from).execute();
  // The catalog is still empty when the packing list is checked.
  await nameBook(HOLES[0], 'ELSEWHERE');
  const upload = async (name: string, kind: UploadKind, fields: InventoryUpload = {}) => {
    const file = await readFile(new URL(`../../../testing/fixtures/${name}`, import.meta.url));
    return await uploadFile(test.owner, kind, file, { mode: 'check', fileName: name, ...fields });
  };

  for (const { file, kind, atFair, errors, warnings, created, notes = 0, total } of FIXTURES) {
    it(`${file}: each mistake has its sentence on its row and column`, async () => {
      if (kind === 'return-count') await nameBook('ELSEWHERE', HOLES[0]);
      const ofCount = kind === 'return-count' ? countedFairId : fairId;
      const result = await upload(file, kind, atFair && { fairId: ofCount });
      expect(told(result.errors).toSorted(byPlace)).toEqual(errors.toSorted(byPlace));
      // These dates pass over time. uploads.fairs.test.ts covers the warning about a past fair.
      const lasting = result.warnings.filter(({ code }) => code !== 'PAST_FAIR');
      expect(told(lasting).toSorted(byPlace)).toEqual(warnings.toSorted(byPlace));
      const rejected = new Set(errors.map(([row]) => row)).size;
      expect(result).toMatchObject({ total, created, rejected });
      expect(result.notes).toHaveLength(notes);
    });
  }

  it('dates arrive as written: US order, serial numbers, 23:59, 1904, clock changes', async () => {
    const commit = { mode: 'commit', onlyValidRows: 'true' } as const;
    expect(await upload('fairs-by-libreoffice.xlsx', 'fairs', commit)).toMatchObject({
      created: 7,
    });
    expect(await upload('fairs-1904-by-libreoffice.xlsx', 'fairs', commit)).toMatchObject({
      created: 2,
    });
    const fairs = await test.db
      .selectFrom('fairs')
      .select(['name', 'startDate', 'endDate', 'taxRatePpm', 'packageOption', 'timeZone'])
      .where('name', 'not like', 'Fair %')
      .orderBy('name')
      .execute();
    expect(fairs.map(({ timeZone: _, ...fair }) => Object.values(fair))).toEqual([
      ['Another', '2025-09-12', '2025-09-13', 82_500, 1],
      ['FX04 Fair', '2027-03-14', '2027-03-19', 82_500, 1],
      ['FX05 Fair', '2026-11-01', '2026-11-06', 82_500, 1],
      ['FXA Fair', '2025-09-05', '2025-09-09', 82_500, 1],
      ['FXB Fair', '2025-05-09', '2025-05-10', 82_500, 1],
      ['FXD Fair', '2026-10-12', '2026-10-16', 82_500, 12],
      ['FXE Fair', '2026-10-12', '2026-10-16', 825, 1],
      ['FXG Fair', '2026-10-12', '2026-10-16', 82_500, 1],
      ['Long fair', '2027-03-14', '2027-11-07', 82_500, 1],
    ]);
    expect(new Set(fairs.map(({ timeZone }) => timeZone))).toEqual(new Set(['America/New_York']));
  });

  it('the corrected error file imports, with its valid content unchanged', async () => {
    const list = await upload('packing-list-by-libreoffice.xlsx', 'inventory', {
      fairId,
      mode: 'commit',
      onlyValidRows: 'true',
    });
    expect(list).toMatchObject({ created: 5, rejected: 11 });
    const errorFile = await jobFile(test, list.errorFileId!);
    const fix = (row: number, column: string, value: string) => ({ row, column, value });
    const fixes = [
      fix(9, 'ISBN/SKU', '9780439554930'),
      fix(10, 'ISBN/SKU', '9780156030304'),
      fix(11, 'Price', '8.99'),
      fix(12, 'Quantity', '12'),
      fix(13, 'Quantity', '3'),
      fix(14, 'Quantity', '1'),
      fix(15, 'Quantity', '2'),
      fix(16, 'Price', '1.25'),
      fix(17, 'Taxable', 'Y'),
      fix(18, 'Price', '12.99'),
      fix(19, 'Carton', 'FX16'),
    ];
    const corrected = await uploadInventory(test.owner, errorFile.bytes, { fairId, fixes });
    const counts = { total: 16, created: 11, unchanged: 5, rejected: 0, errors: [] };
    expect(corrected).toMatchObject(counts);
    const title = test.db.selectFrom('titles').select('title').where('sku', '=', '36000291452');
    expect(await title.execute()).toEqual([{ title: 'Notebook' }]);
  });

  it.each([
    [
      'legacy-xls-renamed.xlsx',
      415,
      'Only Xlsx file is allowed. This is an .xls workbook or a password-protected one. Save it as .xlsx without a password.',
    ],
    ['csv-renamed.xlsx', 415, 'Only Xlsx file is allowed.'],
    ['empty-by-libreoffice.xlsx', 400, 'The first visible sheet is empty.'],
    ['header-only-by-libreoffice.xlsx', 400, 'The file has a header but no rows below it.'],
  ])('%s is refused as a whole', async (name, status, sentence) => {
    const refusal = await getRefusal(upload(name, 'inventory', { fairId }));
    expect(refusal.status).toBe(status);
    expect(refusal.errors?.['file'] ?? refusal.message).toBe(sentence);
  });
});
