import { describe, expect, test } from 'vitest';
import { parseAmountCents } from '#api/spreadsheets/cells/amount.ts';
import { parseDay } from '#api/spreadsheets/cells/day.ts';
import { parseIsbnOrSku } from '#api/spreadsheets/cells/isbn-or-sku.ts';
import type { Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { parseQuantity } from '#api/spreadsheets/cells/quantity.ts';
import { parseRatePpm } from '#api/spreadsheets/cells/rate.ts';
import { cellText, isBlank, parseText } from '#api/spreadsheets/cells/text.ts';
import { parseYesNo } from '#api/spreadsheets/cells/yes-no.ts';
import { decimalDigits } from '#api/spreadsheets/reading/cell-builder.ts';
import { EMPTY, type Cell } from '#api/spreadsheets/sheet.ts';

const text = (written: string): Cell => ({ kind: 'text', text: written });
const number = (value: number, percent = false): Cell => ({
  kind: 'number',
  number: value,
  text: decimalDigits(value),
  percent,
});
const cell = (value: string | number): Cell =>
  typeof value === 'string' ? text(value) : number(value);

/** Returns the value, or the sentence that refuses it. */
function outcome<Value>(parsed: Parsed<Value>): Value | string {
  return 'error' in parsed ? parsed.error.message : parsed.value;
}
const date = (day: string | null, time: string | null): Cell => ({ kind: 'date', day, time });

describe('every parser', () => {
  const parsers: Record<string, (cell: Cell, label: string) => Parsed<unknown>> = {
    parseText,
    parseAmountCents,
    parseQuantity,
    parseYesNo,
    parseDay,
    parseRatePpm,
    parseIsbnOrSku,
  };
  test.each(Object.entries(parsers))(
    '%s requires a value for a blank cell, and names an error of a formula',
    (_, parse) => {
      for (const blank of [EMPTY, text(''), text(' \u00a0\u200b ')]) {
        expect(isBlank(blank)).toBe(true);
        expect(parse(blank, 'Price')).toEqual({
          error: { code: 'REQUIRED', message: 'Price is required.' },
        });
      }
      const errors = ['#N/A', '#SEVERAL', '#FORMULA'] as const;
      expect(errors.map((error) => outcome(parse({ kind: 'error', error }, 'Price')))).toEqual([
        'Price contains the error #N/A.',
        'Price has several values in one cell. Open the file in Excel, check the cell and save it.',
        'Price is a formula without a result. Open the file in Excel and save it.',
      ]);
    },
  );
});

describe('text', () => {
  test.each<[Cell, string]>([
    [text('  The “Big” Café 📚\u00a0'), 'The “Big” Café 📚'],
    [text('Cafe\u0301'), 'Café'],
    [text('=1+1'), '=1+1'],
    [text('a\u0000b\u0007\ufeff'), 'ab'],
    [number(1984), '1984'],
    [number(0.0825, true), '8.25%'],
    [number(9_780_306_406_157), '9780306406157'],
    [{ kind: 'boolean', boolean: true }, 'TRUE'],
    [date('2025-09-05', null), '09/05/2025'],
    [date(null, '18:00:00'), '18:00:00'],
  ])('%o reads %s', (written, shown) => {
    expect(cellText(written)).toBe(shown);
    expect(outcome(parseText(written, 'Title'))).toBe(shown);
  });
  test('is refused below and above its length', () => {
    expect(outcome(parseText(text('A'), 'Fair Name', { min: 2 }))).toBe(
      'Fair Name must be at least 2 characters.',
    );
    expect(outcome(parseText(text('x'.repeat(256)), 'Title'))).toBe(
      'Title must be at most 255 characters.',
    );
  });
});

describe('amounts', () => {
  const priced = (written: Cell) => outcome(parseAmountCents(written, 'Price'));
  test.each<[string | number, number]>([
    ['8.99', 899],
    ['$8.99', 899],
    [' $ 8.99 ', 899],
    ["'8.99", 899],
    ['8.9', 890],
    ['8.990', 899],
    ['.5', 50],
    ['8', 800],
    ['８.９９', 899],
    [8.99, 899],
    [8.9900000000000002, 899],
    [5 * 1.1, 550],
    [999.99, 99_999],
  ])('%s is %d cents', (written, cents) => expect(priced(cell(written))).toBe(cents));
  test('thousands may have commas', () =>
    expect(outcome(parseAmountCents(text('$1,299.00'), 'Amount', { maxCents: 1_000_000 }))).toBe(
      129_900,
    ));
  test.each<Cell>([
    ...['8,99', '1,29.00', '1,2345', '12,34,567', '8.999', '-8.99', '8.99 USD', 'free'].map(text),
    ...['$', '.', '(8.99)', '8.9.9', '1e2', '5 99', '1 2', '5\u00a099', '$ 5 99'].map(text),
    ...['1 299.00', '5. 99'].map(text),
    ...[8.999, 1e300, 0.001].map((value) => number(value)),
    number(0.5, true),
    date('2025-09-05', null),
  ])('%o is no amount', (written) => expect(priced(written)).toBe('Price is not a valid amount.'));
  test.each<string | number>(['0.00', 0, -8.99, '1000.00', 1000])('%s is out of range', (written) =>
    expect(priced(cell(written))).toBe('Price must be between 0.01 and 999.99.'),
  );
});

describe('quantities', () => {
  const quantity = (written: string | number) => outcome(parseQuantity(cell(written), 'Quantity'));
  const counted = (written: number) =>
    outcome(parseQuantity(number(written), 'Counted', { min: 0 }));
  test.each<[string | number, number]>([
    [12, 12],
    ['12', 12],
    [' 12 ', 12],
    ['1,200', 1200],
    ['5.0', 5],
    ['１２', 12],
    [9999, 9999],
  ])('%s is %d', (written, units) => expect(quantity(written)).toBe(units));
  test.each<string | number>([2.5, '2.5', '12 ea', 0, '0', -3, '-3', 'a dozen', '1,20', 1e300])(
    '%s is refused',
    (written) => expect(quantity(written)).toBe('Quantity must be a whole number greater than 0.'),
  );
  test('10,000 is too many, and a count may be 0', () => {
    expect(quantity(10_000)).toBe('Quantity must be at most 9,999.');
    expect(counted(0)).toBe(0);
    expect(counted(-1)).toBe('Counted must be a whole number, 0 or more.');
  });
});

test('yes and no in every common way', () => {
  const taxable = (written: Cell) => outcome(parseYesNo(written, 'Taxable'));
  for (const yes of ['Y', 'y', 'Yes', 'TRUE', 'true', ' t ', '1'])
    expect(taxable(text(yes))).toBe(true);
  for (const no of ['N', 'no', 'FALSE', 'f', '0']) expect(taxable(text(no))).toBe(false);
  expect(taxable(number(1))).toBe(true);
  expect(taxable({ kind: 'boolean', boolean: false })).toBe(false);
  for (const neither of ['maybe', '2', 'constructor', '__proto__'])
    expect(taxable(text(neither))).toBe('Taxable must be Y or N.');
});

describe('days', () => {
  test.each([
    ['9/5/25', '2025-09-05'],
    ['09/05/2025', '2025-09-05'],
    ['05/09/2025', '2025-05-09'],
    ['9-5-2025', '2025-09-05'],
    [' 9 / 5 / 2025 ', '2025-09-05'],
    ['2025-09-05', '2025-09-05'],
    ['2025-09-05T00:00:00Z', '2025-09-05'],
    ['9/5/2025 11:59 PM', '2025-09-05'],
    ["'9/5/2025", '2025-09-05'],
    ['2/29/2024', '2024-02-29'],
    ['9/14/97', '1997-09-14'],
  ])('%s is %s', (written, day) =>
    expect(parseDay(text(written), 'Start Date')).toEqual({ value: day }),
  );
  const noDay = 'Start Date is not a valid date (MM/DD/YYYY).';
  const start = (written: Cell, system?: { date1904: boolean }) =>
    outcome(parseDay(written, 'Start Date', system));
  test.each<Cell>([
    ...['2/29/2025', '13/05/2025', '05.09.2025', '2025/09/05', 'Sept 5', '9/5', '9/5/025'].map(
      text,
    ),
    ...['0/5/2025', '20250905'].map(text),
    date(null, '10:00:00'),
    ...[5, 2025, 20_250_905, -3].map((value) => number(value)),
  ])('%o is no day', (written) => expect(start(written)).toBe(noDay));
  test('a date cell is its calendar day, whatever its time', () =>
    expect(start(date('2025-09-05', '23:59:00'))).toBe('2025-09-05'));
  test('a serial number without its format is read with a warning, in the workbook’s own system', () => {
    expect(parseDay(number(45_905), 'Start Date')).toEqual({
      value: '2025-09-05',
      warning: {
        code: 'SERIAL_DATE',
        message: 'Start Date: the number 45905 was read as 09/05/2025.',
      },
    });
    expect(start(number(44_443), { date1904: true })).toBe('2025-09-05');
  });
});

describe('rates', () => {
  const rate = (written: Cell) => outcome(parseRatePpm(written, 'Sales Tax Rate'));
  test.each<[Cell, number]>([
    [text('8.25'), 82_500],
    [text('8.25%'), 82_500],
    [text('8.25 %'), 82_500],
    [number(8.25), 82_500],
    [number(0.0825, true), 82_500],
    [text('0.5%'), 5_000],
    [number(0), 0],
    [number(1, true), 1_000_000],
    [text('100'), 1_000_000],
    [text('8.1234'), 81_234],
    [number(0.5), 5_000],
    [text('0.2'), 2_000],
  ])('%o', (written, ppm) => expect(rate(written)).toBe(ppm));
  test('a fraction is not guessed at, but doubted, with the rate that may be meant', () => {
    const doubted = (written: Cell) => parseRatePpm(written, 'Sales Tax Rate');
    const code = 'LOOKS_LIKE_FRACTION';
    expect(doubted(number(0.0825))).toEqual({
      value: 825,
      warning: { code, message: 'Taken as 0.0825%. For 8.25%, write 8.25.', suggestion: '8.25' },
    });
    expect(doubted(text('0.07'))).toEqual({
      value: 700,
      warning: { code, message: 'Taken as 0.07%. For 7%, write 7.', suggestion: '7' },
    });
  });
  test.each<Cell>([number(-1), number(8.25, true), ...['101', '8,25', 'eight', '%'].map(text)])(
    '%o is out of range',
    (written) => expect(rate(written)).toBe('Sales Tax Rate must be between 0 and 100.'),
  );
  test('finer than four decimals is rounded half up, with a warning', () =>
    expect(parseRatePpm(text('8.12345'), 'Sales Tax Rate')).toEqual({
      value: 81_235,
      warning: { code: 'RATE_ROUNDED', message: 'Sales Tax Rate was rounded to 8.1235%.' },
    }));
});

describe('ISBN or SKU', () => {
  const parsed = (written: string | number) => parseIsbnOrSku(cell(written), 'ISBN/SKU');
  const refused = (code: string, message: string) => ({ error: { code, message } });
  const isbn = { code: '9780306406157', kind: 'isbn' };
  test.each<string | number>([
    '9780306406157',
    9_780_306_406_157,
    '978-0-306-40615-7',
    '978 0 306 40615 7',
    "'9780306406157",
    '978\u00a00306406157\u00a0',
    '\ufeff9780306406157',
    '978–0–306–40615–7',
    'ISBN 9780306406157',
    'ISBN-13: 978-0-306-40615-7',
    '0-306-40615-2',
    '0306406152',
  ])('%s is the book', (written) => expect(parsed(written)).toEqual({ value: isbn }));
  test('an ISBN-10 may end in X', () =>
    expect(parsed('0-8044-2957-x')).toEqual({ value: { code: '9780804429573', kind: 'isbn' } }));
  test.each<string | number>([
    '9780306406158',
    9_780_306_406_158,
    '978-0-306-40615-0',
    '978030640615850699',
    '0306406153',
  ])('%s has a wrong check digit', (written) =>
    expect(parsed(written)).toEqual(refused('ISBN_CHECK_DIGIT', 'ISBN check digit is wrong.')),
  );
  test.each(['978030640615750699', '9780306406157 50699', '978-0-306-40615-7 50699'])(
    '%s is the book, scanned with its price',
    (written) =>
      expect(parsed(written)).toEqual({
        value: isbn,
        warning: {
          code: 'PRICE_DIGITS',
          message: 'The digits of a price behind the ISBN 9780306406157 were left out.',
        },
      }),
  );
  test.each([
    ['97803064061575', 'a digit too many'],
    ['978030640615', 'a digit too few'],
    ['979 0306 406157 12', '2 digits too many'],
  ])('%s looks like an ISBN with %s', (written, miss) =>
    expect(parsed(written)).toMatchObject({
      warning: { code: 'ALMOST_ISBN', message: `ISBN/SKU looks like an ISBN with ${miss}.` },
    }),
  );
  test.each<[string | number, string]>([
    ['9.78E+12', '9.78E+12'],
    ['9.78031E+12', '9.78031E+12'],
    ['9,78031e+12', '9,78031e+12'],
    [9_780_310_000_000, '9.78E+12'],
    [9_780_000_000_000, '9.78E+12'],
    [97_803_064_061_570_000, '9.78E+16'],
  ])('%s lost digits', (written, shown) =>
    expect(parsed(written)).toEqual(
      refused('LOST_DIGITS', `Number lost digits (${shown}): format the column as Text.`),
    ),
  );
  test.each(['AVE-001', 'pen-blue', 'ABC', '12E5', '036000291452', '4006381333931'])(
    '%s is a SKU as it stands',
    (written) =>
      expect(parsed(written)).toEqual({
        value: { code: written, kind: 'sku' },
      }),
  );
  test.each([
    [36_000_291_452, '036000291452', 'may have lost its leading zero. Is it 036000291452?'],
    [306_406_152, '9780306406157', 'may be the ISBN 9780306406157 without its leading zero.'],
  ])('%s lost its leading zero, and %s is suggested', (written, suggestion, what) => {
    const message = `${written} ${what} Format the column as Text.`;
    expect(parsed(written)).toEqual({
      value: { code: String(written), kind: 'sku' },
      warning: { code: 'LOST_ZERO', message, suggestion },
    });
  });
  test.each(['AB', 'a_b', 'pen/blue', 'x'.repeat(31), '=1+1', '8.99', 'Ölstift'])(
    '%s is neither',
    (written) =>
      expect(outcome(parsed(written))).toBe(
        'ISBN/SKU must be an ISBN, or 3 to 30 letters, digits and hyphens.',
      ),
  );
});
