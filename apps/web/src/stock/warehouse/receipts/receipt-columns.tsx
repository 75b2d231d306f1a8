import {
  RECEIPT_STATE,
  type Receipt,
  type ReceiptLine,
} from '@pos/contract/stock/warehouse/receipts';
import { formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { formatDay } from '@pos/contract/values/days';
import { useIsPhone } from '#web/ui/hooks/use-is-phone.ts';
import { Count } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import type { Column } from '#web/ui/table/description.ts';
import { TitleCover } from '#web/ui/values/title-cover.tsx';
import { numberColumn } from '../number-column.tsx';
import { Units } from '../units-cell.tsx';
import { lineNotes } from './receipt-words.ts';

const none = <span className="muted">–</span>;

/** Columns of the list of receipts. */
export const RECEIPT_COLUMNS: readonly Column<Receipt>[] = [
  numberColumn,
  {
    id: 'supplier',
    header: 'Supplier',
    sort: 'supplier',
    wraps: 180,
    card: 'detail',
    cell: ({ isOpening, supplier, reference }) => (
      <span className="two-lines">
        <span>{isOpening ? 'Opening stock' : supplier || none}</span>
        {reference && <small>{reference}</small>}
      </span>
    ),
  },
  {
    id: 'receivedOn',
    header: 'Date',
    sort: 'receivedOn',
    rank: 5,
    cell: ({ receivedOn }) => formatDay(receivedOn),
  },
  {
    id: 'titles',
    header: 'Titles',
    align: 'right',
    sort: 'titles',
    rank: 2,
    cell: ({ titles }) => <Count count={titles} />,
  },
  {
    id: 'goodQty',
    header: 'Good units',
    align: 'right',
    sort: 'goodQty',
    rank: 6,
    card: 'aside',
    cell: ({ goodQty }) => <Units count={goodQty} />,
  },
  {
    id: 'damagedQty',
    header: 'Damaged',
    align: 'right',
    rank: 3,
    cell: ({ damagedQty }) => <Count count={damagedQty} />,
  },
  {
    id: 'shortQty',
    header: 'Still to come',
    align: 'right',
    sort: 'shortQty',
    rank: 4,
    cell: ({ state, rest, shortQty }) =>
      state === 'open' || rest === 'to_come' ? <Count count={shortQty} /> : none,
  },
  {
    id: 'openedBy',
    header: 'Opened by',
    sort: 'openedBy',
    rank: 1,
    wraps: 140,
    cell: ({ openedBy }) => <span data-private>{openedBy}</span>,
  },
  {
    id: 'state',
    header: 'State',
    sort: 'state',
    card: 'status',
    cell: (receipt) => <State receipt={receipt} />,
  },
];

/** State of a receipt; a phone's card, which lacks the column, also says what is still to come. */
function State({ receipt: { state, rest, shortQty } }: { receipt: Receipt }) {
  const isPhone = useIsPhone();
  if (isPhone && rest === 'to_come')
    return (
      <StatusPill status={{ label: `${formatCount(shortQty)} to come`, meaning: 'waiting' }} />
    );
  return <StatusPill status={RECEIPT_STATE[state]} quiet />;
}

/** Columns of the lines of a receipt. */
export const LINE_COLUMNS: readonly Column<ReceiptLine>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: 'title',
    wraps: 260,
    card: 'title',
    picture: ({ title, pictureId }) => (
      <TitleCover title={title} category="Other" pictureId={pictureId} />
    ),
    cell: (line) => (
      <span className="two-lines">
        <span className="medium">{line.title}</span>
        <small className="monospace">{line.isbn13 ?? line.sku}</small>
        {lineNotes(line).map((note) => (
          <small key={note}>{note}</small>
        ))}
      </span>
    ),
  },
  {
    id: 'expectedQty',
    header: 'Expected',
    align: 'right',
    sort: 'expectedQty',
    rank: 2,
    cell: ({ expectedQty }) => (expectedQty === null ? none : <Count count={expectedQty} />),
  },
  {
    id: 'goodQty',
    header: 'Good',
    align: 'right',
    sort: 'goodQty',
    card: 'value',
    cell: ({ goodQty }) => <Count count={goodQty} />,
  },
  {
    id: 'damagedQty',
    header: 'Damaged',
    align: 'right',
    sort: 'damagedQty',
    rank: 1,
    cell: ({ damagedQty }) => <Count count={damagedQty} />,
  },
  {
    id: 'difference',
    header: 'Difference',
    card: 'status',
    cell: (line) => <Difference line={line} />,
  },
];

/** Cost of one unit, for those who see costs. */
export const COST_COLUMN: Column<ReceiptLine> = {
  id: 'costCents',
  header: 'Cost',
  align: 'right',
  rank: 3,
  cell: ({ costCents }) => (costCents === null ? none : formatCents(costCents)),
};

/** Difference between what was listed and what arrived, in words. */
function Difference({ line: { expectedQty, goodQty, damagedQty } }: { line: ReceiptLine }) {
  const received = goodQty + damagedQty;
  if (expectedQty === null) return none;
  const units = formatCount(Math.abs(expectedQty - received));
  const words = [
    ...(received < expectedQty ? [`${units} short`] : []),
    ...(received > expectedQty ? [`${units} over`] : []),
    ...(damagedQty > 0 ? [`${formatCount(damagedQty)} damaged`] : []),
  ];
  if (words.length > 0) {
    const meaning = received > expectedQty && damagedQty === 0 ? 'info' : 'warn';
    return <StatusPill status={{ label: words.join(', '), meaning }} />;
  }
  return <StatusPill status={{ label: 'As listed', meaning: 'ok' }} quiet />;
}
