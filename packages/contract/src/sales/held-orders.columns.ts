import type { ListColumns } from '../column.ts';

/** Columns of the held orders: as sold, and as a release would book them. */
export const HELD_ORDER_LIST = {
  receivedAt: { label: 'Received', kind: 'datetime' },
  soldAt: { label: 'Sold', kind: 'datetime' },
  timeZone: { label: 'Time zone', kind: 'text', only: 'file' },
  fairName: { label: 'Fair', kind: 'text' },
  deviceId: { label: 'Device', kind: 'text', width: 14, only: 'file' },
  receipt: { label: 'Receipt #', kind: 'text', width: 20 },
  reason: { label: 'Why it is held', kind: 'text' },
  pastReason: { label: 'Why it was held', kind: 'text', only: 'screen' },
  detail: { label: 'What differs', kind: 'text', width: 40 },
  units: { label: 'Units', kind: 'integer', only: 'file' },
  totalCents: { label: 'Total', kind: 'money' },
  releasedTotalCents: { label: 'Total if released', kind: 'money', only: 'file' },
  uncollectedCents: { label: 'Uncollected if released', kind: 'money', only: 'file' },
  overpaidCents: { label: 'Overpaid if released', kind: 'money', only: 'file' },
  waitingRefunds: { label: 'Waiting refunds', kind: 'integer', only: 'file' },
  state: { label: 'State', kind: 'text', width: 12, only: 'file' },
  decision: { label: 'Decided', kind: 'text', only: 'screen' },
  decidedAt: { label: 'Decided at', kind: 'datetime', only: 'file' },
  decidedBy: { label: 'Decided by', kind: 'text', only: 'file' },
  decisionReason: { label: 'Decision reason', kind: 'text', only: 'file' },
  orderNumber: { label: 'Order #', kind: 'text', only: 'file' },
} as const satisfies ListColumns;
