import { ORDER_VOIDED } from '#api/sales/payments/payment-status.rules.ts';
import { getRefundAmounts } from '@pos/contract/sales/money-rules';
import type { Fulfilment, FulfilmentStatus, OrderStatus } from '@pos/contract/sales/order-states';
import type { RefundRejection, SoldRefund } from '@pos/contract/sales/register-refunds';
import { plainPlural } from '@pos/contract/values/counts';

/** Sentences for a refund whose order is gone for good, by reason. */
export const GONE: Record<RefundRejection, string> = {
  ORDER_VOIDED,
  ORDER_CANCELLED: 'This order was canceled, so there is nothing left to refund.',
  ORDER_DISCARDED: 'Staff discarded this order. It was never booked, so nothing can be refunded.',
};

/** Returns the permanent reason why an order cannot be refunded; undefined if it can or might. */
export function endOfOrder(order: {
  status: OrderStatus;
  voidedByResetId: string | null;
}): RefundRejection | undefined {
  if (order.voidedByResetId !== null) return 'ORDER_VOIDED';
  return order.status === 'cancelled' ? 'ORDER_CANCELLED' : undefined;
}

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
export type RefundPlan = {
  parts: RefundPart[];
  /** The lines after the refund. */ lines: SoldLineState[];
  units: number;
  netCents: number;
  taxCents: number;
  status: OrderStatus;
};

/**
 * Computes a refund (domain 8.4). Returns field errors if it names an unknown line or more units
 * than are left.
 */
export function planRefund(
  asked: SoldRefund['lines'],
  sold: readonly SoldLineState[],
): RefundPlan | { errors: Record<string, string> } {
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
        `${left} of ${plainPlural(line.quantity, 'unit')} can still be refunded.`);
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
  const after = [...lines.values()];
  return {
    parts: all,
    lines: after,
    units: sum(all.map((part) => part.quantity)),
    netCents: sum(all.map((part) => part.netCents)),
    taxCents: sum(all.map((part) => part.taxCents)),
    status: after.every((line) => line.refundedQty === line.quantity)
      ? 'refunded'
      : 'partially_refunded',
  };
}

/**
 * Units sold at the fair can go back on its shelf; a copy to be shipped from the warehouse never
 * was at the fair.
 */
export const comesBack = (line: { titleId: string | null; fulfilment: Fulfilment }) =>
  line.titleId !== null && line.fulfilment === 'in_person';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
