import type { SalesSummaryTotals } from '@pos/contract/reports/sales-summary';
import { tendersTable } from '@pos/contract/reports/summary-blocks';
import { type Figures, valueAt } from '@pos/contract/reports/tables';
import { figureCell } from '../figure-cell.tsx';
import * as styles from '../statement.module.css';

/** Payments by method; tenders and uncollected amounts add up to the total. */
export function TendersTable({ totals: summary }: { totals: SalesSummaryTotals }) {
  const { table, columns, groups, totals } = tendersTable(summary);
  const row = (figures: Figures, name = String(figures['method'])) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {columns.slice(1).map(({ path, column }) => (
        <td key={column.label} className="align-right">
          {figureCell(column, valueAt(figures, path), figures, new Map())}
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
              {columns.map(({ column: { label, meaning } }, index) => (
                <th
                  key={label}
                  scope="col"
                  title={meaning}
                  className={index > 0 ? 'align-right' : undefined}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{groups.flatMap(({ rows }) => rows.map((figures) => row(figures)))}</tbody>
          <tfoot>{totals && row(totals, 'Total')}</tfoot>
        </table>
      </div>
    </section>
  );
}
