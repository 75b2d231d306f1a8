import type { SalesSummaryReport } from '@pos/contract/reports/reports';
import { ALL_SCHOOLS } from '@pos/contract/reports/report-query';
import {
  type SummaryBlock,
  summaryBlocks,
} from '@pos/contract/reports/sales-summary/summary-blocks';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { KeyNumbers } from '#web/ui/layout/card.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { ReportChart } from '../report-chart.tsx';
import { excludedText } from '../report-words.ts';
import { Statement, type StatementColumn } from './statement.tsx';
import { TendersTable } from './tenders-table.tsx';
import * as statementStyles from '../statement.module.css';
import * as reportsStyles from '../../reports.module.css';

const TendersChart = lazyPart(async () => (await import('./tenders-chart.tsx')).TendersChart);

/** Blocks of the left side; the others stand beside them. */
const LEFT: readonly SummaryBlock['name'][] = ['sales', 'tax', 'total', 'tenders', 'cashControl'];
/** Blocks of the school, which have no figures by fair. */
const OF_SCHOOL: readonly SummaryBlock['name'][] = ['eWallet', 'aveDollar'];

/**
 * Sales summary: key figures, statement, tenders. Several fairs are shown side by side with their
 * total.
 */
export function SalesSummary({ report }: { report: SalesSummaryReport }) {
  const { rows, totals } = report;
  const hasSeveral = rows.length > 1 && report.school.identifier !== ALL_SCHOOLS;
  const all: StatementColumn = { name: 'Total', figures: totals };
  const columns = hasSeveral
    ? [...rows.map((row): StatementColumn => ({ name: row.fairName, figures: row })), all]
    : [all];
  // With one column, the table of tenders has their lines.
  const blocks = summaryBlocks(report, 'screen').filter(
    ({ name }) => hasSeveral || name !== 'tenders',
  );
  const payments = Object.values(totals.tenders).reduce((sum, { count }) => sum + count, 0);
  const statement = ({ name, heading, lines }: SummaryBlock) => (
    <Statement
      key={name}
      title={heading}
      lines={lines}
      columns={OF_SCHOOL.includes(name) ? [all] : columns}
    />
  );
  return (
    <>
      <KeyNumbers
        bare
        numbers={[
          { label: 'Net sales', value: formatCents(totals.netCents), detail: 'after refunds' },
          {
            label: 'Net tax',
            value: formatCents(totals.netTaxCents),
            detail: totals.taxRatesPpm.map(formatPpm).join(', ') || 'no tax rate',
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
      <div
        className={
          hasSeveral
            ? `${statementStyles.statements} ${statementStyles.several}`
            : statementStyles.statements
        }
        data-part="statements"
      >
        <div>{blocks.filter(({ name }) => LEFT.includes(name)).map(statement)}</div>
        <div>{blocks.filter(({ name }) => !LEFT.includes(name)).map(statement)}</div>
      </div>
      <div className={reportsStyles.part}>
        <div className={reportsStyles.tendersBeside}>
          <TendersTable totals={totals} />
          <ReportChart>
            <TendersChart report={report} />
          </ReportChart>
        </div>
        <p className={`caption ${reportsStyles.note}`}>
          {payments !== totals.orders &&
            `A split payment counts once per method, so ${pluralize(totals.orders, 'order has', 'orders have')} ${formatCount(payments)} payments. `}
          {excludedText(report)}
        </p>
      </div>
    </>
  );
}
