import { RETURN_COUNT_COLUMNS } from '@pos/contract/uploads';
import { expect, it } from 'vitest';
import { typedRow } from '#testing/upload-rows.ts';
import { judgeCountRow, readCountRow, type CountState } from './judge.ts';
import type { CountedLine } from './return-count.queries.ts';

const line = (countedQty: number | null): CountedLine => ({
  titleId: `title with ${countedQty}`,
  countedQty,
  damagedQty: 0,
  expectedReturn: 5,
});
const state = (finished = false): CountState => ({
  lines: new Map([
    ['9780439023481', line(null)],
    ['mug-1', line(3)],
  ]),
  finished,
  firstRows: new Map(),
});
const row = (number: number, code: string, counted: string, damaged = '0') =>
  readCountRow(
    typedRow(RETURN_COUNT_COLUMNS, number, {
      'ISBN/SKU': code,
      Counted: counted,
      Damaged: damaged,
    }),
  );
const judged = (read: ReturnType<typeof row>, known: CountState) => {
  const { outcome, errors, warnings } = judgeCountRow(read, known);
  return [outcome, ...[...errors, ...warnings].map(({ code }) => code)];
};

it('creates a first count, updates another one and leaves the same one alone', () => {
  expect(judged(row(2, '9780439023481', '4'), state())).toEqual(['create']);
  expect(judged(row(2, 'MUG-1', '4'), state())).toEqual(['update']);
  expect(judged(row(2, 'MUG-1', '3'), state())).toEqual(['unchanged']);
});

it('warns of more than is expected back', () => {
  expect(judged(row(2, 'MUG-1', '6'), state())).toEqual(['update', 'MORE_THAN_EXPECTED']);
});

it('refuses more damaged than counted, unknown titles and a title that is listed twice', () => {
  const known = state();
  expect(judged(row(2, 'MUG-1', '3', '4'), known)).toEqual(['reject', 'DAMAGED_ABOVE_COUNTED']);
  expect(judged(row(3, 'MUG-1', '3'), known)).toEqual(['reject', 'DUPLICATE']);
  expect(judged(row(4, 'PEN-9', '3'), known)).toEqual(['reject', 'NOT_AT_FAIR']);
});

it('changes no count of a closed-out fair, but adds missing ones', () => {
  expect(judged(row(2, 'MUG-1', '4'), state(true))).toEqual(['reject', 'FAIR_FINISHED']);
  expect(judged(row(3, 'MUG-1', '3'), state(true))).toEqual(['unchanged']);
  expect(judged(row(4, '9780439023481', '4'), state(true))).toEqual(['create']);
});
