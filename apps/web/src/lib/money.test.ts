import { expect, it } from 'vitest';
import { pluralize, formatCents, formatCount } from './money.ts';

it('shows cents with two decimals and thousands', () => {
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

it('shows amounts below zero with the minus sign before the dollar', () => {
  expect(formatCents(-500)).toBe('\u2212$5.00');
  expect(formatCents(-1)).toBe('\u2212$0.01');
});

it('separates thousands and picks singular or plural', () => {
  expect(formatCount(2_314)).toBe('2,314');
  expect(formatCount(-12)).toBe('\u221212');
  expect(pluralize(1, 'device', 'devices')).toBe('1 device');
  expect(pluralize(1_204, 'order', 'orders')).toBe('1,204 orders');
});
