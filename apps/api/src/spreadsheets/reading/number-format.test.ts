import { expect, test } from 'vitest';
import { builtInFormat, parseFormat } from '#api/spreadsheets/reading/number-format.ts';

test.each([
  'm/d/yyyy',
  '[$-409]mmmm d, yyyy;@',
  '[$-F800]dddd, mmmm dd, yyyy',
  'yyyy\\-mm\\-dd',
  'h:mm AM/PM',
  '[h]:mm:ss',
  'mm:ss.0',
  '[Red]dd/mm/yy',
  'dddd" the "d". "mmmm\\ yyyy\\ h:mm',
  'yyyy"年"m"月"d"日"',
  '[$-409]d-mmm;@',
  '_(m/d/yy_)',
])('%s is a date', (code) => expect(parseFormat(code).kind).toBe('date'));

test.each([
  'General',
  'general',
  '0',
  '0.00',
  '#,##0.00',
  '"$"#,##0.00',
  '[$$-409]#,##0.00',
  '[Red]-#,##0',
  '0.00E+00',
  '@',
  '# ?/?',
  '"days"0',
  '0" d"',
  '0\\d',
  '[>=100]0.0',
  '_-* #,##0_-',
  '0;"yes"',
  '""',
  '',
])('%s is none', (code) => expect(parseFormat(code).kind).toBe('general'));

test.each(['0%', '0.00%', '[Red]0.0%;-0.0%', '#,##0.00 %'])('%s is a percentage', (code) =>
  expect(parseFormat(code).kind).toBe('percent'),
);
test.each(['0"%"', '0\\%'])('%s only writes the sign', (code) =>
  expect(parseFormat(code).kind).toBe('general'),
);

test('zeros alone tell how many digits are shown', () => {
  expect(parseFormat('000000000000')).toEqual({ kind: 'general', zeroPad: 12 });
  expect(parseFormat('0').zeroPad).toBe(0);
  expect(parseFormat('000-000').zeroPad).toBe(0);
});

test('formats without a code', () => {
  const kinds = (ids: number[]) => ids.map((id) => builtInFormat(id).kind);
  expect(
    new Set(kinds([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 31, 36, 45, 46, 47, 50, 57, 58])),
  ).toEqual(new Set(['date']));
  expect(new Set(kinds([9, 10]))).toEqual(new Set(['percent']));
  expect(new Set(kinds([0, 1, 2, 3, 4, 11, 12, 13, 37, 38, 39, 40, 48, 49]))).toEqual(
    new Set(['general']),
  );
});
