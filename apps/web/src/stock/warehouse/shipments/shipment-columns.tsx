import { SHIPMENT_STATE, type Shipment } from '@pos/contract/stock/warehouse/shipments';
import { formatInstant } from '@pos/contract/values/clock';
import { HERE } from '#web/lib/input/time.ts';
import { correctionWords } from '#web/stock/cartons/carton-words.ts';
import type { Column } from '#web/ui/table/description.ts';
import { Count } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { numberColumn } from '../number-column.tsx';
import { Units } from '../units-cell.tsx';

const none = <span className="muted">–</span>;

/** Units that were packed, and what the fair found short or damaged of them. */
function Sent({ shipment }: { shipment: Shipment }) {
  const corrections = correctionWords(shipment);
  return (
    <span className="two-lines">
      <Units count={shipment.units} />
      {corrections !== '' && <small>{corrections}</small>}
    </span>
  );
}

/** Columns of the list of shipments. */
export const SHIPMENT_COLUMNS: readonly Column<Shipment>[] = [
  numberColumn,
  {
    id: 'fairName',
    header: 'Fair',
    sort: 'fairName',
    wraps: 220,
    card: 'detail',
    cell: ({ fairName, schoolName }) => (
      <span className="two-lines">
        <span>{fairName}</span>
        <small>{schoolName}</small>
      </span>
    ),
  },
  {
    id: 'titles',
    header: 'Titles',
    align: 'right',
    rank: 2,
    cell: ({ titles }) => <Count count={titles} />,
  },
  {
    id: 'units',
    header: 'Units',
    align: 'right',
    sort: 'units',
    rank: 6,
    card: 'aside',
    cell: (shipment) => <Sent shipment={shipment} />,
  },
  {
    id: 'cartons',
    header: 'Cartons',
    align: 'right',
    sort: 'cartons',
    rank: 3,
    cell: ({ cartons }) => <Count count={cartons} />,
  },
  {
    id: 'missingCartons',
    header: 'Missing cartons',
    align: 'right',
    rank: 4,
    cell: ({ missingCartons }) => (missingCartons === 0 ? none : <Count count={missingCartons} />),
  },
  {
    id: 'sentAt',
    header: 'Sent',
    sort: 'sentAt',
    rank: 5,
    cell: ({ sentAt }) => (sentAt === null ? none : formatInstant(sentAt, HERE)),
  },
  {
    id: 'openedBy',
    header: 'Opened by',
    rank: 1,
    wraps: 140,
    cell: ({ openedBy }) => <span data-private>{openedBy}</span>,
  },
  {
    id: 'state',
    header: 'State',
    sort: 'state',
    card: 'status',
    cell: ({ state }) => <StatusPill status={SHIPMENT_STATE[state]} quiet />,
  },
];
