import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Skeleton } from '../messages/notice.tsx';
import type { Column } from './description.ts';
import { ZoneCode } from './columns/zones.tsx';
import * as styles from './table.module.css';

/** Classes of a column's cells; `after` is the column to its left. */
export function cellClass<Row>(
  { align, wraps }: Column<Row>,
  after: Column<Row> | undefined,
): string | undefined {
  const classes = [
    align === 'right' && 'align-right',
    // Else a number would read as one with the word behind it.
    align !== 'right' && after?.align === 'right' && styles.afterNumber,
    wraps !== undefined && styles.wraps,
  ].filter(Boolean);
  return classes.join(' ') || undefined;
}

export function HeaderCell<Row>({
  column,
  after,
  zone,
  width,
  sort,
  onSort,
}: {
  column: Column<Row>;
  /** Column to the left. */
  after: Column<Row> | undefined;
  /** Time zone of all times in the column. */
  zone: string | undefined;
  width: number | undefined;
  sort: unknown;
  onSort: (sort: string) => void;
}) {
  const { id, header, sort: field, stays } = column;
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined;
  return (
    <th
      scope="col"
      data-column={id}
      className={cellClass(column, after)}
      {...(width !== undefined && { style: { minWidth: width } })}
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
        <span className={stays && 'visually-hidden'}>{header}</span>
      )}
      <ZoneCode zone={zone} />
    </th>
  );
}

/** Text of a cell behind its picture, if it has one. */
export function Pictured({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  if (!picture) return children;
  return (
    <span className={styles.pictured}>
      {picture}
      {children}
    </span>
  );
}

const SKELETON_WIDTHS = ['70%', '85%', '55%', '75%', '60%'];

type SkeletonRowsProps<Row> = {
  columns: readonly Column<Row>[];
  count: number;
  hasPick: boolean;
  hasMenu: boolean;
};

export function SkeletonRows<Row>({ columns, count, hasPick, hasMenu }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden>
      {hasPick && <td className={styles.choose}> </td>}
      {columns.map((column, index) => (
        <td key={column.id} className={cellClass(column, columns[index - 1])}>
          <Skeleton width={SKELETON_WIDTHS[(row + index) % SKELETON_WIDTHS.length] ?? '70%'} />
        </td>
      ))}
      {hasMenu && <td> </td>}
    </tr>
  ));
}
