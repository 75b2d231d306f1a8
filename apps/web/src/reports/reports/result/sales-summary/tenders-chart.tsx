import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import type { SalesSummaryReport } from '@pos/contract/reports/reports';
import { formatCents } from '@pos/contract/values/money';
import { formatPercent } from '@pos/contract/values/percent';
import type { RowBar } from '#web/ui/chart/row-bars.tsx';
import { RowChart } from '../row-chart.tsx';

export function TendersChart({ report }: { report: SalesSummaryReport }) {
  return <RowChart title="Paid by method" valueName="Net of refunds" bars={tenderBars(report)} />;
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
      detail: formatPercent(totalCents === 0 ? null : (100 * netCents) / totalCents),
    }));
}
