import { useLocation, useNavigate } from '@tanstack/react-router';
import { Link } from '../buttons/link.tsx';
import { ActionMenu } from '../overlays/menu.tsx';
import { AfterDelay } from '../messages/notice.tsx';
import { Pick } from './rows/bulk-bar.tsx';
import type { Column, RowAction, Unfold } from './description.ts';
import { EditableCell } from './rows/editable-cell.tsx';
import { cellClass, HeaderCell, Pictured, SkeletonRows } from './grid-parts.tsx';
import { moveBetweenRows, openRow } from './rows/row-events.ts';
import { useSavedRow } from './rows/saved-row.ts';
import type { Selection } from './rows/selection.ts';
import { UnfoldButton, useToggled } from './rows/unfold.tsx';
import type { ColumnFit } from './columns/use-column-fit.ts';
import { ColumnZone } from '../values/zoned-time.tsx';
import { columnZones } from './columns/zones.tsx';
import * as styles from './table.module.css';
import * as unfoldStyles from './rows/unfold.module.css';

export type RowProps<Row> = {
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Name of a row in its menu: "REG-07". */
  rowName: (row: Row) => string;
  rowLink?: ((row: Row) => string | undefined) | undefined;
  rowActions?: ((row: Row) => readonly RowAction[]) | undefined;
  isStale: boolean;
  /** Set if rows can be selected. */
  selection?: Selection<Row> | undefined;
  /** Expandable content of a row, and the label of its button: "Fairs that have Matilda". */
  unfold?: Unfold<Row> | undefined;
};
type GridProps<Row> = RowProps<Row> & {
  fit: ColumnFit<Row>;
  sort: unknown;
  onSort: (sort: string) => void;
  caption: string;
  skeletonRows: number;
};

/** List as a table: sortable headers, rows that are links, a menu at the end of each row. */
export function Grid<Row extends object>({
  rows,
  rowId,
  rowName,
  rowLink,
  rowActions,
  isStale,
  selection,
  unfold,
  fit,
  sort,
  onSort,
  caption,
  skeletonRows,
}: GridProps<Row>) {
  const savedRow = useSavedRow();
  const unfolded = useToggled();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // A row that opens in a side panel keeps the list's scroll position.
  const keepsScroll = (to: string): boolean => to.startsWith(`${pathname}?`);
  const open = (to: string): void => void navigate({ href: to, resetScroll: !keepsScroll(to) });
  const { setBox, shown: columns, getWidth, isWide } = fit;
  const zones = columnZones(columns, rows ?? []);
  return (
    <div
      className={styles.wrapper}
      ref={setBox}
      data-wide={isWide || undefined}
      data-waiting={rows === undefined || undefined}
      data-stale={isStale || undefined}
    >
      <table className={styles.table} onKeyDown={(event) => moveBetweenRows(event, selection)}>
        <caption className="visually-hidden">{caption}</caption>
        <GridHead
          columns={columns}
          zones={zones}
          getWidth={getWidth}
          sort={sort}
          onSort={onSort}
          selection={selection}
          isEmpty={!rows?.length}
          hasMenu={Boolean(rowActions)}
        />
        <tbody
          onClick={(event) => openRow(event, open)}
          onAuxClick={(event) => openRow(event, open)}
        >
          {rows === undefined && (
            <AfterDelay>
              <SkeletonRows
                columns={columns}
                count={skeletonRows}
                hasPick={Boolean(selection)}
                hasMenu={Boolean(rowActions)}
              />
            </AfterDelay>
          )}
          {rows?.map((row) => {
            const id = rowId(row);
            return (
              <GridRow
                key={id}
                id={id}
                row={row}
                columns={columns}
                zones={zones}
                name={rowName(row)}
                to={rowLink?.(row)}
                keepsScroll={keepsScroll}
                actions={rowActions?.(row)}
                selection={selection}
                isSaved={id === savedRow}
                unfold={unfold}
                isOpen={unfolded.has(id)}
                onUnfold={() => unfolded.toggle(id)}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type GridHeadProps<Row> = {
  columns: readonly Column<Row>[];
  zones: ReadonlyMap<string, string>;
  getWidth: (id: string) => number | undefined;
  sort: unknown;
  onSort: (sort: string) => void;
  selection: Selection<Row> | undefined;
  isEmpty: boolean;
  hasMenu: boolean;
};

function GridHead<Row>(props: GridHeadProps<Row>) {
  const { columns, zones, getWidth, sort, onSort, selection, isEmpty, hasMenu } = props;
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={styles.choose}>
            <Pick
              label="Select this page"
              isOn={selection.isPageChosen}
              isMixed={selection.rows.length > 0}
              isOff={isEmpty}
              onToggle={selection.togglePage}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <HeaderCell
            key={column.id}
            column={column}
            after={columns[index - 1]}
            zone={zones.get(column.id)}
            width={getWidth(column.id)}
            sort={sort}
            onSort={onSort}
          />
        ))}
        {hasMenu && (
          <th scope="col" className={styles.menuCell}>
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

type GridRowProps<Row> = {
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  /** Time zones of columns with times. */
  zones: ReadonlyMap<string, string>;
  /** Name of the row in the label of its menu: "REG-07". */
  name: string;
  to: string | undefined;
  keepsScroll: (to: string) => boolean;
  actions: readonly RowAction[] | undefined;
  selection: Selection<Row> | undefined;
  isSaved: boolean;
  unfold: Unfold<Row> | undefined;
  isOpen: boolean;
  onUnfold: () => void;
};

/** First cell of a row: a link to the record, if it has a page. */
function RecordCell<Row>({
  column,
  row,
  to,
  keepsScroll,
}: Pick<GridRowProps<Row>, 'row' | 'to' | 'keepsScroll'> & { column: Column<Row> }) {
  return (
    <Pictured picture={column.picture?.(row)}>
      {to ? (
        <Link to={to} className={styles.recordLink} data-row keepScroll={keepsScroll(to)}>
          {column.cell(row)}
        </Link>
      ) : (
        column.cell(row)
      )}
    </Pictured>
  );
}

/** One row, and below it what it unfolds. */
function GridRow<Row>({
  id,
  row,
  columns,
  zones,
  name,
  to,
  keepsScroll,
  actions,
  selection,
  isSaved,
  unfold,
  isOpen,
  onUnfold,
}: GridRowProps<Row>) {
  return (
    <>
      <tr
        className={selection?.has(id) ? styles.selected : isSaved ? styles.saved : undefined}
        {...(to && { 'data-opens': to })}
        data-id={id}
      >
        {selection && (
          <td className={styles.choose}>
            <Pick
              label={`Select ${name}`}
              isOn={selection.has(id)}
              onToggle={(through) => selection.toggle(id, through)}
            />
          </td>
        )}
        {columns.map((column, index) => (
          <td
            key={column.id}
            className={cellClass(column, columns[index - 1])}
            {...(column.atLeast && { style: { minWidth: `calc(${column.atLeast}ch + 14px)` } })}
          >
            {index === 0 && unfold ? (
              <span className={unfoldStyles.unfold}>
                <UnfoldButton label={unfold.label(row)} isOpen={isOpen} onToggle={onUnfold} />
                <RecordCell column={column} row={row} to={to} keepsScroll={keepsScroll} />
              </span>
            ) : index === 0 && to ? (
              <RecordCell column={column} row={row} to={to} keepsScroll={keepsScroll} />
            ) : column.edit ? (
              <EditableCell edit={column.edit} row={row} name={name} column={column.id}>
                {column.cell(row)}
              </EditableCell>
            ) : (
              <Pictured picture={column.picture?.(row)}>
                <ColumnZone value={zones.get(column.id)}>{column.cell(row)}</ColumnZone>
              </Pictured>
            )}
          </td>
        ))}
        {actions && (
          <td className={styles.menuCell}>
            <ActionMenu label={`Actions for ${name}`} actions={actions} />
          </td>
        )}
      </tr>
      {unfold && isOpen && (
        <tr className={styles.unfolded}>
          <td colSpan={columns.length + (selection ? 1 : 0) + (actions ? 1 : 0)}>
            {unfold.content(row)}
          </td>
        </tr>
      )}
    </>
  );
}
