import { z } from 'zod';
import { MAX_LINE_UNITS } from '../limits.ts';
import { LineUnits, MAX_ORDER_BATCH } from './register-orders.ts';
import { ClientId, item } from './register-values.ts';
import { CustomerType, Fulfilment, OrderStatus } from './order-states.ts';
import { PaymentMethodNumber } from './payment-methods.ts';
import { PaymentStatus } from './payment-states.ts';
import { Id, Instant, optional } from '../values.ts';

/** Refunds from registers, the result of each, and the orders that they look up for them. */

export const SoldRefund = z.object({
  clientRefundId: ClientId,
  clientOrderId: ClientId,
  refundedAt: Instant,
  reason: z.string().trim().min(1, 'Enter a reason.').max(255),
  /**
   * Approval of the refund (pos/approvals), which a cashier of the fair needs. It is not part of the
   * contents: a refund that was rejected without one may be sent again with it.
   */
  approvalId: optional(Id),
  /** True if the cash was paid out rounded to the nearest five cents (domain 8.11). */
  roundCash: optional(z.boolean()),
  lines: z
    .array(
      z.object({
        lineNo: z.int().min(1).max(MAX_LINE_UNITS),
        quantity: LineUnits,
        restock: z.boolean(),
      }),
    )
    .min(1, 'A refund has at least one line.'),
});
export type SoldRefund = z.infer<typeof SoldRefund>;
export const RefundBatch = z.strictObject({
  refunds: z.array(item(SoldRefund)).min(1, 'Send at least one refund.').max(MAX_ORDER_BATCH),
});
export type RefundBatch = z.infer<typeof RefundBatch>;
/**
 * Reasons why a refund that was paid out is held. ORDER_HELD, ORDER_UNKNOWN and INVALID_TRANSITION
 * (a payment is pending or under review): booked with the order. FAIR_FINISHED: booked when the
 * close-out is reverted. DEVICE_INACTIVE: booked when the device is active and sends it again.
 * NOT_REFUNDABLE: the order, when it came, had less to refund; sent again, it is rejected.
 */
export const RefundHold = z.enum([
  'ORDER_HELD',
  'ORDER_UNKNOWN',
  'INVALID_TRANSITION',
  'FAIR_FINISHED',
  'DEVICE_INACTIVE',
  'NOT_REFUNDABLE',
]);
export type RefundHold = z.infer<typeof RefundHold>;
/**
 * Reasons why a refund can never be booked: a reset voided its order, or staff canceled or
 * discarded it.
 */
export const RefundRejection = z.enum(['ORDER_VOIDED', 'ORDER_CANCELLED', 'ORDER_DISCARDED']);
export type RefundRejection = z.infer<typeof RefundRejection>;
/**
 * Reason why a refund of a cashier of the fair is not booked: it has no approval, or one for less.
 * Sent again with one it is booked.
 */
export const APPROVAL_NEEDED = 'APPROVAL_NEEDED';
export const RefundBatchAnswer = z.strictObject({
  results: z.array(
    z.strictObject({
      clientRefundId: z.string(),
      result: z.enum(['accepted', 'duplicate', 'held', 'rejected']),
      reason: z
        .enum([...RefundHold.options, ...RefundRejection.options, APPROVAL_NEEDED])
        .optional(),
      errors: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
export type RefundBatchAnswer = z.infer<typeof RefundBatchAnswer>;

/** Maximum number of orders in one answer. */
export const MAX_FOUND_ORDERS = 20;

/** Order of the fair that a register looked up, with what was refunded of it. */
export const FoundOrder = z.strictObject({
  clientOrderId: z.string(),
  orderNumber: z.string(),
  /** The register's receipt number is deviceId, epoch and sequence: "REG-01-1-312". */
  deviceId: z.string(),
  epoch: z.int(),
  sequence: z.int(),
  soldAt: Instant,
  cashierName: z.string(),
  customerType: CustomerType,
  studentNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  status: OrderStatus,
  totalCents: z.int(),
  lines: z.array(
    z.strictObject({
      lineNo: z.int(),
      sku: z.string().nullable(),
      title: z.string(),
      quantity: z.int(),
      /** Units that were refunded already. */
      refundedQty: z.int(),
      unitPriceCents: z.int(),
      netCents: z.int(),
      taxCents: z.int(),
      fulfilment: Fulfilment,
    }),
  ),
  payments: z.array(
    z.strictObject({
      method: PaymentMethodNumber,
      status: PaymentStatus,
      amountCents: z.int(),
      refundedCents: z.int(),
      cardLast4: z.string().nullable(),
    }),
  ),
});
export type FoundOrder = z.infer<typeof FoundOrder>;
