import { PaymentMethodNumber } from './payment-methods.ts';
import { z } from 'zod';
import { Day, Id, Instant, text } from '../values.ts';

/** Refunds of an order: units given back and the money returned for them (domain 8.4), in cents. */

/** A refund and its amount per tender; a check is refunded in cash by the school. */
export const OrderRefund = z.strictObject({
  id: Id,
  refundedAt: Instant,
  businessDay: Day,
  reason: z.string(),
  netCents: z.int(),
  taxCents: z.int(),
  totalCents: z.int(),
  /** Cash paid out more (or less, below 0) than the tenders say (domain 8.11). */
  roundingCents: z.int(),
  lines: z.array(
    z.strictObject({
      lineNo: z.int(),
      quantity: z.int(),
      netCents: z.int(),
      taxCents: z.int(),
      restock: z.boolean(),
    }),
  ),
  tenders: z.array(
    z.strictObject({
      method: PaymentMethodNumber,
      paidOutAs: PaymentMethodNumber,
      amountCents: z.int(),
    }),
  ),
});
export type OrderRefund = z.infer<typeof OrderRefund>;

/** Request to refund units of an order: by line, restocked or not, with a reason (domain 8.4). */
export const NewOrderRefund = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        lineId: Id,
        quantity: z
          .int('Enter a whole number.')
          .min(1, 'Enter at least 1.')
          .max(999, 'Enter at most 999.'),
        restock: z.boolean(),
      }),
    )
    .min(1, 'Choose the items to refund.')
    .max(400),
  reason: text(1, 255, 'Enter the reason for the refund.'),
});
export type NewOrderRefund = z.infer<typeof NewOrderRefund>;
