import { expect, it } from 'vitest';
import { refuseFile } from './spreadsheet-file.ts';

it('takes a spreadsheet of up to 5 MB', () => {
  expect(refuseFile({ name: 'packing list.XLSX', size: 5_242_880 })).toBeUndefined();
});

it('refuses other files and larger ones with the sentences of the specification', () => {
  expect(refuseFile({ name: 'list.csv', size: 10 })).toBe('Only Xlsx file is allowed.');
  expect(refuseFile({ name: 'list.xlsx', size: 5_242_881 })).toBe('File exceed the maximum size of 5 MB.');
});
