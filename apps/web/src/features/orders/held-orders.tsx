import { HeldOrdersQuery, type HeldOrder } from '@pos/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { IconClockPause } from '@tabler/icons-react';
import { deviceChoices } from '#web/features/devices/devices.data.ts';
import { countOf } from '#web/lib/money.ts';
import { formatInstant } from '#web/lib/time.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Amount } from '#web/ui/amount.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Tab } from '#web/ui/page-head.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column, Filter } from '#web/ui/table/description.ts';
import { heldDetail } from './held-detail.ts';
import { HELD_REASONS, HELD_STATES } from './order-words.ts';
import { heldOrdersList } from './orders.data.ts';

const COLUMNS: readonly Column<HeldOrder>[] = [
  {
    id: 'receipt', header: 'Receipt #', card: 'title',
    cell: ({ deviceId, epoch, sequence }) => <span className="mono sb" title="Device, epoch and number as printed on the receipt">{`${deviceId}-${epoch}-${sequence}`}</span>,
  },
  { id: 'fair', header: 'Fair', card: 'detail', cell: ({ fairName }) => <span className="ell school-name" title={fairName}>{fairName}</span> },
  {
    id: 'reason', header: 'Why it waits', card: 'detail',
    cell: ({ reason, detail }) => (
      <span className="two held-detail">
        <span className="md" title={HELD_REASONS[reason].text}>{HELD_REASONS[reason].label}</span>
        <small>{heldDetail(detail)}</small>
      </span>
    ),
  },
  { id: 'soldAt', header: 'Sold', sort: 'soldAt', cell: ({ soldAt }) => <time dateTime={soldAt}>{formatInstant(soldAt)}</time> },
  { id: 'receivedAt', header: 'Received', sort: 'receivedAt', card: 'aside', cell: ({ receivedAt }) => <Ago at={receivedAt} /> },
  { id: 'total', header: 'Total', sort: 'totalCents', align: 'right', card: 'value', cell: ({ totalCents }) => <Amount cents={totalCents} strong /> },
];
const FAIR_COLUMNS = COLUMNS.filter(({ id }) => id !== 'fair');

const FILTERS: readonly Filter[] = [
  { kind: 'choice', key: 'reason', label: 'Reason', promoted: true, many: true, choices: Object.entries(HELD_REASONS).map(([value, { label }]) => ({ value, label })) },
  { kind: 'record', key: 'deviceId', label: 'Device', promoted: true, ...deviceChoices },
  { kind: 'choice', key: 'state', label: 'State', choices: Object.entries(HELD_STATES).map(([value, label]) => ({ value, label })) },
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
      <b className="sb">{countOf(count, 'order waits', 'orders wait')} to be booked.</b> A register sold {count === 1 ? 'it' : 'them'}, but the figures differ from ours. {count === 1 ? 'It is' : 'They are'} in no report.
    </Notice>
  );
}

/** The orders that registers sold but that could not be booked as they stand (domain 4.4), to look at. */
export function HeldOrders({ fairId, views }: { fairId: string | undefined; views: readonly Tab[] }) {
  return (
    <DataTable
      name="held orders"
      schema={HeldOrdersQuery}
      list={heldOrdersList}
      {...(fairId && { fixed: { fairId } })}
      columns={fairId ? FAIR_COLUMNS : COLUMNS}
      filters={FILTERS}
      rowId={({ id }) => id}
      rowName={({ deviceId, epoch, sequence }) => `${deviceId}-${epoch}-${sequence}`}
      views={views}
      empty={{ title: 'No order waits', text: 'Every order that the registers handed in has been booked.', icon: IconClockPause }}
    />
  );
}
