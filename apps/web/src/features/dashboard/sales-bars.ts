import { hourIn } from '@pos/contract/values/clock';
import type { Bar } from '#web/ui/bar-chart.tsx';
import { barValue, dayBars, dayUnit } from '#web/ui/day-bars.ts';
import type { Read } from './dashboard.data.ts';

/** Bars of net sales: hours of a single day, else days, or weeks of a long range. */
export function salesBars(read: Read<'sales'>): Bar[] {
  const { byHour, byDay } = read.block;
  return byHour ? hourBars(byHour, read) : dayBars(byDay, read.today);
}

/** Unit of the bars, for the title. */
export function barSize(read: Read<'sales'>): 'hour' | 'day' | 'week' {
  return read.block.byHour ? 'hour' : dayUnit(read.block.byDay);
}

function hourBars(
  sold: NonNullable<Read<'sales'>['block']['byHour']>,
  { asOf, timeZone, to, today }: Read<'sales'>,
): Bar[] {
  const now = to === today ? hourIn(asOf, timeZone) : undefined;
  const hours = [
    ...sold.map(({ hour }) => hour),
    ...(now === undefined || sold.length === 0 ? [] : [now]),
  ];
  if (hours.length === 0) return [];
  const first = Math.min(...hours);
  const sums = new Map(sold.map((one) => [one.hour, one]));
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index).map(
    (hour) => ({
      label: `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`,
      running: hour === now,
      ...barValue(sums.get(hour)),
    }),
  );
}
