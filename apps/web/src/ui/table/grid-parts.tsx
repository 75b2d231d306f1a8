import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Skeleton } from '../notice.tsx';
import type { Column } from './description.ts';
import * as styles from './table.module.css';

export function HeaderCell<Row>({
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
      className={align === 'right' ? 'align-right' : undefined}
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

export function SkeletonRows<Row>({
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
      {hasPick && <td className={styles.choose}> </td>}
      {columns.map(({ id, align }, index) => (
        <td key={id} className={align === 'right' ? 'align-right' : undefined}>
          <Skeleton width={SKELETON_WIDTHS[(row + index) % SKELETON_WIDTHS.length] ?? '70%'} />
        </td>
      ))}
      {hasMenu && <td> </td>}
    </tr>
  ));
}
