import {
  type FilledTable,
  fillIn,
  type PlacedColumn,
  type Figures,
} from '@pos/contract/reports/tables';
import { pluralize } from '@pos/contract/values/counts';
import {
  createContext,
  use,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  type RefObject,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Button } from '#web/ui/buttons/button.tsx';
import * as tableStyles from '#web/ui/table/table.module.css';
import type { Zones } from './figure-cell.tsx';
import { toFigureLines, toPageParts } from './figure-lines.ts';
import { BodyPart, TotalsRow, type StyledColumn } from './figure-rows.tsx';
import * as styles from './figure-table.module.css';
import { tableWidth, fitFigures, phoneColumns, withoutEmpty, type Fit } from './fit-columns.ts';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { columnWidth } from './column-widths.ts';

/** Place beside the report's own actions for the buttons of its first table. */
export const ToolsPlace = createContext<HTMLElement | null>(null);

/** A report with more rows opens with its groups closed. */
const MAX_OPEN_ROWS = 200;
const PART_SIZE = 60;
const LINE_HEIGHT = 37;
const TWO_LINES_HEIGHT = 53;
const NUMBERS = ['money', 'integer', 'percent'];

type FigureTableProps = {
  caption: string;
  /** Heading above the table; the report itself has none. */
  heading?: string | undefined;
  filled: FilledTable;
  zones: Zones;
};

/**
 * Table of figures that scrolls with the page, between its head and its totals. It shows the
 * columns that have figures and fit the page; the others on request, in a box that scrolls.
 */
export function FigureTable({ caption, heading, filled, zones }: FigureTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const { fit, isWide } = useFit(filled, box, showsAll);
  const { table, groups, totals } = filled;
  const rows = groups.reduce((all, group) => all + group.rows.length, 0);
  const isGrouped = groups.some(({ subtotal }) => subtotal);
  const open = useOpenGroups(rows <= MAX_OPEN_ROWS);
  const isPrinting = useIsPrinting();
  const isNumber = (placed: PlacedColumn | undefined): boolean =>
    placed !== undefined && NUMBERS.includes(placed.column.kind);
  const columns = fit.shown.map((placed, index): StyledColumn => ({
    ...placed,
    className: isNumber(placed)
      ? 'align-right'
      : isNumber(fit.shown[index - 1])
        ? styles.afterNumber
        : undefined,
  }));
  const hasTitles = columns.some(({ column }) => column.kind === 'title');
  return (
    <>
      <TableTools heading={heading}>
        {isGrouped && (
          <Button size="sm" variant="quiet" onClick={() => open.turnAll(!open.isAllOpen)}>
            {open.isAllOpen ? 'Collapse all' : 'Expand all'}
          </Button>
        )}
        {(showsAll || fit.hidden.length > 0) && (
          <Button
            size="sm"
            variant="quiet"
            aria-pressed={showsAll}
            title={showsAll ? undefined : fit.hidden.map(({ column }) => column.label).join(', ')}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll
              ? 'Fewer columns'
              : pluralize(fit.hidden.length, 'more column', 'more columns')}
          </Button>
        )}
      </TableTools>
      <div
        ref={box}
        className={styles.figures}
        data-part="figure-table"
        data-wide={isWide || undefined}
        // Focusable, so that it can be scrolled by keyboard.
        {...(isWide && { tabIndex: 0, role: 'region', 'aria-label': `${caption}, table` })}
      >
        <table
          className={tableStyles.table}
          style={isWide ? { width: tableWidth(fit) } : undefined}
        >
          <caption className="visually-hidden">{caption}</caption>
          <colgroup>
            {fit.shown.map(({ path, px }) => (
              <col key={path.join('.')} style={{ width: px }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(({ path, column: { label, meaning }, className }) => (
                <th key={path.join('.')} scope="col" title={meaning} className={className}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          {toPageParts(toFigureLines(groups, open.isOpen), PART_SIZE).map((lines, index) => (
            <BodyPart
              key={index}
              lines={lines}
              columns={columns}
              zones={zones}
              groupedBy={table.groupedBy?.[0] ?? ''}
              isEager={index < 2 || isPrinting}
              lineHeight={hasTitles ? TWO_LINES_HEIGHT : LINE_HEIGHT}
              onTurn={open.turn}
            />
          ))}
          {totals && (
            <tfoot>
              <TotalsRow
                name={fillIn(table.totalsLabel ?? 'Total', totals)}
                columns={columns}
                totals={totals}
                zones={zones}
              />
            </tfoot>
          )}
        </table>
      </div>
    </>
  );
}

/**
 * Heading and buttons above a table; nothing without either. The buttons of the report itself stand
 * beside its actions where there is room.
 */
function TableTools({ heading, children }: { heading: string | undefined; children: ReactNode }) {
  const hasButtons = Array.isArray(children) && children.some(Boolean);
  const place = use(ToolsPlace);
  const isPhone = useIsPhone();
  if (!heading && !hasButtons) return null;
  if (!heading && place && !isPhone) return createPortal(children, place);
  return (
    <div className={styles.tools}>
      {heading && <h3>{heading}</h3>}
      {children}
    </div>
  );
}

/** True while the page is printed, which needs every row. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** Groups of a table that are open: all or none, except those that were turned. */
function useOpenGroups(isOpenAtFirst: boolean) {
  const [{ isOpen, turned }, setState] = useState({
    isOpen: isOpenAtFirst,
    turned: new Set<number>(),
  });
  return {
    isOpen: (place: number): boolean => turned.has(place) !== isOpen,
    isAllOpen: isOpen && turned.size === 0,
    turn: (place: number): void => {
      const next = new Set(turned);
      if (!next.delete(place)) next.add(place);
      setState({ isOpen, turned: next });
    },
    turnAll: (open: boolean): void => setState({ isOpen: open, turned: new Set() }),
  };
}

/** Columns for the width of the box. `isWide`: they are wider than it. */
function useFit(
  filled: FilledTable,
  box: RefObject<HTMLElement | null>,
  showsAll: boolean,
): { fit: Fit; isWide: boolean } {
  const isPhone = useIsPhone();
  const available = useWidth(box);
  const { used, empty, measured } = useMemo(() => {
    const rows: Figures[] = filled.groups.flatMap(({ rows: ofGroup }) => [...ofGroup]);
    return {
      ...withoutEmpty(filled),
      measured: filled.columns.map((placed) => ({
        ...placed,
        width: columnWidth(placed, rows, filled.totals),
      })),
    };
  }, [filled]);
  if (isPhone && !showsAll) return { fit: withHidden(phoneColumns(used), empty), isWide: false };
  const isUsed = ({ path }: PlacedColumn) => used.some((one) => one.path === path);
  const fit = showsAll
    ? fitFigures(measured, available, true)
    : withHidden(fitFigures(measured.filter(isUsed), available), empty);
  return { fit, isWide: !isPhone && tableWidth(fit) > available + 1 };
}

function withHidden({ shown, hidden }: Fit, empty: readonly PlacedColumn[]): Fit {
  return { shown, hidden: [...hidden, ...empty] };
}

/** Width of the element in px, which a resize changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1142);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return undefined;
    const measure = (): void => setWidth(observed.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
