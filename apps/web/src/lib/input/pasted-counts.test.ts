import { describe, expect, it } from 'vitest';
import {
  MAX_PASTED_LINES,
  pasteWords,
  readPastedCounts,
  withoutPaste,
  withPaste,
} from './pasted-counts.ts';

const CODES: Record<string, string> = { '9780439023481': 'a', 'pen-01': 'b', 'map-01': 'c' };
const FIELDS = ['a', 'b', 'c'];
const read = (text: string, below: readonly string[] = FIELDS) =>
  readPastedCounts(text, below, {
    find: (code) => CODES[code.toLowerCase()],
    unknown: "not in this fair's inventory",
    max: 9_999_999,
  });
const toCounts = (text: string, below?: readonly string[]) => [
  ...(read(text, below)?.counts ?? []),
];

describe('a pasted column of counts', () => {
  it('fills the fields from the first on; a blank line leaves its field as it is', () => {
    expect(toCounts('12\r\n\r\n1,200\r\n')).toEqual([
      ['a', 12],
      ['c', 1200],
    ]);
    expect(toCounts('4\n5.00', FIELDS.slice(1))).toEqual([
      ['b', 4],
      ['c', 5],
    ]);
  });

  it('fills the fields with the pasted codes, wherever it is pasted', () => {
    expect(toCounts('map-01\t7\n9780439023481\tThe Arena\t0', [])).toEqual([
      ['c', 7],
      ['a', 0],
    ]);
    expect(toCounts('PEN-01\t3')).toEqual([['b', 3]]);
    expect(read('PEN-01\t\nMAP-01\t2')).toEqual({ counts: new Map([['c', 2]]), unread: [] });
  });

  it('leaves other text alone', () => {
    expect([read('12'), read('PEN-01'), read('')]).toEqual([undefined, undefined, undefined]);
  });

  it('lists the lines that it cannot read, with the reason', () => {
    const pasted = read(
      'SKU\tCount\nPEN-01\t-1\nMAP-01\t2.5\nMAP-01\t2\nMAP-01\t3\nPEN-01\t99999999',
    );
    expect(pasted?.unread).toEqual([
      { line: 1, text: 'SKU Count', why: "not in this fair's inventory" },
      { line: 2, text: 'PEN-01 -1', why: 'not a whole number' },
      { line: 3, text: 'MAP-01 2.5', why: 'not a whole number' },
      { line: 5, text: 'MAP-01 3', why: 'listed twice' },
      { line: 6, text: 'PEN-01 99999999', why: 'more than 9,999,999' },
    ]);
    expect(pasteWords(pasted!)).toBe('1 count pasted, 5 lines not understood');
    expect(read('1\n2', FIELDS.slice(2))?.unread).toEqual([
      { line: 2, text: '2', why: 'no field is left for it' },
    ]);
    expect(pasteWords(read('1\n2', [])!)).toBe('No count pasted, 1 line not understood');
    expect(read('1\n'.repeat(MAX_PASTED_LINES + 2))?.unread[0]?.why).toBe('more than 5,000 lines');
  });

  it('is taken back where nothing was counted since', () => {
    const before = new Map([['b', 1]]);
    const pasted = new Map([
      ['a', 5],
      ['b', 6],
      ['c', 7],
    ]);
    const after = withPaste(before, pasted);
    expect([...after]).toEqual([
      ['b', 6],
      ['c', 7],
      ['a', 5],
    ]);
    expect([...withoutPaste(new Map(after).set('c', 8), pasted, before)]).toEqual([
      ['b', 1],
      ['c', 8],
    ]);
  });
});
