import { formatDayRange } from '@pos/contract/values/days';
import { BarChart } from '#web/ui/chart/bar-chart.tsx';
import { axisDollars } from '#web/ui/chart/chart-amounts.ts';
import type { BlockQuery } from './dashboard.data.ts';
import { PartCard } from './part-card.tsx';
import { barSize, salesBars } from './sales-bars.ts';

type SalesChartProps = { query: BlockQuery<'sales'>; lastTime: BlockQuery<'lastTime'> | undefined };

/** Net sales of the range by hour, day or week, beside last time. */
export function SalesChart({ query, lastTime }: SalesChartProps) {
  const { data } = query;
  const isWaiting = lastTime !== undefined && lastTime.data === undefined && !lastTime.error;
  if (!data || isWaiting)
    return (
      <PartCard title="Net sales by day" query={query} lines={5} waits={isWaiting}>
        {() => null}
      </PartCard>
    );
  const title = `Net sales by ${barSize(data)}`;
  const before = lastTime?.data?.block;
  const { current, byDay } = data.block;
  if (
    current.orders === 0 &&
    current.netCents === 0 &&
    byDay.every(({ netCents }) => netCents === 0) &&
    !before?.byDay.length
  ) {
    return (
      <PartCard title={title} query={query} lines={5}>
        {({ from, to }) => (
          <p className="subdued">
            No sales {formatDayRange(from, to)}. Choose other days, or wait for the registers to
            send their sales.
          </p>
        )}
      </PartCard>
    );
  }
  return (
    <BarChart
      title={title}
      note={barSize(data) === 'hour' ? 'Hours at the school' : 'Days at the school'}
      bars={salesBars(data, before)}
      names={[
        data.from === data.today ? 'Today' : 'These days',
        `Same fair ${data.from === data.to ? 'day' : 'days'} last time`,
      ]}
      tickText={axisDollars}
    />
  );
}
