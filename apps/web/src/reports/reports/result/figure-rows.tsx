import {
  type FigureGroup,
  type Figures,
  type PlacedColumn,
  totalAt,
  valueAt,
} from '@pos/contract/reports/tables';
import { pluralize } from '@pos/contract/values/counts';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { figureCell, type Zones } from './figure-cell.tsx';
import { groupName, type Line } from './figure-lines.ts';
import * as styles from './figure-table.module.css';

/** Column with its class names. */
export type StyledColumn = PlacedColumn & { className: string | undefined };
type RowProps = { columns: readonly StyledColumn[]; zones: Zones };

type PartProps = RowProps & {
  lines: readonly Line[];
  groupedBy: string;
  /** Drawn before it comes into view. */
  isEager: boolean;
  /** Expected height of a line in px. */
  lineHeight: number;
  onTurn: (place: number) => void;
};

/** Part of a table's body. One far from the view is an empty space as high as its lines. */
export function BodyPart({ lines, isEager, lineHeight, groupedBy, onTurn, ...look }: PartProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const isNear = useNear(body) || isEager;
  return (
    <tbody ref={body}>
      {isNear ? (
        lines.map((line) =>
          line.kind === 'group' ? (
            <GroupRow
              key={line.key}
              {...look}
              group={line.group}
              isOpen={line.isOpen}
              groupedBy={groupedBy}
              onTurn={() => onTurn(line.place)}
            />
          ) : (
            <FigureRow key={line.key} {...look} row={line.row} />
          ),
        )
      ) : (
        <tr aria-hidden className={styles.space}>
          <td colSpan={look.columns.length} style={{ height: lines.length * lineHeight }} />
        </tr>
      )}
    </tbody>
  );
}

/** True once the element came near the view. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (isNear || !observed) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '1200px' },
    );
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}

function FigureRow({ row, columns, zones }: RowProps & { row: Figures }) {
  return (
    <tr>
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
  );
}

type GroupRowProps = RowProps & {
  group: FigureGroup;
  isOpen: boolean;
  groupedBy: string;
  onTurn: () => void;
};

/** Heading of a group with its subtotal; opens and closes the group. */
function GroupRow({ group, isOpen, groupedBy, onTurn, columns, zones }: GroupRowProps) {
  const { subtotal = {}, rows } = group;
  const { name, detail } = groupName(group, groupedBy);
  const first = columns.findIndex(
    (placed, index) => index > 0 && totalAt(subtotal, placed) !== null,
  );
  const lead = first < 0 ? columns.length : first;
  return (
    <tr className={styles.group}>
      <th scope="row" colSpan={lead}>
        <button type="button" aria-expanded={isOpen} onClick={onTurn}>
          <IconChevronRight size={16} aria-hidden />
          <span>
            {name}{' '}
            <small>
              {detail && <span className="monospace">{detail} · </span>}
              {pluralize(rows.length, 'row', 'rows')}
            </small>
          </span>
        </button>
      </th>
      {columns.slice(lead).map((placed) => (
        <SumCell key={placed.path.join('.')} placed={placed} totals={subtotal} zones={zones} />
      ))}
    </tr>
  );
}

/** Totals at the foot of a table. */
export function TotalsRow({
  name,
  totals,
  columns,
  zones,
}: RowProps & { name: string; totals: Figures }) {
  return (
    <tr className={styles.totals}>
      {columns.map((placed, index) =>
        index === 0 ? (
          <th key={placed.path.join('.')} scope="row">
            {name}
          </th>
        ) : (
          <SumCell key={placed.path.join('.')} placed={placed} totals={totals} zones={zones} />
        ),
      )}
    </tr>
  );
}

type SumCellProps = { placed: StyledColumn; totals: Figures; zones: Zones };

function SumCell({ placed, totals, zones }: SumCellProps) {
  const { column, className } = placed;
  const total = totalAt(totals, placed);
  return (
    <td data-label={column.label} className={className}>
      {total === null || typeof total === 'string'
        ? total
        : figureCell(column, total, totals, zones)}
    </td>
  );
}
