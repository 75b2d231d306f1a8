import { ORDER_VOIDED } from '#api/sales/payments/payment-status.rules.ts';
import {
  distributeRefund,
  getRefundAmounts,
  getRefundRounding,
  type RefundablePayment,
  type RefundedTender,
} from '@pos/contract/sales/money-rules';
import type { Fulfilment, FulfilmentStatus } from '@pos/contract/sales/order-states';
import type { RefundHold, RefundRejection, SoldRefund } from '@pos/contract/sales/register-refunds';
import type { LockedOrder } from '#api/sales/payments/order-locks.queries.ts';
import { pluralize } from '@pos/contract/values/counts';

/** Sentences for a refund whose order is gone for good, by reason. */
export const GONE: Record<RefundRejection, string> = {
  ORDER_VOIDED,
  ORDER_CANCELLED: 'This order was canceled, so there is nothing left to refund.',
  ORDER_DISCARDED: 'Staff discarded this order. It was never booked, so nothing can be refunded.',
};

/** Returns the permanent reason why an order cannot be refunded; undefined if it can or might. */
export function endOfOrder(order: LockedOrder): RefundRejection | undefined {
  if (order.voidedByResetId !== null) return 'ORDER_VOIDED';
  return order.status === 'cancelled' ? 'ORDER_CANCELLED' : undefined;
}

/**
 * - `booked`: done. `netCents` is subtracted from the fair's net sales; `totalCents` includes tax.
 * - `known`: another connection booked the same refund meanwhile.
 * - `held`: it cannot be booked yet.
 * - `gone`: the order was voided, canceled or discarded, so the refund can never be booked.
 * - `wrong`: it asks for something the order does not have.
 */
export type RefundOutcome =
  | { kind: 'booked'; netCents: number; totalCents: number }
  | { kind: 'known' }
  | { kind: 'unapproved' }
  | { kind: 'held'; reason: RefundHold }
  | { kind: 'gone'; reason: RefundRejection }
  | { kind: 'wrong'; errors: Record<string, string> };

/** A line of an order with its refunds so far. */
export type SoldLineState = {
  id: string;
  lineNo: number;
  titleId: string | null;
  quantity: number;
  netCents: number;
  taxCents: number;
  fulfilment: Fulfilment;
  fulfilmentStatus: FulfilmentStatus;
  refundedQty: number;
  refundedNetCents: number;
  refundedTaxCents: number;
  restockedQty: number;
};

/** Refunded units of one line, restocked or not, with their amounts. */
export type RefundPart = {
  line: SoldLineState;
  quantity: number;
  netCents: number;
  taxCents: number;
  restock: boolean;
};
/** Units to take back. `lines` are those of the order after it. */
type ReturnedUnits = {
  parts: RefundPart[];
  lines: SoldLineState[];
  units: number;
  netCents: number;
  taxCents: number;
};

/** A refund as it is to be booked. */
export type RefundPlan = ReturnedUnits & {
  kind: 'plan';
  totalCents: number;
  tenders: RefundedTender[];
  roundingCents: number;
};

/** A locked order with its lines and payments. */
export type RefundedOrder = {
  order: LockedOrder;
  lines: readonly SoldLineState[];
  payments: readonly RefundablePayment[];
};

/**
 * Plans a refund of an order: stored value first, each tender at most its remaining amount (domain
 * 8.4). Returns why not if it cannot be booked.
 */
export function planRefund(
  asked: SoldRefund,
  { order, lines, payments }: RefundedOrder,
): RefundPlan | Extract<RefundOutcome, { kind: 'gone' | 'held' | 'wrong' }> {
  const reason = endOfOrder(order);
  if (reason) return { kind: 'gone', reason };
  if (order.status === 'open') return { kind: 'held', reason: 'INVALID_TRANSITION' };
  const units = returnUnits(asked.lines, lines);
  if ('errors' in units) return { kind: 'wrong', errors: units.errors };
  const totalCents = units.netCents + units.taxCents;
  const { tenders, missingCents } = distributeRefund(totalCents, payments);
  // Uncollected money cannot be given back: a refund reduces the amount owed once the tenders have
  // returned theirs.
  const givenBackCents = sum(payments.map((payment) => payment.refundedCents));
  const waivedCents = order.refundedNetCents + order.refundedTaxCents - givenBackCents;
  if (missingCents > order.uncollectedCents - waivedCents)
    return { kind: 'held', reason: 'INVALID_TRANSITION' };
  const roundingCents = asked.roundCash ? getRefundRounding(tenders) : 0;
  return { kind: 'plan', ...units, totalCents, tenders, roundingCents };
}

/**
 * Takes units back from the lines. Returns field errors if a line is unknown or has fewer units left.
 */
function returnUnits(
  asked: SoldRefund['lines'],
  sold: readonly SoldLineState[],
): ReturnedUnits | { errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const lines = new Map(sold.map((line) => [line.lineNo, { ...line }]));
  const parts = new Map<string, RefundPart>();
  asked.forEach(({ lineNo, quantity, restock }, index) => {
    const line = lines.get(lineNo);
    if (!line)
      return void (errors[`lines.${index}.lineNo`] = `The order does not have a line ${lineNo}.`);
    const left = line.quantity - line.refundedQty;
    if (quantity > left)
      return void (errors[`lines.${index}.quantity`] =
        `${left} of ${pluralize(line.quantity, 'unit')} can still be refunded.`);
    const { netCents, taxCents } = getRefundAmounts(line, quantity);
    line.refundedQty += quantity;
    line.refundedNetCents += netCents;
    line.refundedTaxCents += taxCents;
    const back = restock && comesBack(line);
    if (back) line.restockedQty += quantity;
    if (line.fulfilmentStatus === 'to_ship' && line.refundedQty === line.quantity)
      line.fulfilmentStatus = 'cancelled';
    const key = `${lineNo} ${restock}`;
    const part = parts.get(key) ?? { line, quantity: 0, netCents: 0, taxCents: 0, restock };
    parts.set(key, {
      ...part,
      quantity: part.quantity + quantity,
      netCents: part.netCents + netCents,
      taxCents: part.taxCents + taxCents,
    });
  });
  if (Object.keys(errors).length > 0) return { errors };
  const all = [...parts.values()];
  return {
    parts: all,
    lines: [...lines.values()],
    units: sum(all.map((part) => part.quantity)),
    netCents: sum(all.map((part) => part.netCents)),
    taxCents: sum(all.map((part) => part.taxCents)),
  };
}

/**
 * Units sold at the fair can go back on its shelf; a copy to be shipped from the warehouse never
 * was at the fair.
 */
export const comesBack = (line: { titleId: string | null; fulfilment: Fulfilment }) =>
  line.titleId !== null && line.fulfilment === 'in_person';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
