import type { SalesSummaryReport } from '@pos/contract/reports/reports';
import { ALL_SCHOOLS } from '@pos/contract/reports/report-query';
import {
  type SummaryBlock,
  summaryBlocks,
  tendersTable,
} from '@pos/contract/reports/sales-summary/summary-blocks';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { formatPpm } from '@pos/contract/values/percent';
import { KeyNumbers } from '#web/ui/layout/card.tsx';
import { excludedText } from '../report-words.ts';
import { Statement, type StatementColumn } from './statement.tsx';
import * as statementStyles from '../statement.module.css';
import * as reportsStyles from '../../reports.module.css';
import type { SalesSummaryTotals } from '@pos/contract/reports/sales-summary/sales-summary';
import { type Figures, type PlacedColumn, valueAt } from '@pos/contract/reports/tables';
import { figureCell } from '../figure-cell.tsx';
import * as styles from '../statement.module.css';

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
    ({ name, lines }) =>
      (hasSeveral || name !== 'tenders') &&
      // A memo of zeros says nothing.
      (!OF_SCHOOL.includes(name) || lines.some(({ path }) => Boolean(valueAt(totals, path)))),
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
        <TendersTable totals={totals} />
        <p className={`caption ${reportsStyles.note}`}>
          {payments !== totals.orders &&
            `A split payment counts once per method, so ${pluralize(totals.orders, 'order has', 'orders have')} ${formatCount(payments)} payments. `}
          {excludedText(report)}
        </p>
      </div>
    </>
  );
}

/** Payments by method; tenders and uncollected amounts add up to the total. */
function TendersTable({ totals: summary }: { totals: SalesSummaryTotals }) {
  const { table, columns, groups, totals } = tendersTable(summary);
  // A phone has no room for figures that are 0 or secondary.
  const isMinor = ({ path, column }: PlacedColumn) =>
    column.rank !== undefined && (column.kind === 'integer' || !valueAt(totals ?? {}, path));
  const row = (figures: Figures, name = String(figures['method'])) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {columns.slice(1).map((placed) => (
        <td
          key={placed.column.label}
          className="align-right"
          data-minor={isMinor(placed) || undefined}
        >
          {figureCell(placed.column, valueAt(figures, placed.path), figures, new Map())}
        </td>
      ))}
    </tr>
  );
  return (
    <section className={styles.statement} data-part="statement">
      <h3>{table.name}</h3>
      <div
        className={styles.statementScroll}
        tabIndex={0}
        role="region"
        aria-label="Tenders, table"
      >
        <table className={styles.tenders}>
          <thead>
            <tr>
              {columns.map((placed, index) => (
                <th
                  key={placed.column.label}
                  scope="col"
                  title={placed.column.meaning}
                  className={index > 0 ? 'align-right' : undefined}
                  data-minor={isMinor(placed) || undefined}
                >
                  {placed.column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.flatMap(({ rows }) => rows.filter(isShown).map((figures) => row(figures)))}
          </tbody>
          <tfoot>{totals && row(totals, 'Total')}</tfoot>
        </table>
      </div>
    </section>
  );
}

/** False for a line that is no method, such as the uncollected amount, while it is 0. */
function isShown({ count, netCents }: Figures): boolean {
  return count !== undefined || netCents !== 0;
}
