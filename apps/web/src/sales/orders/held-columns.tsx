import { HELD_STATES, HELD_REASONS } from '@pos/contract/sales/held-orders';
import { HELD_ORDER_LIST } from '@pos/contract/sales/held-orders.columns';
import type { HeldOrder, HeldState } from '@pos/contract/sales/held-orders';
import { formatInstant } from '@pos/contract/values/clock';
import { Ago } from '#web/ui/values/ago.tsx';
import { Amount } from '#web/ui/values/amount.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import { ZonedTime } from '#web/ui/values/zoned-time.tsx';
import { heldDetail } from './held-detail.ts';
import { heldReceiptLine } from './held-words.ts';

const RECEIPT: Column<HeldOrder> = {
  id: 'receipt',
  ...described(HELD_ORDER_LIST.receipt),
  room: 150,
  card: 'title',
  cell: (held) => (
    <span
      className="monospace semibold"
      title="Device, epoch and number, as printed on the receipt"
    >
      {heldReceiptLine(held)}
    </span>
  ),
};
const RECEIVED: Column<HeldOrder> = {
  id: 'receivedAt',
  ...described(HELD_ORDER_LIST.receivedAt),
  room: 110,
  sort: 'receivedAt',
  rank: 2,
  card: 'aside',
  cell: ({ receivedAt }) => <Ago at={receivedAt} />,
};
const TOTAL: Column<HeldOrder> = {
  id: 'total',
  ...described(HELD_ORDER_LIST.totalCents),
  sort: 'totalCents',
  card: 'value',
  cell: ({ totalCents }) => <Amount cents={totalCents} strong />,
};
const FAIR: Column<HeldOrder> = {
  id: 'fair',
  ...described(HELD_ORDER_LIST.fairName),
  rank: 3,
  wraps: 220,
  cell: ({ fairName }) => fairName,
};
const WHY: Column<HeldOrder> = {
  id: 'reason',
  ...described(HELD_ORDER_LIST.reason),
  wraps: 220,
  cell: ({ reason, detail }) => (
    <span className="two-lines">
      <span className="medium" title={HELD_REASONS[reason].text}>
        {HELD_REASONS[reason].label}
      </span>
      <small>{heldDetail(detail)}</small>
    </span>
  ),
};
const SOLD: Column<HeldOrder> = {
  id: 'soldAt',
  ...described(HELD_ORDER_LIST.soldAt),
  sort: 'soldAt',
  rank: 1,
  zone: ({ timeZone }) => timeZone,
  cell: ({ soldAt, timeZone }) => <ZonedTime at={soldAt} zone={timeZone} />,
};
const outcome = (orderLink: (id: string) => string): Column<HeldOrder> => ({
  id: 'outcome',
  ...described(HELD_ORDER_LIST.decision),
  wraps: 200,
  cell: ({ state, outcome: decided, timeZone }) =>
    decided && (
      <span className="two-lines">
        <span className="medium">
          {HELD_STATES[state]}
          {decided.orderId && decided.orderNumber && (
            <>
              {' as '}
              <Link to={orderLink(decided.orderId)} className="link monospace">
                {decided.orderNumber}
              </Link>
            </>
          )}
          {` by ${decided.by}`}
        </span>
        {decided.reason && <small>{decided.reason}</small>}
        <small>{formatInstant(decided.at, timeZone)}</small>
      </span>
    ),
});

/**
 * Columns of held orders of all fairs or one, for the state shown; `orderLink` links to the order
 * one was released as.
 */
export function heldColumns(
  isOneFair: boolean,
  state: HeldState,
  orderLink: (id: string) => string,
): readonly Column<HeldOrder>[] {
  const decided = state !== 'waiting';
  return [
    RECEIPT,
    ...(isOneFair ? [] : [FAIR]),
    decided ? { ...WHY, ...described(HELD_ORDER_LIST.pastReason) } : WHY,
    SOLD,
    decided ? outcome(orderLink) : RECEIVED,
    TOTAL,
  ];
}

/** Columns on a held order's card on a phone. */
export const HELD_CARD: readonly Column<HeldOrder>[] = [
  RECEIPT,
  TOTAL,
  {
    id: 'reason',
    ...described(HELD_ORDER_LIST.reason),
    card: 'detail',
    cell: ({ reason }) => HELD_REASONS[reason].label,
  },
  {
    id: 'fair',
    ...described(HELD_ORDER_LIST.fairName),
    card: 'detail',
    cell: ({ fairName }) => fairName,
  },
  RECEIVED,
  {
    id: 'detail',
    ...described(HELD_ORDER_LIST.detail),
    card: 'status',
    cell: (held) => (held.outcome ? getOutcome(held) : heldDetail(held.detail)),
  },
];

/** `Released as MI006719-26-01-A0096 by Dana Whitfield`. */
function getOutcome({ state, outcome: decided }: HeldOrder): string {
  if (!decided) return HELD_STATES[state];
  return `${HELD_STATES[state]}${decided.orderNumber ? ` as ${decided.orderNumber}` : ''} by ${decided.by}`;
}
