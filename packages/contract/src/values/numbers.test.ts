import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCount, pluralize } from './counts.ts';
import { formatScaled, parseDecimal, parseScaled, toDecimal } from './decimals.ts';
import { formatCents } from './money.ts';
import { formatPercent, formatPpm, toPercent, percentOfPpm, ppmOfPercent } from './percent.ts';

const cents = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });

it('formats cents with two decimals and thousands', () => {
  expect([0, 5, 40, 100, 123_450, 1_797_755, 100_000_000_09].map(formatCents)).toEqual([
    '$0.00',
    '$0.05',
    '$0.40',
    '$1.00',
    '$1,234.50',
    '$17,977.55',
    '$100,000,000.09',
  ]);
});

it('writes amounts below zero with the minus sign, and none without an amount', () => {
  expect([-500, -1, -123_456, -0].map(formatCents)).toEqual([
    '\u2212$5.00',
    '\u2212$0.01',
    '\u2212$1,234.56',
    '$0.00',
  ]);
});

it('separates thousands and picks singular or plural', () => {
  expect(formatCount(2_314)).toBe('2,314');
  expect(formatCount(-1_200)).toBe('\u22121,200');
  expect(formatCount(-0)).toBe('0');
  expect(pluralize(1, 'device', 'devices')).toBe('1 device');
  expect(pluralize(0, 'device')).toBe('0 devices');
  expect(pluralize(1_204, 'person', 'people')).toBe('1,204 people');
  expect(pluralize(-2, 'unit')).toBe('\u22122 units');
  expect(pluralize(-1, 'unit')).toBe('\u22121 unit');
});

it('loses no cent of any amount', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(parseScaled(formatCents(amount).replace('\u2212$', '\u2212'), 2)).toBe(
        amount === 0 ? 0 : amount,
      );
      expect(parseScaled(toDecimal(amount, 2), 2)).toBe(amount);
      expect(Math.round(Number(toDecimal(amount, 2)) * 100)).toBe(amount);
    }),
  );
});

it('formats a decimal as it is typed', () => {
  expect([
    formatScaled(123_450, 2),
    formatScaled(7, 2),
    formatScaled(-310, 2),
    formatScaled(12, 0),
    formatScaled(1_200, 0, true),
    formatScaled(82_500, 4, true),
    formatScaled(80_000, 4, true),
  ]).toEqual(['1234.50', '0.07', '\u22123.10', '12', '1200', '8.25', '8']);
});

it('parses decimals digit by digit', () => {
  expect(
    ['1,234.5', '$ 19.99', '0.07', '.5', '12', '-3.10', '−3.10', '8.'].map((text) =>
      parseScaled(text, 2),
    ),
  ).toEqual([123_450, 1_999, 7, 50, 1_200, -310, -310, 800]);
  expect(parseScaled('1.005', 3)).toBe(1_005);
  expect(parseScaled('12', 0)).toBe(12);
});

it('refuses text that is not a decimal', () => {
  expect(
    ['', '.', '1.234', '1e3', '12 34', 'ten', '1.2.3', '99999999999999999999'].map((text) =>
      parseScaled(text, 2),
    ),
  ).toEqual(Array(8).fill(undefined));
  expect(parseScaled('2.5', 0)).toBeUndefined();
  expect(['5,99', '5 99', '$ 5 99', '1,23,456', ','].map((text) => parseScaled(text, 2))).toEqual(
    Array(5).fill(undefined),
  );
  expect(['1,2', '1 2', '5,99', ',5'].map(parseDecimal)).toEqual(Array(4).fill(undefined));
});

it('parses rates with any number of decimals, leaving limits to the schema', () => {
  expect(['8.25', '8.12345', '100%', '.5', '−1', '1,000'].map(parseDecimal)).toEqual([
    8.25, 8.12345, 100, 0.5, -1, 1_000,
  ]);
  expect(['', 'x', '1e3', '8..2', '-'].map(parseDecimal)).toEqual(Array(5).fill(undefined));
});

it('returns every rate that it was given, rounding half up after 4 decimals of a percent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (ppm) => {
      expect(ppmOfPercent(percentOfPpm(ppm))).toBe(ppm);
    }),
  );
  expect([8.25, 8.12345, 8.12344, 100].map(ppmOfPercent)).toEqual([
    82_500, 81_235, 81_234, 1_000_000,
  ]);
  expect(formatPpm(82_500)).toBe('8.25%');
});

it('gives shares with two decimals and shows them with one', () => {
  expect([toPercent(1, 3), toPercent(0, 5), toPercent(1, 0), toPercent(-1, 8)]).toEqual([
    33.33,
    0,
    null,
    -12.5,
  ]);
  expect([12.5, 0, -3, null].map(formatPercent)).toEqual(['12.5%', '0.0%', '\u22123.0%', '–']);
});
