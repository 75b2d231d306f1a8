import type { ReactNode } from 'react';
import '#web/ui/table/table.css';
import './figure-table.css';

/** Column of a wide report: its cell, its total, and its definition. */
export type FigureColumn<Row, Totals> = {
  header: string;
  definition: string;
  align?: 'right';
  cell: (row: Row) => ReactNode;
  /** Empty if there is nothing to add up. */
  total?: (totals: Totals) => ReactNode;
};

/**
 * Rows under a name, with subtotals if any. A single group without subtotals is shown without its
 * name.
 */
export type FigureGroup<Row, Totals> = {
  name: string;
  rows: readonly Row[];
  subtotal: Totals | undefined;
};

type FigureTableProps<Row, Totals> = {
  caption: string;
  columns: readonly FigureColumn<Row, Totals>[];
  rowKey: (row: Row) => string;
  groups: readonly FigureGroup<Row, Totals>[];
  totals: Totals;
};

/** With more columns than this the table is printed smaller. */
const MANY = 18;

/**
 * Scrolling table of figures with fixed head, first column and totals. Below it are the definitions
 * of the columns.
 */
export function FigureTable<Row, Totals>({
  caption,
  columns,
  rowKey,
  groups,
  totals,
}: FigureTableProps<Row, Totals>) {
  // Blank columns are not printed.
  const isBlank = ({ cell }: FigureColumn<Row, Totals>): boolean =>
    groups.every(({ rows }) => rows.every((row) => cell(row) === null));
  const classes = columns.map(
    (column) =>
      [column.align && 'r', isBlank(column) && 'blank'].filter(Boolean).join(' ') || undefined,
  );
  return (
    <>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div
        className="figures"
        data-columns={columns.length > MANY ? 'many' : undefined}
        tabIndex={0}
        role="region"
        aria-label={`${caption}, table`}
      >
        <table className="tbl">
          <caption className="vh">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ header, definition }, index) => (
                <th key={header} scope="col" title={definition} className={classes[index]}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ name, rows, subtotal }) => (
            <tbody key={name}>
              {(groups.length > 1 || subtotal !== undefined) && (
                <tr className="group">
                  <th scope="rowgroup" colSpan={columns.length}>
                    <span>{name}</span>
                  </th>
                </tr>
              )}
              {rows.map((row) => (
                <tr key={rowKey(row)}>
                  {columns.map(({ header, cell }, index) =>
                    index === 0 ? (
                      <th key={header} scope="row">
                        {cell(row)}
                      </th>
                    ) : (
                      <td key={header} data-label={header} className={classes[index]}>
                        {cell(row)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
              {subtotal !== undefined && (
                <SumRow
                  className="subtotal"
                  name={`${name}, total`}
                  columns={columns}
                  classes={classes}
                  totals={subtotal}
                />
              )}
            </tbody>
          ))}
          <tfoot>
            <SumRow
              className="totals"
              name="Total"
              columns={columns}
              classes={classes}
              totals={totals}
            />
          </tfoot>
        </table>
      </div>
      <details className="definitions">
        <summary>Column definitions</summary>
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

type SumRowProps<Row, Totals> = {
  className: string;
  name: string;
  columns: readonly FigureColumn<Row, Totals>[];
  classes: readonly (string | undefined)[];
  totals: Totals;
};

function SumRow<Row, Totals>({
  className,
  name,
  columns,
  classes,
  totals,
}: SumRowProps<Row, Totals>) {
  return (
    <tr className={className}>
      {columns.map(({ header, total }, index) =>
        index === 0 ? (
          <th key={header} scope="row">
            {name}
          </th>
        ) : (
          <td key={header} data-label={header} className={classes[index]}>
            {total?.(totals)}
          </td>
        ),
      )}
    </tr>
  );
}
