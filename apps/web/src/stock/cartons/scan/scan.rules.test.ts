import type { Carton, CartonStatus } from '@pos/contract/stock/cartons';
import { describe, expect, it } from 'vitest';
import { scanFigures, isOpen, checkScan } from './scan.rules.ts';

const carton = (code: string, status: CartonStatus): Carton => ({
  id: code,
  code,
  label: '',
  status,
  shipmentId: null,
  titles: 1,
  units: 10,
  contents: [],
  scannedInAt: null,
  scannedInBy: null,
  scannedBackAt: null,
  scannedBackBy: null,
});
const ALL = [
  carton('C1', 'packed'),
  carton('C2', 'delivered'),
  carton('C3', 'missing_at_delivery'),
  carton('C4', 'returned'),
  carton('C5', 'missing_at_return'),
];

describe('scanning cartons on a tablet', () => {
  it('judges a code by the list, by what it keeps and by the stage, in any case', () => {
    const kinds = (stage: 'delivery' | 'return', saved: string[] = []) =>
      ['c1', 'C2', 'C3', 'C4', 'C5', 'X'].map((code) => checkScan(stage, ALL, saved, code).kind);
    expect(kinds('delivery')).toEqual([
      'new',
      'earlier',
      'found',
      'earlier',
      'earlier',
      'unlisted',
    ]);
    expect(kinds('return')).toEqual(['new', 'new', 'undelivered', 'earlier', 'found', 'unlisted']);
    expect(kinds('delivery', ['C1', 'c3'])).toEqual([
      'again',
      'earlier',
      'again',
      'earlier',
      'earlier',
      'unlisted',
    ]);
    expect(checkScan('delivery', ALL, [], 'c1')).toMatchObject({ code: 'C1' });
  });

  it('counts as the server does: expected is scanned and missing together', () => {
    const figures = (stage: 'delivery' | 'return', saved: string[]) => {
      const { expected, scanned, missing, becoming, neverScannedIn } = scanFigures(
        stage,
        ALL,
        saved,
      );
      return {
        expected,
        scanned,
        missing: missing.map(({ code }) => code),
        becoming: becoming.map(({ code }) => code),
        neverScannedIn,
      };
    };
    expect(figures('delivery', [])).toEqual({
      expected: 5,
      scanned: 3,
      missing: ['C1', 'C3'],
      becoming: ['C1'],
      neverScannedIn: 0,
    });
    expect(figures('delivery', ['c3', 'X'])).toEqual({
      expected: 5,
      scanned: 4,
      missing: ['C1'],
      becoming: ['C1'],
      neverScannedIn: 0,
    });
    expect(figures('return', [])).toEqual({
      expected: 3,
      scanned: 1,
      missing: ['C2', 'C5'],
      becoming: ['C2'],
      neverScannedIn: 1,
    });
    expect(figures('return', ['C1', 'C3'])).toEqual({
      expected: 4,
      scanned: 2,
      missing: ['C2', 'C5'],
      becoming: ['C2'],
      neverScannedIn: 0,
    });
  });

  it('sends late codes at once, and keeps codes while cartons are still waited for', () => {
    expect(isOpen('delivery', ALL)).toBe(true);
    expect(isOpen('delivery', ALL.slice(1))).toBe(false);
    expect(isOpen('return', [carton('C1', 'packed')])).toBe(false);
  });
});
