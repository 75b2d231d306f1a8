import type { AdjustedLine } from '@pos/contract/stock/inventory';
import { describe, expect, it } from 'vitest';
import { changeWords, meanwhileWords, trueOnHand } from './change-words.ts';
import { movementWords } from './stock-words.ts';

const line = (quantity: number, totalNewQuantity: number) =>
  ({ quantity, totalNewQuantity }) as AdjustedLine;

describe('words of a stock change', () => {
  it('shows the sum as applied', () => {
    expect(changeWords(line(14, 11))).toBe('On hand 14 − 3 = 11');
    expect(changeWords(line(-2, 3))).toBe('On hand −2 + 5 = 3');
  });

  it('shows changes between reading and adjusting, and nothing if there were none', () => {
    expect(meanwhileWords(line(13, 10), 14)).toBe(
      'From 11 to 10: 1 was sold or taken off in the meantime',
    );
    expect(meanwhileWords(line(16, 13), 14)).toBe('From 11 to 13: 2 were added in the meantime');
    expect(meanwhileWords(line(14, 11), 14)).toBeUndefined();
  });

  it('names a movement by its direction, and an adjustment by its reason', () => {
    const words = [
      movementWords({ kind: 'sale', delta: -2, reason: null }),
      movementWords({ kind: 'sale', delta: 2, reason: null }),
      movementWords({ kind: 'adjusted', delta: -1, reason: 'damaged' }),
      movementWords({ kind: 'adjusted', delta: 4, reason: 'transfer_in' }),
    ];
    expect(words).toEqual([
      'Sold',
      'Sale taken back',
      'Removed: Damaged',
      'Transferred from another fair',
    ]);
  });

  it('counts oversold units below zero', () => {
    expect(trueOnHand({ onHand: 0, oversoldQty: 2 })).toBe(-2);
  });
});
