import { describe, expect, it } from 'vitest';
import { phoneAsTyped, phoneDigits, phoneText } from './phone-digits.ts';

describe('a phone number being typed', () => {
  it.each([
    ['', ''],
    ['2', '(2'],
    ['269', '(269'],
    ['2698', '(269) 8'],
    ['269857', '(269) 857'],
    ['2698572139', '(269) 857-2139'],
  ])('shows %s as %s', (digits, shown) => {
    expect(phoneAsTyped(digits)).toBe(shown);
    expect(phoneDigits(shown)).toBe(digits);
  });

  it.each(['+1 (269) 857-2139', '1-269-857-2139', '269.857.2139', ' 2698572139 '])(
    'accepts %s as pasted',
    (pasted) => {
      expect(phoneDigits(pasted)).toBe('2698572139');
    },
  );

  it('is stored and shown with its country code', () => {
    expect(phoneText('+1', '2698572139')).toBe('+1 (269) 857-2139');
  });
});
