import type { SalesSummaryTotals } from '@pos/contract/reports/sales-summary/sales-summary';
import { tendersTable } from '@pos/contract/reports/sales-summary/summary-blocks';
import { type Figures, type PlacedColumn, valueAt } from '@pos/contract/reports/tables';
import { figureCell } from '../figure-cell.tsx';
import * as styles from '../statement.module.css';

/** Payments by method; tenders and uncollected amounts add up to the total. */
export function TendersTable({ totals: summary }: { totals: SalesSummaryTotals }) {
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
