import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { tableFeatures, useTable } from '@tanstack/react-table';
import {
  Fragment,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { Link } from '../link.tsx';
import { ActionMenu } from '../menu.tsx';
import { AfterDelay, Skeleton } from '../notice.tsx';
import { Pick } from './bulk-bar.tsx';
import type { Column, RowAction, Unfold } from './description.ts';
import { useSavedRow } from './saved-row.ts';
import type { Selection } from './selection.ts';
import { UnfoldButton, useUnfolded } from './unfold.tsx';

const features = tableFeatures({});
const NO_ROWS: never[] = [];
const PAINTED_MS = 50;

export type RowProps<Row> = {
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
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
  sort: unknown;
  onSort: (sort: string) => void;
  caption: string;
  skeletonRows: number;
};

/** List as a table: sortable headers, rows that are links, a menu at the end of each row. */
export function Grid<Row extends object>({
  rows,
  columns,
  rowId,
  rowName,
  rowLink,
  rowActions,
  isStale,
  selection,
  unfold,
  sort,
  onSort,
  caption,
  skeletonRows,
}: GridProps<Row>) {
  const savedRow = useSavedRow();
  const unfolded = useUnfolded();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // A row that opens in a side panel keeps the list's scroll position.
  const keepsScroll = (to: string): boolean => to.startsWith(`${pathname}?`);
  const open = (to: string): void => void navigate({ href: to, resetScroll: !keepsScroll(to) });
  const { box, isWide } = useOverflow();
  useSteadyColumns(box, rows, columns.map(({ id }) => id).join(), isWide);
  const table = useTable({
    features,
    data: rows ?? NO_ROWS,
    getRowId: rowId,
    columns: columns.map(({ id, header, cell }) => ({
      id,
      header,
      cell: ({ row }: { row: { original: Row } }) => cell(row.original),
    })),
  });
  return (
    <div
      className="tw"
      ref={box}
      data-wide={isWide || undefined}
      data-waiting={rows === undefined || undefined}
      data-stale={isStale || undefined}
    >
      <table className="tbl" onKeyDown={(event) => moveBetweenRows(event, selection)}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="choose">
                <Pick
                  label="Select this page"
                  isOn={selection.isPageChosen}
                  isMixed={selection.rows.length > 0}
                  isOff={!rows?.length}
                  onToggle={selection.togglePage}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            {rowActions && (
              <th scope="col">
                <span className="vh">Actions</span>
              </th>
            )}
          </tr>
        </thead>
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
          {table.getRowModel().rows.map((row) => {
            const to = rowLink?.(row.original);
            const isOpen = unfolded.has(row.id);
            return (
              <Fragment key={row.id}>
                <tr
                  className={
                    selection?.has(row.id) ? 'sel' : row.id === savedRow ? 'saved' : undefined
                  }
                  {...(to && { 'data-opens': to })}
                  data-id={row.id}
                >
                  {selection && (
                    <td className="choose">
                      <Pick
                        label={`Select ${rowName(row.original)}`}
                        isOn={selection.has(row.id)}
                        onToggle={(through) => selection.toggle(row.id, through)}
                      />
                    </td>
                  )}
                  {row.getAllCells().map((cell, index) => {
                    const content = <table.FlexRender cell={cell} />;
                    const { align, atLeast } = columns[index]!;
                    return (
                      <td
                        key={cell.id}
                        className={align === 'right' ? 'r' : undefined}
                        {...(atLeast && { style: { minWidth: `calc(${atLeast}ch + 14px)` } })}
                      >
                        {index === 0 && unfold ? (
                          <span className="unfold">
                            <UnfoldButton
                              label={unfold.label(row.original)}
                              isOpen={isOpen}
                              onToggle={() => unfolded.toggle(row.id)}
                            />
                            {content}
                          </span>
                        ) : index === 0 && to ? (
                          <Link to={to} className="rec" data-row keepScroll={keepsScroll(to)}>
                            {content}
                          </Link>
                        ) : (
                          content
                        )}
                      </td>
                    );
                  })}
                  {rowActions && (
                    <td className="menu-cell">
                      <ActionMenu
                        label={`Actions for ${rowName(row.original)}`}
                        actions={rowActions(row.original)}
                      />
                    </td>
                  )}
                </tr>
                {unfold && isOpen && (
                  <tr className="unfolded">
                    <td colSpan={columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0)}>
                      {unfold.content(row.original)}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row>({
  column: { header, sort: field, align },
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: unknown;
  onSort: (sort: string) => void;
}) {
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined;
  return (
    <th
      scope="col"
      className={align === 'right' ? 'r' : undefined}
      {...(field && direction && { 'aria-sort': direction })}
    >
      {field ? (
        <button
          type="button"
          onClick={() => onSort(direction === 'ascending' ? `-${field}` : field)}
        >
          {header}
          {direction === 'ascending' && <IconArrowUp size={14} stroke={2} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={14} stroke={2} aria-hidden />}
        </button>
      ) : (
        header
      )}
    </th>
  );
}

const SKELETON_WIDTHS = ['70%', '85%', '55%', '75%', '60%'];

function SkeletonRows<Row>({
  columns,
  count,
  hasPick,
  hasMenu,
}: {
  columns: readonly Column<Row>[];
  count: number;
  hasPick: boolean;
  hasMenu: boolean;
}) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden>
      {hasPick && <td className="choose"> </td>}
      {columns.map(({ id, align }, index) => (
        <td key={id} className={align === 'right' ? 'r' : undefined}>
          <Skeleton width={SKELETON_WIDTHS[(row + index) % SKELETON_WIDTHS.length] ?? '70%'} />
        </td>
      ))}
      {hasMenu && <td> </td>}
    </tr>
  ));
}

/**
 * Handles keys: ↑ and ↓ move between rows; Enter opens, as on any link; Space selects, if rows can
 * be selected.
 */
function moveBetweenRows<Row>(
  event: KeyboardEvent<HTMLTableElement>,
  selection: Selection<Row> | undefined,
): void {
  if (event.key === ' ' && selection && (event.target as HTMLElement).matches('[data-row]')) {
    const id = (event.target as HTMLElement).closest<HTMLElement>('tr[data-id]')?.dataset['id'];
    if (id) selection.toggle(id, event.shiftKey);
    event.preventDefault();
    return;
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const target = event.target as HTMLElement;
  const row = target.closest('tbody tr');
  if (!row || target.getAttribute('aria-expanded') === 'true') return;
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  const link = next?.querySelector<HTMLElement>('[data-row]');
  if (!link) return;
  event.preventDefault();
  link.focus();
}

/** Opens the row clicked anywhere, except on controls and while text is selected. */
function openRow(event: MouseEvent<HTMLTableSectionElement>, open: (to: string) => void): void {
  const target = event.target as HTMLElement;
  const to = target.closest<HTMLElement>('tr[data-opens]')?.dataset['opens'];
  // A row's open menu is elsewhere in the page, but its clicks bubble through here.
  if (
    !to ||
    !event.currentTarget.contains(target) ||
    target.closest('a, button, input, label, [popover]') ||
    String(getSelection()) !== ''
  )
    return;
  if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(to, '_blank', 'noopener');
  else if (event.button === 0) open(to);
}

/**
 * Keeps column widths from page to page, so headers stay in place. Recomputes them if a page does
 * not fit or the container changes width.
 */
function useSteadyColumns(
  box: RefObject<HTMLDivElement | null>,
  rows: unknown,
  columns: string,
  isWide: boolean,
): void {
  const fits = useEffectEvent(
    (outer: HTMLElement) => isWide || outer.scrollWidth <= outer.clientWidth,
  );
  useLayoutEffect(() => {
    const outer = box.current;
    if (!outer || !rows) return undefined;
    if (!fits(outer)) release(outer);
    const timer = setTimeout(() => keep(outer), PAINTED_MS);
    return () => clearTimeout(timer);
  }, [box, rows, columns]);
  useEffect(() => {
    const outer = box.current;
    if (!outer) return undefined;
    let timer = 0;
    let width = outer.offsetWidth;
    const observer = new ResizeObserver(() => {
      if (outer.offsetWidth === width) return;
      width = outer.offsetWidth;
      release(outer);
      clearTimeout(timer);
      timer = window.setTimeout(() => keep(outer), PAINTED_MS);
    });
    observer.observe(outer);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      release(outer);
    };
  }, [box, columns]);
}

const headsOf = (outer: HTMLElement) => [...outer.querySelectorAll<HTMLElement>('thead th')];

function release(outer: HTMLElement): void {
  for (const { style } of headsOf(outer)) style.minWidth = '';
}

function keep(outer: HTMLElement): void {
  const heads = headsOf(outer);
  const widths = heads.map((head) => head.getBoundingClientRect().width);
  for (const [index, { style }] of heads.entries()) style.minWidth = `${widths[index]}px`;
}

/**
 * Returns true if the table is wider than its container; then it scrolls sideways with a fixed
 * first column.
 */
function useOverflow() {
  const box = useRef<HTMLDivElement>(null);
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const outer = box.current;
    const inner = outer?.firstElementChild;
    if (!outer || !inner) return undefined;
    const observer = new ResizeObserver(() => setIsWide(inner.scrollWidth > outer.clientWidth + 1));
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return { box, isWide };
}
