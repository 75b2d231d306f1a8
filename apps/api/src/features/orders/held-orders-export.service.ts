import type { HeldOrdersQuery } from '@pos/contract/held-orders';
import type { WholeList } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { wallClock } from '#api/time/texts.ts';
import { countHeldOrders, type HeldOrderRow, orderedHeldOrders } from './held-orders.queries.ts';
import { toRelease } from './held-release.rules.ts';
import { toReceivedOrder } from './read-batch.rules.ts';

const COLUMNS: readonly WrittenColumn[] = [
  { header: 'Received at', kind: 'datetime' },
  { header: 'Sold at', kind: 'datetime' },
  { header: 'Time zone', kind: 'text' },
  { header: 'Fair', kind: 'text' },
  { header: 'Device', kind: 'text', width: 14 },
  { header: 'Receipt', kind: 'text', width: 20 },
  { header: 'Reason', kind: 'text' },
  { header: 'Detail', kind: 'text', width: 40 },
  { header: 'Units', kind: 'integer' },
  { header: 'Total as sold', kind: 'money' },
  { header: 'Total if released', kind: 'money' },
  { header: 'Uncollected if released', kind: 'money' },
  { header: 'Surplus if released', kind: 'money' },
  { header: 'Waiting refunds', kind: 'integer' },
  { header: 'State', kind: 'text', width: 12 },
  { header: 'Decided at', kind: 'datetime' },
  { header: 'Decided by', kind: 'text' },
  { header: 'Reason of the decision', kind: 'text' },
  { header: 'Order number', kind: 'text' },
];

/**
 * Exports the list of held orders: all matching rows, in the list's order. Times are in the fair's
 * time zone.
 */
export async function heldOrdersToExport(snapshot: Db, query: WholeList<HeldOrdersQuery>) {
  return {
    name: 'Held orders',
    columns: COLUMNS,
    total: await countHeldOrders(snapshot, query),
    rows: streamRows(snapshot, orderedHeldOrders(snapshot, query)),
    cells,
  };
}

function cells(row: HeldOrderRow): WrittenValue[] {
  const { body: order, overLimit } = toReceivedOrder(row.body);
  const release = overLimit === undefined ? toRelease(order) : undefined;
  return [
    wallClock(row.receivedAt, row.timeZone),
    wallClock(row.soldAt, row.timeZone),
    row.timeZone,
    row.fairName,
    row.deviceId,
    `${row.deviceId}-${row.epoch}-${row.sequence}`,
    row.reason.toLowerCase().replaceAll('_', ' '),
    row.detail,
    order.lines.reduce((units, { quantity }) => units + quantity, 0),
    row.totalCents,
    release?.sums.totalCents ?? null,
    release?.uncollectedCents ?? null,
    release?.overpaidCents ?? null,
    row.waitingRefunds,
    row.state,
    row.decidedAt && wallClock(row.decidedAt, row.timeZone),
    row.decidedAt && (row.decidedBy ?? 'System'),
    row.decisionReason,
    row.orderNumber,
  ];
}
