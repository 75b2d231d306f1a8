import type { FairLine } from '@pos/contract/inventory';
import { describe, expect, it } from 'vitest';
import {
  MAX_PASTED_LINES,
  pasteWords,
  readPastedCounts,
  withoutPaste,
  withPaste,
} from './count-paste.ts';
import { lineFinder } from './count-state.ts';

const line = (id: string, sku: string) => ({ id, sku, isbn13: null }) as FairLine;
const LINES = [line('a', '9780439023481'), line('b', 'PEN-01'), line('c', 'MAP-01')];
const read = (text: string, below: readonly FairLine[] = LINES) =>
  readPastedCounts(text, { find: lineFinder(LINES), below });
const countsOf = (text: string, below?: readonly FairLine[]) => [
  ...(read(text, below)?.counts ?? []),
];

describe('a pasted column of counts', () => {
  it('fills the titles from the field on; a blank line leaves its title as it is', () => {
    expect(countsOf('12\r\n\r\n1,200\r\n')).toEqual([
      ['a', 12],
      ['c', 1200],
    ]);
    expect(countsOf('4\n5.00', LINES.slice(1))).toEqual([
      ['b', 4],
      ['c', 5],
    ]);
  });

  it('fills the titles with the pasted codes, wherever it is pasted', () => {
    expect(countsOf('map-01\t7\n978-0-439-02348-1\tThe Arena\t0', [])).toEqual([
      ['c', 7],
      ['a', 0],
    ]);
    expect(countsOf('PEN-01\t3')).toEqual([['b', 3]]);
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
    expect(read('1\n2', LINES.slice(2))?.unread).toEqual([
      { line: 2, text: '2', why: 'no title is left for it' },
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
