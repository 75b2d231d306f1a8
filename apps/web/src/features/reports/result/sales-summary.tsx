import type { SalesSummaryReport } from '@pos/contract/reports';
import type { CashControl, SalesSummaryFigures, Settlement } from '@pos/contract/sales-summary';
import { ALL_SCHOOLS } from '@pos/contract/report-query';
import { pluralize, formatCents, formatCount } from '#web/lib/money.ts';
import { KeyNumbers } from '#web/ui/card.tsx';
import { LazyChart } from './lazy-chart.tsx';
import { excludedText } from './report-words.ts';
import { Statement, type StatementColumn } from './statement.tsx';
import {
  AVE_DOLLAR,
  CASH_CONTROL,
  COUNTS,
  EWALLET,
  PER_FAIR,
  ratesText,
  SALES,
  settlementRows,
  TAX_AND_TOTAL,
  UNCOLLECTED,
} from './statement-rows.ts';
import { TendersTable } from './tenders-table.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Loaded only for all schools.
const FairByFair = lazyPart(async () => (await import('./fair-by-fair.tsx')).FairByFair);

/** Figures of one fair, or of all. */
type Part = SalesSummaryFigures & {
  settlement: Settlement | null;
  cashControl: CashControl | null;
};

/**
 * Sales summary: key figures, statement, tenders. Several fairs are shown side by side with their
 * total.
 */
export function SalesSummary({ report }: { report: SalesSummaryReport }) {
  const { rows, totals } = report;
  const ofAll = report.school.identifier === ALL_SCHOOLS;
  const hasSeveral = rows.length > 1 && !ofAll;
  const all: StatementColumn<Part> = { name: 'Total', figures: totals };
  const columns = hasSeveral
    ? [...rows.map((row): StatementColumn<Part> => ({ name: row.fairName, figures: row })), all]
    : [all];
  const settlements = present(columns, ({ settlement }) => settlement);
  const cashControls = present(columns, ({ cashControl }) => cashControl);
  const settlementTerms = settlements[0]?.figures;
  const payments = Object.values(totals.tenders).reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <KeyNumbers
        bare
        numbers={[
          { label: 'Net sales', value: formatCents(totals.netCents), detail: 'after refunds' },
          {
            label: 'Net tax',
            value: formatCents(totals.netTaxCents),
            detail: ratesText(totals.taxRatesPpm),
          },
          {
            label: 'Total',
            value: formatCents(totals.totalCents),
            detail: 'net sales plus net tax',
          },
          {
            label: 'Average order',
            value: formatCents(totals.averageOrderCents),
            detail: `${pluralize(totals.orders, 'order', 'orders')}, ${pluralize(totals.unitsSold, 'unit', 'units')}`,
          },
        ]}
      />
      <div className={hasSeveral ? 'statements several' : 'statements'}>
        <div>
          <Statement title="Sales" rows={SALES} columns={columns} />
          <Statement title="Tax and total" rows={TAX_AND_TOTAL} columns={columns} />
          {totals.uncollectedCents !== 0 && (
            <Statement title="Collected" rows={UNCOLLECTED} columns={columns} />
          )}
          {hasSeveral && <Statement title="Fair by fair" rows={PER_FAIR} columns={columns} />}
          {cashControls.length > 0 && (
            <Statement
              title="Cash control"
              note="in the fair's drawers"
              rows={CASH_CONTROL}
              columns={cashControls}
            />
          )}
        </div>
        <div>
          {settlementTerms && (
            <Statement
              title="Settlement"
              rows={settlementRows(settlementTerms)}
              columns={settlements}
            />
          )}
          <Statement title="Counts" rows={COUNTS} columns={columns} />
          <Statement
            title="EWallet"
            note="memo, not part of sales"
            rows={EWALLET}
            columns={[{ name: 'School', figures: totals.eWallet }]}
          />
          <Statement
            title="AveDollar"
            note="memo, not part of sales"
            rows={AVE_DOLLAR}
            columns={[{ name: 'School', figures: totals.aveDollar }]}
          />
        </div>
      </div>
      <div className="report-part">
        <div className="tenders-beside">
          <TendersTable totals={totals} />
          <LazyChart report={report} />
        </div>
        <p className="meta report-note">
          {payments !== totals.orders &&
            `A split payment counts once per method, so ${pluralize(totals.orders, 'order has', 'orders have')} ${formatCount(payments)} payments. `}
          {excludedText(report)}
        </p>
      </div>
      {ofAll && <FairByFair report={report} />}
    </>
  );
}

/** Columns that have this block; none if the report is narrowed to a method. */
function present<Block>(
  columns: readonly StatementColumn<Part>[],
  blockOf: (part: Part) => Block | null,
): StatementColumn<Block>[] {
  return columns.flatMap(({ name, figures }) => {
    const block = blockOf(figures);
    return block === null ? [] : [{ name, figures: block }];
  });
}
