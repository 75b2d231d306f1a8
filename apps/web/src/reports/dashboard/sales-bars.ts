import { pluralize } from '@pos/contract/values/counts';
import { hourIn } from '@pos/contract/values/clock';
import { formatCents } from '@pos/contract/values/money';
import type { Bar } from '#web/ui/chart/bar.ts';
import { barValue, dayBars, dayUnit, type Sum } from '#web/ui/chart/day-bars.ts';
import type { Good, Read } from './dashboard.data.ts';

/** Hours in which schools are open, from the first to the last; shown even without sales. */
const OPENING_HOURS = [8, 16] as const;

/**
 * Bars of net sales: hours of a single day, else days, or weeks of a long range. Hours and days have
 * those of last time beside them, if every fair had one before.
 */
export function salesBars(read: Read<'sales'>, lastTime?: Good<'lastTime'>): Bar[] {
  const { byHour, byDay } = read.block;
  const compared = isLikeForLike(lastTime) ? lastTime : undefined;
  if (byHour) return hourBars(byHour, read, compared?.byHour ?? undefined);
  const bars = dayBars(byDay, read.today);
  if (!compared || dayUnit(byDay) === 'week') return bars;
  const sums = new Map(compared.byDay.map((one) => [one.day, one]));
  return bars.map((bar, index) => ({ ...bar, before: beforeValue(sums.get(byDay[index]!.day)) }));
}

/** True if every fair on these days has one before, so that a line of them compares like with like. */
function isLikeForLike(lastTime: Good<'lastTime'> | undefined): boolean {
  return lastTime !== undefined && lastTime.compared > 0 && lastTime.compared === lastTime.fairs;
}

/** Unit of the bars, for the title. */
export function barSize(read: Read<'sales'>): 'hour' | 'day' | 'week' {
  return read.block.byHour ? 'hour' : dayUnit(read.block.byDay);
}

type HourSum = Sum & { hour: number };

/** Opening hours, and further hours with sales now or last time. Hours to come have no bar yet. */
function hourBars(
  sold: readonly HourSum[],
  { asOf, timeZone, to, today }: Read<'sales'>,
  before: readonly HourSum[] | undefined,
): Bar[] {
  const now = to === today ? hourIn(asOf, timeZone) : undefined;
  const hours = [...OPENING_HOURS, ...[...sold, ...(before ?? [])].map(({ hour }) => hour)];
  const first = Math.min(...hours);
  const sums = new Map(sold.map((one) => [one.hour, one]));
  const sumsBefore = new Map(before?.map((one) => [one.hour, one]));
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index).map(
    (hour) => ({
      label: `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`,
      running: hour === now,
      ...(now !== undefined && hour > now && !sums.has(hour) ? {} : barValue(sums.get(hour))),
      ...(before && { before: beforeValue(sumsBefore.get(hour)) }),
    }),
  );
}

function beforeValue(
  { netCents, orders }: Sum = { netCents: 0, orders: 0 },
): NonNullable<Bar['before']> {
  return {
    value: netCents,
    exact: [formatCents(netCents), pluralize(orders, 'order', 'orders')],
  };
}
