import { expect, it } from 'vitest';
import { formatScaled, parseDecimal, parseScaled } from './number-text.ts';

it('parses amounts digit by digit', () => {
  expect(
    ['1,234.5', '$19.99', '0.07', '.5', '12', '-3.10', '−3.10', '8.'].map((text) =>
      parseScaled(text, 2),
    ),
  ).toEqual([123_450, 1_999, 7, 50, 1_200, -310, -310, 800]);
  expect(parseScaled('1.005', 3)).toBe(1_005);
  expect(parseScaled('12', 0)).toBe(12);
});

it('refuses text that is not an amount', () => {
  expect(
    ['', '.', '1.234', '1e3', '12 34', 'ten', '1.2.3', '99999999999999999999'].map((text) =>
      parseScaled(text, 2),
    ),
  ).toEqual(Array(8).fill(undefined));
  expect(parseScaled('2.5', 0)).toBeUndefined();
});

it('formats an amount as it is typed', () => {
  expect([
    formatScaled(123_450, 2),
    formatScaled(7, 2),
    formatScaled(-310, 2),
    formatScaled(12, 0),
    formatScaled(82_500, 4, true),
    formatScaled(80_000, 4, true),
  ]).toEqual(['1234.50', '0.07', '−3.10', '12', '8.25', '8']);
});

it('parses rates with any number of decimals, leaving limits to the schema', () => {
  expect(['8.25', '8.12345', '100%', '.5', '−1', '1,000'].map(parseDecimal)).toEqual([
    8.25, 8.12345, 100, 0.5, -1, 1_000,
  ]);
  expect(['', 'x', '1e3', '8..2', '-'].map(parseDecimal)).toEqual(Array(5).fill(undefined));
});
