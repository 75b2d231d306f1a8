import { describe, expect, it } from 'vitest';
import { checkNumberAfter } from './check-numbers.ts';

describe('numbers of checks', () => {
  it('count up from the first one and keep its leading zeros', () => {
    expect([0, 1, 2].map((later) => checkNumberAfter('0098', later))).toEqual([
      '0098',
      '0099',
      '0100',
    ]);
    expect(checkNumberAfter('999', 1)).toBe('1000');
    expect(checkNumberAfter('A1', 1)).toBe('');
  });
});
