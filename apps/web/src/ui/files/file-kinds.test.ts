import { expect, it } from 'vitest';
import { SPREADSHEET } from './file-kinds.ts';

it('takes a spreadsheet of up to 5 MB', () => {
  expect(SPREADSHEET.refuse({ name: 'packing list.XLSX', size: 5_242_880 })).toBeUndefined();
});

it('refuses other files and larger ones with the sentences of the specification', () => {
  expect(SPREADSHEET.refuse({ name: 'list.pdf', size: 10 })).toBe('Only Xlsx file is allowed.');
  expect(SPREADSHEET.refuse({ name: 'list.xlsx', size: 5_242_881 })).toBe(
    'File exceed the maximum size of 5 MB.',
  );
});

it('says how a CSV file is saved as a workbook', () => {
  expect(SPREADSHEET.refuse({ name: 'list.CSV', size: 10 })).toMatch(
    /^Only Xlsx file is allowed\. Open the file in Excel and choose File › Save As › Excel Workbook/,
  );
});
