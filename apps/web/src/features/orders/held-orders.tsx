import { HeldOrdersQuery, type HeldOrder } from '@pos/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { IconClockPause } from '@tabler/icons-react';
import { deviceChoices } from '#web/features/devices/devices.data.ts';
import { countOf } from '#web/lib/money.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Amount } from '#web/ui/amount.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Tab } from '#web/ui/page-head.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column, Filter } from '#web/ui/table/description.ts';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { ZonedTime } from '#web/ui/zoned-time.tsx';
import { heldDetail } from './held-detail.ts';
import { HELD_REASONS } from './order-words.ts';
import { heldOrdersList } from './orders.data.ts';

const RECEIPT: Column<HeldOrder> = {
  id: 'receipt', header: 'Receipt #', card: 'title',
  cell: (held) => <span className="mono sb" title="Device, epoch and number, as printed on the receipt">{receiptOf(held)}</span>,
};
const RECEIVED: Column<HeldOrder> = { id: 'receivedAt', header: 'Received', sort: 'receivedAt', card: 'aside', cell: ({ receivedAt }) => <Ago at={receivedAt} /> };
const TOTAL: Column<HeldOrder> = { id: 'total', header: 'Total', sort: 'totalCents', align: 'right', card: 'value', cell: ({ totalCents }) => <Amount cents={totalCents} strong /> };

const COLUMNS: readonly Column<HeldOrder>[] = [
  RECEIPT,
  { id: 'fair', header: 'Fair', cell: ({ fairName }) => <span className="ell held-fair" title={fairName}>{fairName}</span> },
  {
    id: 'reason', header: 'Why it waits',
    cell: ({ reason, detail }) => (
      <span className="two held-detail">
        <span className="md" title={HELD_REASONS[reason].text}>{HELD_REASONS[reason].label}</span>
        <small>{heldDetail(detail)}</small>
      </span>
    ),
  },
  {
    id: 'soldAt', header: 'Sold', sort: 'soldAt',
    cell: ({ soldAt, timeZone }) => <ZonedTime at={soldAt} zone={timeZone} />,
  },
  RECEIVED,
  TOTAL,
];
const FAIR_COLUMNS = COLUMNS.filter(({ id }) => id !== 'fair');

/** What a held order's card shows on a phone. */
const CARD: readonly Column<HeldOrder>[] = [
  RECEIPT,
  TOTAL,
  { id: 'reason', header: 'Why it waits', card: 'detail', cell: ({ reason }) => HELD_REASONS[reason].label },
  { id: 'fair', header: 'Fair', card: 'detail', cell: ({ fairName }) => fairName },
  RECEIVED,
  { id: 'detail', header: 'What differs', card: 'status', cell: ({ detail }) => heldDetail(detail) },
];

const FILTERS: readonly Filter[] = [
  { kind: 'choice', key: 'reason', label: 'Reason', promoted: true, many: true, choices: Object.entries(HELD_REASONS).map(([value, { label }]) => ({ value, label })) },
  { kind: 'record', key: 'deviceId', label: 'Device', promoted: true, ...deviceChoices },
];

/** How many orders of a fair, or of all, wait to be booked; nothing while that is not known. */
export function useHeldCount(fairId: string | undefined): number | undefined {
  return useQuery({ ...heldOrdersList(HeldOrdersQuery.parse({ limit: 10, fairId })), select: ({ data }) => data.totalResults }).data;
}

/** Says that orders wait, and leads to them; nothing when none does. */
export function HeldNotice({ count, to }: { count: number | undefined; to: string }) {
  if (!count) return null;
  return (
    <Notice kind="warn" action={<Link to={to}>{`View ${countOf(count, 'held order', 'held orders')}`}</Link>}>
      <b className="sb">{countOf(count, 'order waits', 'orders wait')} to be booked.</b> {count === 1 ? 'A register sold it, but it cannot be booked as it stands. It is' : 'Registers sold them, but they cannot be booked as they stand. They are'} in no report.
    </Notice>
  );
}

/** The orders that registers sold but that could not be booked as they stand (domain 4.4), to look at. */
export function HeldOrders({ fairId, views }: { fairId: string | undefined; views: readonly Tab[] }) {
  const isPhone = useIsPhone();
  return (
    <DataTable
      name="held orders"
      schema={HeldOrdersQuery}
      list={heldOrdersList}
      {...(fairId && { fixed: { fairId } })}
      columns={isPhone ? CARD : fairId ? FAIR_COLUMNS : COLUMNS}
      filters={FILTERS}
      rowId={({ id }) => id}
      rowName={receiptOf}
      views={views}
      empty={{ title: 'No order waits', text: 'Every order that the registers handed in has been booked.', icon: IconClockPause }}
    />
  );
}

/** As printed on the receipt: `REG-02-1-67`. */
function receiptOf({ deviceId, epoch, sequence }: HeldOrder): string {
  return `${deviceId}-${epoch}-${sequence}`;
}
