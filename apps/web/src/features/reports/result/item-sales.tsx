import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { ItemSalesReport } from '@pos/contract/reports';
import type { ItemSalesRow, ItemSalesTotals } from '@pos/contract/item-sales';
import { formatCents } from '#web/lib/money.ts';
import { countColumn, moneyColumn } from './figure-columns.tsx';
import { FigureTable, type FigureColumn, type FigureGroup } from './figure-table.tsx';
import { LazyChart } from './lazy-chart.tsx';
import { excludedText, percentText } from './report-words.ts';
import { titleColumn } from './stock-columns.tsx';

const MEANING = REPORT_DEFINITIONS.ITEM_SALES;
type ItemColumn = FigureColumn<ItemSalesRow, ItemSalesTotals>;
const money = moneyColumn<Pick<ItemSalesRow, keyof ItemSalesTotals>>;
const count = countColumn<Pick<ItemSalesRow, keyof ItemSalesTotals>>;

const COLUMNS: readonly ItemColumn[] = [
  titleColumn(MEANING.title),
  {
    header: 'Price',
    definition: MEANING.unitPriceCents,
    align: 'right',
    cell: ({ unitPriceCents }) =>
      unitPriceCents === null ? <Nothing /> : formatCents(unitPriceCents),
  },
  count('Sold', MEANING.quantitySold, ({ quantitySold }) => quantitySold),
  count('Refunded', MEANING.quantityRefunded, ({ quantityRefunded }) => quantityRefunded),
  count('Net qty', MEANING.netQuantity, ({ netQuantity }) => netQuantity, true),
  money('Gross', MEANING.grossCents, ({ grossCents }) => grossCents),
  money('Discount', MEANING.discountCents, ({ discountCents }) => -discountCents),
  money('Refunds', MEANING.refundNetCents, ({ refundNetCents }) => -refundNetCents),
  money('Net sales', MEANING.netCents, ({ netCents }) => netCents, true),
  money('Tax', MEANING.taxCents, ({ taxCents }) => taxCents),
  money('Total', MEANING.totalCents, ({ totalCents }) => totalCents, true),
  {
    header: '% of net',
    definition: MEANING.netSharePercent,
    align: 'right',
    cell: ({ netSharePercent }) => percentText(netSharePercent),
  },
  count('Sent', MEANING.sent, ({ sent }) => sent),
  count('On hand', MEANING.onHand, ({ onHand }) => onHand),
  {
    header: 'Sell-through',
    definition: MEANING.sellThrough,
    align: 'right',
    cell: ({ sellThrough }) => percentText(sellThrough),
  },
];

/** Sales by title, grouped by category. */
export function ItemSales({ report }: { report: ItemSalesReport }) {
  return (
    <>
      <LazyChart report={report} />
      <FigureTable
        caption="Item sales"
        columns={COLUMNS}
        rowKey={({ sku, title, category, unitPriceCents }) =>
          `${sku} ${category} ${title} ${unitPriceCents}`
        }
        groups={byCategory(report)}
        totals={report.totals}
      />
      <p className="meta report-note">{excludedText(report)}</p>
    </>
  );
}

/** Groups rows, already sorted by category, with their subtotals. */
function byCategory({
  rows,
  subtotals,
}: ItemSalesReport): FigureGroup<ItemSalesRow, ItemSalesTotals>[] {
  return subtotals.map((subtotal) => ({
    name: subtotal.category || 'No category',
    rows: rows.filter(({ category }) => category === subtotal.category),
    subtotal,
  }));
}

function Nothing() {
  return <span className="t3">–</span>;
}
