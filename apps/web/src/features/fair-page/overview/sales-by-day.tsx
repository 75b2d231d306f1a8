import { SELLING_MARGIN_DAYS, type FairDetails } from '@pos/contract/fairs';
import { zoneName } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { addDays, daysBetween, formatDay, shortWeekday } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { axisDollars, wholeDollars } from '#web/lib/chart-scale.ts';
import { BarChart, type Bar } from '#web/ui/bar-chart.tsx';
import { Card } from '#web/ui/card.tsx';

/** Net sales of each day of the fair, and of other days with sales. */
export function SalesByDay({ fair }: { fair: FairDetails }) {
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
      bars={barsOf(fair)}
      tickText={axisDollars}
    />
  );
}

function barsOf({ startDate, endDate, today, salesByDay }: FairDetails): Bar[] {
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
      return {
        ...label,
        value: netCents,
        text: wholeDollars(netCents),
        exact: `${formatCents(netCents)}, ${pluralize(orders, 'order', 'orders')}`,
      };
    });
}
