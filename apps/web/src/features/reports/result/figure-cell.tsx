import type { Choice, Kind } from '@pos/contract/reports/columns';
import {
  type Figures,
  type FigureValue,
  type ListedColumn,
  signed,
  textOf,
} from '@pos/contract/reports/tables';
import { formatInstant, formatTime } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { formatPercent } from '@pos/contract/values/percent';
import type { ReactNode } from 'react';
import { HERE } from '#web/lib/time.ts';
import { Amount, Count } from '#web/ui/amount.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { OrderLink } from './order-link.tsx';
import * as styles from './figure-table.module.css';

/** Time zones of the fairs, by identifier. */
export type Zones = ReadonlyMap<string, string>;

/** Value of a figure in a row. `text` is the value as text. */
type Cell = {
  column: ListedColumn;
  value: FigureValue;
  text: string;
  row: Figures;
  zone: string | undefined;
};

/** Cells by kind of column; all others are text. */
const CELLS: Partial<Record<Kind, (cell: Cell) => ReactNode>> = {
  money: ({ column, value }) => (
    <Amount cents={signed(column, value)} strong={column.strong ?? false} />
  ),
  integer: ({ column, value }) => (
    <Count count={signed(column, value)} strong={column.strong ?? false} />
  ),
  percent: ({ value }) => formatPercent(Number(value)),
  date: ({ text }) => <span className="numeric">{formatDay(text)}</span>,
  datetime: ({ text, zone }) => (
    <span className="numeric no-wrap">{formatInstant(text, zone ?? HERE)}</span>
  ),
  time: ({ text, zone }) => (
    <span className="numeric no-wrap">{formatTime(text, zone ?? HERE)}</span>
  ),
  choice: ({ column, value }) => <ChoicePill choice={column.choices?.[String(value)]} />,
  order: ({ text, row }) => <OrderLink id={String(row['orderId'])} number={text} />,
  title: ({ text, row }) => <TitleCell title={text} sku={row['sku']} />,
  fair: ({ row }) => <span title={String(row['fairIdentifier'])}>{String(row['fairName'])}</span>,
  code: ({ text }) => <span className="monospace no-wrap">{text}</span>,
};

/** Value of a figure in the form of its column. A missing value is blank: it is not 0. */
export function figureCell(
  column: ListedColumn,
  value: FigureValue,
  row: Figures,
  zones: Zones,
): ReactNode {
  if (value === null) return column.blank ?? null;
  const text = textOf(column, value);
  const zone = zones.get(String(row['fairIdentifier']));
  return CELLS[column.kind]?.({ column, value, text, row, zone }) ?? (text || null);
}

function ChoicePill({ choice }: { choice: Choice | undefined }) {
  return choice && <StatusPill status={choice} quiet />;
}

/** A title with its number below, if it has one. */
function TitleCell({ title, sku }: { title: string; sku: unknown }) {
  return (
    <span className={`two-lines ${styles.itemTitle}`}>
      <span className="ellipsis" title={title}>
        {title}
      </span>
      {typeof sku === 'string' && <small className="monospace">{sku}</small>}
    </span>
  );
}
