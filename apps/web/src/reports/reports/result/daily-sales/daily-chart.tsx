import type { DailySalesReport } from '@pos/contract/reports/reports';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { BarChart } from '#web/ui/chart/bar-chart.tsx';
import { axisDollars } from '#web/ui/chart/chart-amounts.ts';
import { dayBars, dayUnit, type DaySum } from '#web/ui/chart/day-bars.ts';
import { reportTimeZone } from '../report-words.ts';

/** Net sales by day, week or month; nothing for a single day. */
export function DailyChart({ report }: { report: DailySalesReport }) {
  const days = dailySums(report);
  return (
    days.length > 1 && (
      <BarChart
        bare
        title={`Net sales by ${dayUnit(days)}`}
        bars={dayBars(days, today(reportTimeZone(report)))}
        tickText={axisDollars}
      />
    )
  );
}

/** Days from the first to the last with sales or refunds, summed over all fairs. */
function dailySums({ rows }: DailySalesReport): DaySum[] {
  const traded = rows.filter(({ orders, netCents }) => orders > 0 || netCents !== 0);
  const [first, last] = [traded[0]?.date, traded.at(-1)?.date];
  const days: DaySum[] = [];
  for (let day = first; day && last && day <= last; day = addDays(day, 1)) {
    const ofDay = traded.filter(({ date }) => date === day);
    days.push({
      day,
      orders: ofDay.reduce((sum, { orders }) => sum + orders, 0),
      netCents: ofDay.reduce((sum, { netCents }) => sum + netCents, 0),
    });
  }
  return days;
}
