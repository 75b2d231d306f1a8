import { z } from 'zod';
import { Fulfilment } from './order-states.ts';
import { PaymentMethod, PaymentStatus } from './payments.ts';
import { Id, Instant, listQuery, optional, several, text } from './values.ts';

/** Orders that a register sold and that could not be booked as they stand (domain 4.4). */

/** Why an order that a register sold could not be booked as it stands (domain 4.4). */
export const HeldReason = z.enum([
  'LATE_SYNC',
  'TOTALS_MISMATCH',
  'UNKNOWN_TITLE',
  'PRICE_MISMATCH',
  'RATE_MISMATCH',
  'TAX_MISMATCH',
  'SEQUENCE_CONFLICT',
  'BEFORE_RESET',
  'DEVICE_INACTIVE',
  'AMOUNT_LIMIT',
]);
export type HeldReason = z.infer<typeof HeldReason>;
export const HeldState = z.enum(['waiting', 'released', 'discarded']);
export type HeldState = z.infer<typeof HeldState>;

const sums = { subtotalCents: z.int(), taxCents: z.int(), totalCents: z.int(), paidCents: z.int() };

/** An order that a register sold but that could not be booked as it stands; kept whole, in no report. */
export const HeldOrder = z.strictObject({
  id: Id,
  clientOrderId: z.string(),
  fairId: Id,
  fairName: z.string(),
  timeZone: z.string(),
  /** True while its fair is closed out: it cannot be released before the close-out is reverted. */
  fairIsFinished: z.boolean(),
  deviceId: z.string(),
  epoch: z.int(),
  sequence: z.int(),
  reason: HeldReason,
  /** What differs, in words: the field and both amounts. */
  detail: z.string(),
  soldAt: Instant,
  receivedAt: Instant,
  totalCents: z.int(),
  state: HeldState,
  /** What was sold. A line whose SKU the catalogue does not know (`isUnknown`) is released as a line without a number. */
  lines: z.array(
    z.strictObject({
      lineNo: z.int(),
      sku: z.string().nullable(),
      title: z.string().nullable(),
      quantity: z.int(),
      unitPriceCents: z.int(),
      discountCents: z.int(),
      fulfilment: Fulfilment,
      isUnknown: z.boolean(),
    }),
  ),
  payments: z.array(
    z.strictObject({ method: PaymentMethod, amountCents: z.int(), status: PaymentStatus }),
  ),
  /** The sums as the register has them. */
  sold: z.strictObject(sums),
  /**
   * What a release books: the sums as the server computes them, what was paid up to the total, what is missing, what is beyond.
   * Null for amounts beyond the limits: such an order can only be discarded.
   */
  booked: z.strictObject({ ...sums, uncollectedCents: z.int(), overpaidCents: z.int() }).nullable(),
  /** Refunds that wait for this order and are decided with it. */
  waitingRefunds: z.int(),
  /** Who decided on it, when and why; the order that it was released as. Null while it waits. */
  outcome: z
    .strictObject({
      by: z.string(),
      at: Instant,
      reason: z.string(),
      orderId: Id.nullable(),
      orderNumber: z.string().nullable(),
    })
    .nullable(),
});
export type HeldOrder = z.infer<typeof HeldOrder>;

/** What staff decide about a held order: it is booked as the register sold it, or discarded with a reason (domain 4.4). */
export const HeldDecision = z
  .strictObject({
    decision: z.enum(['release', 'discard'], 'Choose release or discard.'),
    reason: optional(text(0, 255, 'Use at most 255 characters.')),
  })
  .refine(({ decision, reason }) => decision === 'release' || Boolean(reason), {
    path: ['reason'],
    message: 'Say why this order is discarded.',
  });
export type HeldDecision = z.output<typeof HeldDecision>;

export const HeldOrdersQuery = listQuery(['receivedAt', 'soldAt', 'totalCents'], '-receivedAt', {
  fairId: Id.optional(),
  schoolId: Id.optional(),
  deviceId: Id.optional(),
  reason: several(HeldReason).optional(),
  state: HeldState.default('waiting'),
});
export type HeldOrdersQuery = z.output<typeof HeldOrdersQuery>;
