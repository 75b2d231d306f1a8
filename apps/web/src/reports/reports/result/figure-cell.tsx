import { inventoryApi } from '@pos/contract/stock/inventory';
import { ordersApi } from '@pos/contract/sales/orders';
import type { Choice, Kind } from '@pos/contract/reports/columns';
import {
  type Figures,
  type FigureValue,
  type ListedColumn,
  signed,
  toCellText,
} from '@pos/contract/reports/tables';
import { formatInstant, formatTime } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { formatPercent } from '@pos/contract/values/percent';
import type { ReactNode } from 'react';
import { pathTo } from '#web/lib/api/paths.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { HERE } from '#web/lib/input/time.ts';
import { Amount, Count } from '#web/ui/values/amount.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import * as tableStyles from '#web/ui/table/table.module.css';

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

/** Value of a figure in the form of its column. A missing value is a dash: it is not 0. */
export function figureCell(
  column: ListedColumn,
  value: FigureValue,
  row: Figures,
  zones: Zones,
): ReactNode {
  const text = value === null ? '' : toCellText(column, value);
  if (text === '')
    return <span className="muted">{(column.blank ?? '-').replace(/^-$/, '–')}</span>;
  const zone = zones.get(String(row['fairIdentifier']));
  const cell = CELLS[column.kind]?.({ column, value, text, row, zone }) ?? (text || null);
  return column.ofStudents ? <span data-private>{cell}</span> : cell;
}

function ChoicePill({ choice }: { choice: Choice | undefined }) {
  // A tick in every row would say nothing.
  return choice?.meaning === 'ok' ? choice.label : choice && <StatusPill status={choice} quiet />;
}

/** A title with its number below; one with a number leads to the inventory. */
function TitleCell({ title, sku }: { title: string; sku: unknown }) {
  return (
    <span className="two-lines">
      {typeof sku === 'string' ? (
        <Allowed to={inventoryApi.allInventory} otherwise={title}>
          <Link to={pathTo('inventory', {}, { search: sku })} className={tableStyles.recordLink}>
            {title}
          </Link>
        </Allowed>
      ) : (
        title
      )}
      {typeof sku === 'string' && <small className="monospace">{sku}</small>}
    </span>
  );
}

/** Number of an order; links to it if the user may see it. */
function OrderLink({ id, number }: { id: string; number: string }) {
  const shown = <span className="monospace no-wrap">{number}</span>;
  return (
    <Allowed to={ordersApi.getById} otherwise={shown}>
      <Link to={pathTo('orders', {}, { order: id })}>{shown}</Link>
    </Allowed>
  );
}
