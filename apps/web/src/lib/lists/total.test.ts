import { expect, it } from 'vitest';
import { formatTotal, pluralizeTotal, toTotal } from './total.ts';

const PAGE = { results: [], page: 1, limit: 20, totalPages: 50 };

it('shows an exact total as it is, and a capped one as that many or more', () => {
  const exact = toTotal({ ...PAGE, totalResults: 1_000 });
  const capped = toTotal({ ...PAGE, totalResults: 1_000, totalCapped: true });
  expect([formatTotal(exact), formatTotal(capped)]).toEqual(['1,000', '1,000+']);
  expect(pluralizeTotal(exact, 'order', 'orders')).toBe('1,000 orders');
  expect(pluralizeTotal(capped, 'order', 'orders')).toBe('1,000+ orders');
  expect(pluralizeTotal({ count: 1, isCapped: false }, 'order', 'orders')).toBe('1 order');
});
