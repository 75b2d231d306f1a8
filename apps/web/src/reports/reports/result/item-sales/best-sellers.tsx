import type { ItemSalesReport } from '@pos/contract/reports/reports';
import { pluralize } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import type { RowBar } from '#web/ui/chart/row-bars.tsx';
import { RowChart } from '../row-chart.tsx';

/** Number of titles in the chart. */
const TOP_TITLES = 10;

export function BestSellers({ report }: { report: ItemSalesReport }) {
  return (
    <RowChart
      title="Best sellers"
      valueName="Units sold less refunded, and net sales"
      bars={bestSellers(report)}
      long
    />
  );
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
