import { SELLING_MARGIN_DAYS, type FairDetails } from '@pos/contract/fairs/fairs';
import { zoneName } from '@pos/contract/values/clock';
import { addDays, daysBetween, formatDay, shortWeekday } from '@pos/contract/values/days';
import { Card } from '#web/ui/layout/card.tsx';
import type { Bar } from '#web/ui/chart/bar.ts';
import { BarChart } from '#web/ui/chart/bar-chart.tsx';
import { axisDollars } from '#web/ui/chart/chart-amounts.ts';
import { barValue } from '#web/ui/chart/day-bars.ts';

/** Net sales of each day of the fair, and of other days with sales, for those who see them. */
export function SalesByDay({ fair }: { fair: FairDetails }) {
  if (fair.totals.netCents === null) return null;
  if (fair.salesByDay.length === 0) {
    return (
      <Card title="Net sales by day">
        <p className="subdued">
          No sales yet. Registers can sell from{' '}
          {formatDay(addDays(fair.startDate, -SELLING_MARGIN_DAYS))} to{' '}
          {formatDay(addDays(fair.endDate, SELLING_MARGIN_DAYS))}.
        </p>
      </Card>
    );
  }
  return (
    <BarChart
      title="Net sales by day"
      note={`Days at the school, ${zoneName(fair.timeZone)}`}
      bars={toBars(fair)}
      tickText={axisDollars}
    />
  );
}

function toBars({ startDate, endDate, today, salesByDay }: FairDetails): Bar[] {
  const sales = new Map(salesByDay.map((one) => [one.day, one]));
  const sold = [...sales.keys()];
  const first = [startDate, ...sold].reduce((one, other) => (other < one ? other : one));
  const last = [endDate, ...sold].reduce((one, other) => (other > one ? other : one));
  const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, index) =>
    addDays(first, index),
  );
  return days
    .filter((day) => sales.has(day) || (day >= startDate && day <= endDate))
    .map((day) => {
      const { netCents = 0, orders = 0 } = sales.get(day) ?? {};
      const label = {
        label: day === today ? 'Today' : shortWeekday(day),
        detail: formatDay(day).slice(0, 5),
        running: day === today,
      };
      if (day > today && orders === 0 && netCents === 0) return label;
      return { ...label, ...barValue({ orders, netCents }) };
    });
}
