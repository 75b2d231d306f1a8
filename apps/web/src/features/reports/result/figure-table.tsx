import {
  type FigureGroup,
  type Figures,
  type FilledTable,
  fillIn,
  type PlacedColumn,
  totalAt,
  valueAt,
} from '@pos/contract/reports/tables';
import * as tableStyles from '#web/ui/table/table.module.css';
import * as styles from './figure-table.module.css';
import { figureCell, type Zones } from './figure-cell.tsx';

/** With more columns than this the table is printed smaller. */
const MANY = 18;
const NUMBERS = ['money', 'integer', 'percent'];

/** Column with its class names. */
type StyledColumn = PlacedColumn & { className: string | undefined };

/**
 * Scrolling table of figures with fixed head, first column and totals. Below it are the definitions
 * of the columns.
 */
export function FigureTable({
  caption,
  filled: { table, columns, groups, totals },
  zones,
}: {
  caption: string;
  filled: FilledTable;
  zones: Zones;
}) {
  const styled = columns.map((placed): StyledColumn => {
    const isNumber = NUMBERS.includes(placed.column.kind);
    const classes = [isNumber && 'align-right', isBlank(placed, groups) && styles.blank].filter(
      Boolean,
    );
    return { ...placed, className: classes.join(' ') || undefined };
  });
  return (
    <>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div
        className={styles.figures}
        data-part="figure-table"
        data-columns={columns.length > MANY ? 'many' : undefined}
        tabIndex={0}
        role="region"
        aria-label={`${caption}, table`}
      >
        <table className={tableStyles.table}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {styled.map(({ path, column: { label, meaning }, className }) => (
                <th key={path.join('.')} scope="col" title={meaning} className={className}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <GroupBody
              key={group.keys.join(' ')}
              group={group}
              columns={styled}
              groupedBy={table.groupedBy?.[0] ?? ''}
              zones={zones}
            />
          ))}
          {totals && (
            <tfoot>
              <SumRow
                className={styles.totals}
                name={fillIn(table.totalsLabel ?? 'Total', totals)}
                columns={styled}
                totals={totals}
                zones={zones}
              />
            </tfoot>
          )}
        </table>
      </div>
      <details className={styles.definitions}>
        <summary>Column definitions</summary>
        <dl>
          {columns.map(({ path, column: { label, meaning } }) => (
            <div key={path.join('.')}>
              <dt>{label}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

/** Returns true for a column without any value, which is not printed. */
function isBlank({ path, column }: PlacedColumn, groups: readonly FigureGroup[]): boolean {
  return (
    column.blank === undefined &&
    groups.every(({ rows }) => rows.every((row) => valueAt(row, path) === null))
  );
}

/** Rows, with a heading and a subtotal if they share one. */
function GroupBody({
  group: { keys, rows, subtotal },
  columns,
  groupedBy,
  zones,
}: {
  group: FigureGroup;
  columns: readonly StyledColumn[];
  groupedBy: string;
  zones: Zones;
}) {
  const [first, ...others] = keys;
  const details = others.filter(Boolean).join(', ');
  const name = `${first || `No ${groupedBy}`}${details && ` (${details})`}`;
  return (
    <tbody>
      {subtotal && (
        <tr className={styles.group}>
          <th scope="rowgroup" colSpan={columns.length}>
            <span>{name}</span>
          </th>
        </tr>
      )}
      {rows.map((row, place) => (
        // Rows neither move nor change while a report is shown.
        <tr key={place}>
          {columns.map(({ path, column, className }, index) => {
            const cell = figureCell(column, valueAt(row, path), row, zones);
            return index === 0 ? (
              <th key={path.join('.')} scope="row">
                {cell}
              </th>
            ) : (
              <td key={path.join('.')} data-label={column.label} className={className}>
                {cell}
              </td>
            );
          })}
        </tr>
      ))}
      {subtotal && (
        <SumRow
          className={styles.subtotal}
          name={`${name}, total`}
          columns={columns}
          totals={subtotal}
          zones={zones}
        />
      )}
    </tbody>
  );
}

function SumRow({
  className,
  name,
  columns,
  totals,
  zones,
}: {
  className: string | undefined;
  name: string;
  columns: readonly StyledColumn[];
  totals: Figures;
  zones: Zones;
}) {
  return (
    <tr className={className}>
      {columns.map((placed, index) => {
        const { path, column } = placed;
        const total = totalAt(totals, placed);
        return index === 0 ? (
          <th key={path.join('.')} scope="row">
            {name}
          </th>
        ) : (
          <td key={path.join('.')} data-label={column.label} className={placed.className}>
            {total === null || typeof total === 'string'
              ? total
              : figureCell(column, total, totals, zones)}
          </td>
        );
      })}
    </tr>
  );
}
