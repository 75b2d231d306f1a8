import { expect, test } from 'vitest';
import { messageGroups } from './message-groups.ts';

const message = (code: string, row: number, column: string) => ({
  row,
  column,
  value: '',
  code,
  message: code,
});
const codes = (messages: readonly { code: string }[]) => messages.map(({ code }) => code);

test('only errors and open warnings are problems; the package stands alone', () => {
  const groups = messageGroups('inventory', {
    errors: [message('INVALID_AMOUNT', 4, 'Price')],
    warnings: [
      message('TOTAL_ROW', 289, ''),
      message('HIDDEN_ROWS', 0, ''),
      message('PACKAGE_UNITS', 0, 'Quantity'),
      message('OTHER_TITLE', 281, 'Title'),
      message('WAREHOUSE_SHORTAGE', 5, 'Quantity'),
    ],
    notes: [message('NEW_TITLE', 6, 'Title')],
  });
  expect(codes(groups.package)).toEqual(['PACKAGE_UNITS']);
  expect(codes(groups.file)).toEqual(['HIDDEN_ROWS']);
  expect(codes(groups.fileInformation)).toEqual(['TOTAL_ROW']);
  expect(codes(groups.cells)).toEqual(['INVALID_AMOUNT', 'WAREHOUSE_SHORTAGE']);
  expect(codes(groups.cellInformation)).toEqual(['OTHER_TITLE', 'NEW_TITLE']);
});
