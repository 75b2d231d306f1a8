import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { REPORT_DEFINITIONS } from '@pos/contract/report-definitions';
import type { SalesSummaryReport } from '@pos/contract/reports';
import type { SalesSummaryRow, SalesSummaryTotals } from '@pos/contract/sales-summary';
import { countColumn, moneyColumn } from './figure-columns.tsx';
import { FigureTable, type FigureColumn } from './figure-table.tsx';

const MEANING = REPORT_DEFINITIONS.SALES_SUMMARY;
type Column = FigureColumn<SalesSummaryRow, SalesSummaryTotals>;
type Figures = Pick<SalesSummaryRow, keyof SalesSummaryRow & keyof SalesSummaryTotals>;
const money = moneyColumn<Figures>;
const count = countColumn<Figures>;

const COLUMNS: readonly Column[] = [
  {
    header: 'Fair',
    definition: MEANING.fairName,
    cell: ({ fairName, fairIdentifier }) => (
      <span className="two item-title">
        <span className="ell" title={fairName}>
          {fairName}
        </span>
        <small className="mono">{fairIdentifier}</small>
      </span>
    ),
  },
  {
    header: 'School',
    definition: MEANING.schoolName,
    cell: ({ schoolName }) => (
      <span className="ell item-title" title={schoolName}>
        {schoolName}
      </span>
    ),
  },
  count('Orders', MEANING.orders, ({ orders }) => orders),
  count('Units', MEANING.unitsSold, ({ unitsSold }) => unitsSold),
  money('Gross', MEANING.grossCents, ({ grossCents }) => grossCents),
  money('Discounts', MEANING.discountCents, ({ discountCents }) => -discountCents),
  money('Refunds', MEANING.refundNetCents, ({ refundNetCents }) => -refundNetCents),
  money('Net sales', MEANING.netCents, ({ netCents }) => netCents, true),
  money('Net tax', MEANING.netTaxCents, ({ netTaxCents }) => netTaxCents),
  money('Total', MEANING.totalCents, ({ totalCents }) => totalCents, true),
  ...Object.values(PAYMENT_METHODS).map((name): Column =>
    money(name, MEANING.tenders, ({ tenders }) => tenders[name].netCents),
  ),
  money('Uncollected', MEANING.uncollectedCents, ({ uncollectedCents }) => uncollectedCents),
  money(
    'Eligible net',
    MEANING.eligibleNetCents,
    ({ settlement }) => settlement?.eligibleNetCents ?? null,
  ),
  money('Profit', MEANING.profitCents, ({ settlement }) => settlement?.profitCents ?? null),
  money(
    'Due from school',
    MEANING.dueFromSchoolCents,
    ({ settlement }) => settlement?.dueFromSchoolCents ?? null,
  ),
  money(
    'Expected cash',
    MEANING.expectedCashCents,
    ({ cashControl }) => cashControl?.expectedCashCents ?? null,
  ),
  money(
    'Cash over or short',
    MEANING.cashVarianceCents,
    ({ cashControl }) => cashControl?.cashVarianceCents ?? null,
  ),
];

/** Fairs of all schools, one row each, with the totals of the statement above. */
export function FairByFair({ report: { rows, totals } }: { report: SalesSummaryReport }) {
  return (
    <>
      <h3 className="report-heading">Fair by fair</h3>
      <FigureTable
        caption="Fair by fair"
        columns={COLUMNS}
        rowKey={({ fairIdentifier }) => fairIdentifier}
        groups={[{ name: 'Fairs', rows, subtotal: undefined }]}
        totals={totals}
      />
    </>
  );
}
