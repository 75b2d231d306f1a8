import type { ReactNode } from 'react';
import '#web/ui/table/table.css';
import './figure-table.css';

/** One column of a wide report: what it shows of a row and of the totals, and what it means. */
export type FigureColumn<Row, Totals> = {
  header: string;
  definition: string;
  align?: 'right';
  cell: (row: Row) => ReactNode;
  /** Empty where nothing is to add up. */
  total?: (totals: Totals) => ReactNode;
};

/** Rows under a name, with their own sums. */
export type FigureGroup<Row, Totals> = { name: string; rows: readonly Row[]; subtotal: Totals | undefined };

type FigureTableProps<Row, Totals> = {
  caption: string;
  columns: readonly FigureColumn<Row, Totals>[];
  rowKey: (row: Row) => string;
  groups: readonly FigureGroup<Row, Totals>[];
  totals: Totals;
};

/** A table of figures that scrolls in its place: head, first column and totals stay in sight. Below it, what the columns mean. */
export function FigureTable<Row, Totals>({ caption, columns, rowKey, groups, totals }: FigureTableProps<Row, Totals>) {
  return (
    <>
      {/* It can be scrolled by keyboard. */}
      <div className="figures" tabIndex={0} role="region" aria-label={caption}>
        <table className="tbl">
          <caption className="vh">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ header, definition, align }) => (
                <th key={header} scope="col" title={definition} className={align && 'r'}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ name, rows, subtotal }) => (
            <tbody key={name}>
              {groups.length > 1 && (
                <tr className="group">
                  <th scope="rowgroup" colSpan={columns.length}>
                    <span>{name}</span>
                  </th>
                </tr>
              )}
              {rows.map((row) => (
                <tr key={rowKey(row)}>
                  {columns.map(({ header, align, cell }, index) =>
                    index === 0 ? (
                      <th key={header} scope="row">
                        {cell(row)}
                      </th>
                    ) : (
                      <td key={header} className={align && 'r'}>
                        {cell(row)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
              {groups.length > 1 && subtotal !== undefined && <SumRow className="subtotal" name={`${name}, total`} columns={columns} totals={subtotal} />}
            </tbody>
          ))}
          <tfoot>
            <SumRow className="totals" name="Total" columns={columns} totals={totals} />
          </tfoot>
        </table>
      </div>
      <details className="definitions">
        <summary>What the columns mean</summary>
        <dl>
          {columns.map(({ header, definition }) => (
            <div key={header}>
              <dt>{header}</dt>
              <dd>{definition}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function SumRow<Row, Totals>({ className, name, columns, totals }: { className: string; name: string; columns: readonly FigureColumn<Row, Totals>[]; totals: Totals }) {
  return (
    <tr className={className}>
      {columns.map(({ header, align, total }, index) =>
        index === 0 ? (
          <th key={header} scope="row">
            {name}
          </th>
        ) : (
          <td key={header} className={align && 'r'}>
            {total?.(totals)}
          </td>
        ),
      )}
    </tr>
  );
}
