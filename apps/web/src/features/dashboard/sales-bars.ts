import { wholeDollars } from '#web/lib/chart-scale.ts';
import { countOf, formatCents } from '#web/lib/money.ts';
import { formatDay, hourOf, weekdayOf } from '#web/lib/time.ts';
import type { Bar } from '#web/ui/bar-chart.tsx';
import type { Read } from './dashboard.data.ts';

/** With more days than this the bars are weeks. */
const MAX_DAYS = 45;
/** Up to so many days each has room for its weekday. */
const NAMED_DAYS = 9;

type Sum = { orders: number; netCents: number };

/** The bars of net sales: hours of the one day shown, else days, or weeks of a long range. */
export function salesBars(read: Read<'sales'>): Bar[] {
  const { byHour, byDay } = read.block;
  if (byHour) return hourBars(byHour, read);
  return byDay.length > MAX_DAYS ? weekBars(byDay, read.today) : dayBars(byDay, read.today);
}

/** What the bars stand for: in the title, as hour, day or week. */
export function barsOf(read: Read<'sales'>): 'hour' | 'day' | 'week' {
  if (read.block.byHour) return 'hour';
  return read.block.byDay.length > MAX_DAYS ? 'week' : 'day';
}

function hourBars(sold: NonNullable<Read<'sales'>['block']['byHour']>, { asOf, timeZone, to, today }: Read<'sales'>): Bar[] {
  const now = to === today ? hourOf(asOf, timeZone) : undefined;
  const hours = [...sold.map(({ hour }) => hour), ...(now === undefined || sold.length === 0 ? [] : [now])];
  if (hours.length === 0) return [];
  const first = Math.min(...hours);
  const sums = new Map(sold.map((one) => [one.hour, one]));
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index).map((hour) => ({ label: `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`, running: hour === now, ...valueOf(sums.get(hour)) }));
}

function dayBars(days: Read<'sales'>['block']['byDay'], today: string): Bar[] {
  return days.map((one) => {
    const short = formatDay(one.day).slice(0, 5);
    const name = days.length > NAMED_DAYS ? { label: short, spoken: `${weekdayOf(one.day)} ${short}` } : { label: one.day === today ? 'Today' : weekdayOf(one.day), detail: short };
    return { ...name, running: one.day === today, ...(one.day > today && one.orders === 0 && one.netCents === 0 ? {} : valueOf(one)) };
  });
}

function weekBars(days: Read<'sales'>['block']['byDay'], today: string): Bar[] {
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, index) => days.slice(index * 7, index * 7 + 7));
  return weeks.map((week) => {
    const first = week[0]?.day ?? today;
    const last = week.at(-1)?.day ?? first;
    const sum = week.reduce<Sum>((total, { orders, netCents }) => ({ orders: total.orders + orders, netCents: total.netCents + netCents }), { orders: 0, netCents: 0 });
    return { label: formatDay(first).slice(0, 5), spoken: `${formatDay(first)} – ${formatDay(last)}`, running: today >= first && today <= last, ...valueOf(sum) };
  });
}

function valueOf({ orders, netCents }: Sum = { orders: 0, netCents: 0 }): Pick<Bar, 'value' | 'text' | 'exact'> {
  return { value: netCents, text: wholeDollars(netCents), exact: `${formatCents(netCents)}, ${countOf(orders, 'order', 'orders')}` };
}

