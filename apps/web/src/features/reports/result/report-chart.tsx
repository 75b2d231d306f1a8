import type { DailySalesReport, ItemSalesReport, SalesSummaryReport } from '@pos/contract/reports';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { axisDollars } from '#web/lib/chart-scale.ts';
import { pluralize, formatCents } from '#web/lib/money.ts';
import { addDays, today } from '#web/lib/time.ts';
import { BarChart } from '#web/ui/bar-chart.tsx';
import { ChartFrame, ChartTable } from '#web/ui/chart-frame.tsx';
import { dayBars, dayUnit, type DaySum } from '#web/ui/day-bars.ts';
import { RowBars, type RowBar } from '#web/ui/row-bars.tsx';
import { percentText, reportTimeZone } from './report-words.ts';

/** Number of titles in the chart. */
const TOP_TITLES = 10;

/** Chart above the figures, for reports where it helps; nothing for the others. */
export function ReportChart({
  report,
}: {
  report: DailySalesReport | ItemSalesReport | SalesSummaryReport;
}) {
  switch (report.reportType) {
    case 'DAILY_SALES': {
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
    case 'ITEM_SALES':
      return (
        <RowChart
          title="Best sellers"
          valueName="Units sold less refunded, and net sales"
          bars={bestSellers(report)}
          long
        />
      );
    case 'SALES_SUMMARY':
      return (
        <RowChart title="Paid by method" valueName="Net of refunds" bars={tenderBars(report)} />
      );
  }
}

function RowChart({
  title,
  valueName,
  bars,
  long = false,
}: {
  title: string;
  valueName: string;
  bars: readonly RowBar[];
  long?: boolean;
}) {
  if (bars.length < 2) return null;
  return (
    <ChartFrame
      bare
      title={title}
      note={valueName}
      chart={<RowBars title={title} bars={bars} long={long} />}
      table={
        <ChartTable
          title={title}
          rows={bars.map(({ name, text, detail }) => ({ name, values: [text, detail] }))}
        />
      }
    />
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

/** Best-selling titles by units, across prices; items without a number are left out. */
function bestSellers({ rows }: ItemSalesReport): RowBar[] {
  const titles = new Map<string, { name: string; units: number; netCents: number }>();
  for (const { sku, title, netQuantity, netCents } of rows) {
    if (sku === null) continue;
    const known = titles.get(sku) ?? { name: title, units: 0, netCents: 0 };
    titles.set(sku, {
      ...known,
      units: known.units + netQuantity,
      netCents: known.netCents + netCents,
    });
  }
  return [...titles.values()]
    .filter(({ units }) => units > 0)
    .sort((one, other) => other.units - one.units || other.netCents - one.netCents)
    .slice(0, TOP_TITLES)
    .map(({ name, units, netCents }) => ({
      name,
      value: units,
      text: pluralize(units, 'unit', 'units'),
      detail: formatCents(netCents),
    }));
}

/** Payment methods used, largest first. */
function tenderBars({ totals: { tenders, totalCents } }: SalesSummaryReport): RowBar[] {
  return Object.values(PAYMENT_METHODS)
    .map((name) => ({ name, netCents: tenders[name].netCents }))
    .filter(({ netCents }) => netCents !== 0)
    .sort((one, other) => other.netCents - one.netCents)
    .map(({ name, netCents }) => ({
      name,
      value: netCents,
      text: formatCents(netCents),
      detail: percentText(totalCents === 0 ? null : (100 * netCents) / totalCents),
    }));
}
