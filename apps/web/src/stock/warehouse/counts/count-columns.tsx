import type { StockDifference } from '@pos/contract/stock/warehouse/count-booking';
import { COUNT_REASONS } from '@pos/contract/stock/warehouse/count-reasons';
import {
  type Count,
  COUNT_STATE,
  type CountLine,
  LINE_STATE,
} from '@pos/contract/stock/warehouse/counts';
import { dayIn, formatInstant } from '@pos/contract/values/clock';
import { formatChange, formatCount } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { HERE } from '#web/lib/input/time.ts';
import type { Column } from '#web/ui/table/description.ts';
import { Amount, Count as Units } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import { numberColumn } from '../number-column.tsx';
import { Units as CardUnits } from '../units-cell.tsx';
import { scopeText } from './count-words.ts';

const none = <span className="muted">–</span>;
const units = (value: number | null) => (value === null ? none : <Units count={value} />);
const cents = (value: number | null) => (value ? <Amount cents={value} /> : none);
const day = (instant: string) => formatDay(dayIn(instant, HERE));

/** Value of both sides of a count at retail, in cents. */
const netCents = ({ few, many }: Count) => (few && many ? many.valueCents - few.valueCents : null);

/** Columns of the list of counts. */
export const COUNT_COLUMNS: readonly Column<Count>[] = [
  numberColumn,
  {
    id: 'scope',
    header: 'Titles',
    wraps: 200,
    card: 'detail',
    cell: (count) => (
      <span className="two-lines">
        <span>{scopeText(count)}</span>
        {count.note && <small>{count.note}</small>}
      </span>
    ),
  },
  {
    id: 'openedAt',
    header: 'Opened',
    sort: 'openedAt',
    rank: 3,
    wraps: 150,
    cell: ({ openedAt, openedBy }) => (
      <span className="two-lines">
        <span>{formatInstant(openedAt, HERE)}</span>
        <small data-private>{openedBy}</small>
      </span>
    ),
  },
  {
    id: 'countedTitles',
    header: 'Titles counted',
    align: 'right',
    rank: 2,
    cell: ({ countedTitles }) => <Units count={countedTitles} />,
  },
  {
    id: 'countedUnits',
    header: 'Units counted',
    align: 'right',
    rank: 5,
    card: 'aside',
    cell: ({ countedUnits }) => <CardUnits count={countedUnits} />,
  },
  {
    id: 'value',
    header: 'Difference at retail',
    align: 'right',
    atLeast: 9,
    rank: 4,
    card: 'value',
    cell: (count) => cents(netCents(count)),
  },
  {
    id: 'state',
    header: 'State',
    sort: 'state',
    card: 'status',
    cell: ({ state }) => <StatusPill status={COUNT_STATE[state]} quiet />,
  },
];

/** The same columns on a phone's card, which says when a count was opened or booked. */
export const COUNT_CARD: readonly Column<Count>[] = COUNT_COLUMNS.map((column) => {
  switch (column.id) {
    case 'scope':
      return {
        ...column,
        cell: (count) => [scopeText(count), count.note].filter(Boolean).join(', '),
      };
    case 'openedAt':
      return {
        ...column,
        card: 'detail',
        cell: ({ state, openedAt, closedAt }) =>
          state === 'booked' && closedAt ? `booked ${day(closedAt)}` : day(openedAt),
      };
    default:
      return column;
  }
});

type AnyTitle = Pick<CountLine, 'title' | 'category' | 'pictureId' | 'sku'> & {
  isbn13?: string | null;
};

const titleColumn = <Row extends AnyTitle>(): Column<Row> => ({
  id: 'title',
  header: 'Title',
  sort: 'title',
  wraps: 260,
  card: 'title',
  picture: ({ title, category, pictureId }) => (
    <TitleCover title={title} category={category} pictureId={pictureId} />
  ),
  cell: ({ title, isbn13, sku }) => (
    <span className="two-lines">
      <span className="medium">{title}</span>
      <small className="monospace">{isbn13 ?? sku}</small>
    </span>
  ),
});

const stateColumn: Column<CountLine> = {
  id: 'state',
  header: 'State',
  card: 'status',
  cell: ({ state }) => <StatusPill status={LINE_STATE[state]} quiet />,
};
const countedColumn: Column<CountLine> = {
  id: 'countedQty',
  header: 'Counted',
  align: 'right',
  sort: 'countedQty',
  card: 'value',
  cell: ({ countedQty }) => units(countedQty),
};
const countedByColumn: Column<CountLine> = {
  id: 'countedBy',
  header: 'Counted by',
  rank: 2,
  wraps: 140,
  sort: 'countedAt',
  cell: ({ countedBy }) => <span data-private>{countedBy || none}</span>,
};

/** Columns of the lines of an open count: nothing about the number on record. */
export const OPEN_LINE_COLUMNS: readonly Column<CountLine>[] = [
  titleColumn(),
  {
    id: 'category',
    header: 'Category',
    sort: 'category',
    rank: 1,
    cell: ({ category }) => category,
  },
  countedByColumn,
  countedColumn,
  stateColumn,
];

/** Columns of the lines of a count that is finished. */
export const LINE_COLUMNS: readonly Column<CountLine>[] = [
  titleColumn(),
  countedByColumn,
  {
    id: 'onRecordQty',
    header: 'On record',
    align: 'right',
    rank: 5,
    cell: ({ onRecordQty }) => units(onRecordQty),
  },
  {
    ...countedColumn,
    card: 'detail',
    cell: ({ countedQty, firstQty, moved }) => (
      <span className="two-lines">
        <span>{units(countedQty)}</span>
        {firstQty !== null && <small>first {formatCount(firstQty)}</small>}
        {moved && <small>moved meanwhile</small>}
      </span>
    ),
  },
  {
    id: 'difference',
    header: 'Difference',
    align: 'right',
    // By size, so that what differs most comes first, whichever side it is on.
    sort: 'size',
    card: 'value',
    cell: ({ difference }) =>
      difference === null ? (
        none
      ) : (
        <span className={difference === 0 ? 'numeric muted' : 'numeric semibold'}>
          {formatChange(difference)}
        </span>
      ),
  },
  {
    id: 'value',
    header: 'At retail',
    align: 'right',
    atLeast: 9,
    sort: 'value',
    rank: 4,
    card: 'aside',
    cell: ({ valueCents }) => cents(valueCents),
  },
  {
    ...stateColumn,
    cell: ({ state, reason, reasonNote }) =>
      reason ? (
        <span className="two-lines">
          <StatusPill
            status={{ label: COUNT_REASONS[reason], meaning: LINE_STATE.differs.meaning }}
          />
          {reasonNote && <small>{reasonNote}</small>}
        </span>
      ) : (
        <StatusPill status={LINE_STATE[state]} quiet />
      ),
  },
];

/** The same columns on a phone's card, where a number needs its word. */
export const LINE_CARD: readonly Column<CountLine>[] = LINE_COLUMNS.map((column) =>
  column.id === 'countedQty'
    ? {
        ...column,
        cell: ({ countedQty, onRecordQty }) =>
          countedQty === null
            ? 'not counted'
            : `${formatCount(countedQty)} counted, ${formatCount(onRecordQty ?? 0)} on record`,
      }
    : column,
);

/** Columns of the differences that counts have booked. */
export const DIFFERENCE_COLUMNS: readonly Column<StockDifference>[] = [
  titleColumn(),
  {
    id: 'bookedAt',
    header: 'Booked',
    sort: 'bookedAt',
    rank: 5,
    wraps: 150,
    card: 'detail',
    cell: ({ number, bookedAt }) => (
      <span className="two-lines">
        <span className="monospace">{number}</span>
        <small>{formatInstant(bookedAt, HERE)}</small>
      </span>
    ),
  },
  {
    id: 'people',
    header: 'Counted by',
    rank: 2,
    wraps: 150,
    cell: ({ countedBy, bookedBy }) => (
      <span className="two-lines" data-private>
        <span>{countedBy}</span>
        {countedBy !== bookedBy && <small>booked by {bookedBy}</small>}
      </span>
    ),
  },
  {
    id: 'onRecordQty',
    header: 'On record',
    align: 'right',
    rank: 1,
    cell: ({ onRecordQty }) => <Units count={onRecordQty} />,
  },
  {
    id: 'difference',
    header: 'Difference',
    align: 'right',
    sort: 'difference',
    card: 'value',
    cell: ({ difference }) => <span className="numeric semibold">{formatChange(difference)}</span>,
  },
  {
    id: 'value',
    header: 'At retail',
    align: 'right',
    atLeast: 9,
    sort: 'value',
    rank: 4,
    card: 'aside',
    cell: ({ valueCents }) => <Amount cents={valueCents} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    rank: 3,
    wraps: 180,
    card: 'status',
    cell: ({ reason, note }) => (
      <span className="two-lines">
        <span>{COUNT_REASONS[reason]}</span>
        {note && <small>{note}</small>}
      </span>
    ),
  },
];

/** The same columns on a phone's card, with count, day and reason in one line. */
export const DIFFERENCE_CARD: readonly Column<StockDifference>[] = DIFFERENCE_COLUMNS.map(
  (column) => {
    switch (column.id) {
      case 'bookedAt':
        return { ...column, cell: ({ number, bookedAt }) => `${number}, ${day(bookedAt)}` };
      case 'reason':
        return {
          ...column,
          card: 'detail',
          cell: ({ reason, note }) => [COUNT_REASONS[reason], note].filter(Boolean).join(': '),
        };
      default:
        return column;
    }
  },
);
