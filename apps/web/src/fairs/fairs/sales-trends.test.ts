import { expect, it } from 'vitest';
import { salesTrends } from './sales-trends.ts';

const sale = (fairId: string, day: string, netCents: number) => ({ fairId, day, netCents });

it("has each fair's days from its first day to the last with sales, also those without", () => {
  const trends = salesTrends(
    [
      { id: 'one', startDate: '2026-10-12' },
      { id: 'early', startDate: '2026-10-12' },
      { id: 'none', startDate: '2026-10-12' },
    ],
    [
      sale('one', '2026-10-13', 500),
      sale('one', '2026-10-15', 200),
      sale('early', '2026-10-11', 100),
      sale('early', '2026-10-12', -50),
    ],
  );
  expect(trends.get('one')).toEqual([
    { day: '2026-10-12', netCents: 0 },
    { day: '2026-10-13', netCents: 500 },
    { day: '2026-10-14', netCents: 0 },
    { day: '2026-10-15', netCents: 200 },
  ]);
  expect(trends.get('early')?.map(({ netCents }) => netCents)).toEqual([100, -50]);
  expect(trends.get('none')).toEqual([]);
});
