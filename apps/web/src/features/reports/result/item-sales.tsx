import type { ItemSalesReport, ItemSalesRow, ItemSalesTotals } from '@pos/contract/reports';
import { formatCents } from '#web/lib/money.ts';
import { countColumn, moneyColumn } from './figure-columns.tsx';
import { FigureTable, type FigureColumn, type FigureGroup } from './figure-table.tsx';
import { excludedText, percentText } from './report-words.ts';

type ItemColumn = FigureColumn<ItemSalesRow, ItemSalesTotals>;
const money = moneyColumn<Pick<ItemSalesRow, keyof ItemSalesTotals>>;
const count = countColumn<Pick<ItemSalesRow, keyof ItemSalesTotals>>;

const COLUMNS: readonly ItemColumn[] = [
  {
    header: 'Title', definition: 'The title and its number, grouped by category. Items without a barcode stand under their category.',
    cell: ({ title, sku }) => (
      <span className="two item-title">
        <span className="ell" title={title}>{title}</span>
        {sku && <small className="mono">{sku}</small>}
      </span>
    ),
  },
  { header: 'Price', definition: 'The unit price. A title that was sold at several prices has a row for each.', align: 'right', cell: ({ unitPriceCents }) => (unitPriceCents === null ? <Nothing /> : formatCents(unitPriceCents)) },
  count('Sold', 'Pieces sold.', ({ quantitySold }) => quantitySold),
  count('Refunded', 'Pieces refunded in the range.', ({ quantityRefunded }) => quantityRefunded),
  count('Net qty', 'Sold less refunded.', ({ netQuantity }) => netQuantity, true),
  money('Gross', 'Unit price times pieces sold.', ({ grossCents }) => grossCents),
  money('Discount', 'Discounts given at the register.', ({ discountCents }) => -discountCents),
  money('Refunds', 'Refunds in the range, without tax.', ({ refundNetCents }) => -refundNetCents),
  money('Net sales', 'Gross less discount and refunds.', ({ netCents }) => netCents, true),
  money('Tax', 'Tax less tax refunded.', ({ taxCents }) => taxCents),
  money('Total', 'Net sales plus tax.', ({ totalCents }) => totalCents, true),
  { header: '% of net', definition: 'The share of all net sales.', align: 'right', cell: ({ netSharePercent }) => percentText(netSharePercent) },
  count('Sent', 'Pieces sent to the fair.', ({ sent }) => sent),
  count('On hand', 'Pieces left at the fair.', ({ onHand }) => onHand),
  { header: 'Sell-through', definition: 'Pieces sold less restocked, of what was at the fair.', align: 'right', cell: ({ sellThrough }) => percentText(sellThrough) },
];

/** Which titles sold, by category. */
export function ItemSales({ report }: { report: ItemSalesReport }) {
  return (
    <>
      <FigureTable caption="Item sales" columns={COLUMNS} rowKey={({ sku, title, category, unitPriceCents }) => `${sku} ${category} ${title} ${unitPriceCents}`} groups={byCategory(report)} totals={report.totals} />
      <p className="meta report-note">{excludedText(report)}</p>
    </>
  );
}

/** The rows come by category already; each category has its subtotal. */
function byCategory({ rows, subtotals }: ItemSalesReport): FigureGroup<ItemSalesRow, ItemSalesTotals>[] {
  return subtotals.map((subtotal) => ({ name: subtotal.category || 'No category', rows: rows.filter(({ category }) => category === subtotal.category), subtotal }));
}

function Nothing() {
  return <span className="t3">–</span>;
}
