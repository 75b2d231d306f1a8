import { pluralize } from '@pos/contract/values/counts';
import { formatDay, shortWeekday } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import type { Bar } from './bar.ts';
import { wholeDollars } from './chart-amounts.ts';

/** Orders and net sales of a day or an hour. */
export type Sum = { orders: number; netCents: number };
export type DaySum = Sum & { day: string };

/** Maximum number of daily bars; with more days the bars are weeks. */
const MAX_DAYS = 45;
/** Maximum number of days that each have room for their weekday. */
const NAMED_DAYS = 9;

/**
 * Bars of net sales by day, or by week of a long range. `today` is still running; later days have
 * no value yet.
 */
export function dayBars(days: readonly DaySum[], today: string): Bar[] {
  return dayUnit(days) === 'week'
    ? weekBars(days, today)
    : days.map((one) => dayBar(one, today, days.length));
}

/** Unit of one bar. */
export function dayUnit(days: readonly DaySum[]): 'day' | 'week' {
  return days.length > MAX_DAYS ? 'week' : 'day';
}

function dayBar(one: DaySum, today: string, count: number): Bar {
  const short = formatDay(one.day).slice(0, 5);
  const name =
    count > NAMED_DAYS
      ? { label: short, spoken: `${shortWeekday(one.day)} ${short}` }
      : { label: one.day === today ? 'Today' : shortWeekday(one.day), detail: short };
  return {
    ...name,
    running: one.day === today,
    ...(one.day > today && one.orders === 0 && one.netCents === 0 ? {} : barValue(one)),
  };
}

function weekBars(days: readonly DaySum[], today: string): Bar[] {
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, index) =>
    days.slice(index * 7, index * 7 + 7),
  );
  return weeks.map((week) => {
    const first = week[0]?.day ?? today;
    const last = week.at(-1)?.day ?? first;
    const sum = week.reduce<Sum>(
      (total, { orders, netCents }) => ({
        orders: total.orders + orders,
        netCents: total.netCents + netCents,
      }),
      { orders: 0, netCents: 0 },
    );
    return {
      label: formatDay(first).slice(0, 5),
      spoken: `${formatDay(first)} – ${formatDay(last)}`,
      running: today >= first && today <= last,
      ...barValue(sum),
    };
  });
}

/** Value of a net sales bar: short above it, exact for tooltip, table and screen readers. */
export function barValue(
  { orders, netCents }: Sum = { orders: 0, netCents: 0 },
): Pick<Bar, 'value' | 'text' | 'exact'> {
  return {
    value: netCents,
    text: wholeDollars(netCents),
    exact: [formatCents(netCents), pluralize(orders, 'order', 'orders')],
  };
}
