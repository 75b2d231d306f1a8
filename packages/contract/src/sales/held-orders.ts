import { PaymentMethodNumber } from './payment-methods.ts';
import { z } from 'zod';
import { Fulfilment } from './order-states.ts';
import { PaymentStatus } from './payment-states.ts';
import { byRecord, oneOf, PROMOTED, severalOf } from '../list-filters.ts';
import { closedSet, Id, Instant, listQuery, optional, text } from '../values.ts';

/** Orders that a register sold and that could not be booked as they stand (domain 4.4). */

/** Reasons why a register's order was held instead of booked (domain 4.4). */
export const HELD_REASONS = {
  LATE_SYNC: {
    label: 'Came after close-out',
    text: 'The fair was closed out before the order arrived.',
  },
  TOTALS_MISMATCH: {
    label: 'Totals differ',
    text: "The register's totals differ from the server's.",
  },
  UNKNOWN_TITLE: { label: 'Unknown title', text: 'A title is not in the catalog.' },
  PRICE_MISMATCH: {
    label: 'Price differs',
    text: "A unit price was never in the fair's inventory.",
  },
  RATE_MISMATCH: { label: 'Tax rate differs', text: 'The fair never had this tax rate.' },
  TAX_MISMATCH: {
    label: 'Taxable differs',
    text: "A line's tax setting was never in the fair's catalog.",
  },
  SEQUENCE_CONFLICT: {
    label: 'Number used twice',
    text: 'The register used the same number for two different orders.',
  },
  BEFORE_RESET: { label: 'Sold before a reset', text: 'Sold before the fair was reset.' },
  DEVICE_INACTIVE: {
    label: 'Inactive device',
    text: 'The device was deactivated before the order arrived.',
  },
  AMOUNT_LIMIT: {
    label: 'Amount too large',
    text: 'An amount is above the limits, so the order can only be discarded.',
  },
} as const;
export const HeldReason = closedSet(HELD_REASONS);
export type HeldReason = z.infer<typeof HeldReason>;
export const HELD_STATES = {
  waiting: 'Waiting',
  released: 'Released',
  discarded: 'Discarded',
} as const;
export const HeldState = closedSet(HELD_STATES);
export type HeldState = z.infer<typeof HeldState>;

const sums = { subtotalCents: z.int(), taxCents: z.int(), totalCents: z.int(), paidCents: z.int() };

/**
 * An order from a register that could not be booked as it stands. Stored as received; in no report.
 */
export const HeldOrder = z.strictObject({
  id: Id,
  clientOrderId: z.string(),
  fairId: Id,
  fairName: z.string(),
  timeZone: z.string(),
  /** True while its fair is closed out; releasing it requires reverting the close-out first. */
  fairIsFinished: z.boolean(),
  deviceId: z.string(),
  epoch: z.int(),
  sequence: z.int(),
  reason: HeldReason,
  /** The difference in words: the field and both amounts. */
  detail: z.string(),
  soldAt: Instant,
  receivedAt: Instant,
  /**
   * Name of the buyer: of the customer, or of the student with this number. Without the right to
   * read Students, the name and number of a student are null.
   */
  customerName: z.string().nullable(),
  studentNumber: z.string().nullable(),
  totalCents: z.int(),
  state: HeldState,
  /**
   * Lines of the order. A line whose SKU is not in the catalog (`isUnknown`) is released as a line
   * without a number.
   */
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
    z.strictObject({
      method: PaymentMethodNumber,
      amountCents: z.int(),
      status: PaymentStatus,
      cardLast4: z.string().nullable(),
    }),
  ),
  /** Sums according to the register. */
  sold: z.strictObject(sums),
  /**
   * Sums that a release would book: computed by the server, with the amounts paid up to the total,
   * missing and in excess. Null if amounts exceed the limits; such an order can only be discarded.
   */
  booked: z.strictObject({ ...sums, uncollectedCents: z.int(), overpaidCents: z.int() }).nullable(),
  /** Number of refunds that wait for this order and are decided with it. */
  waitingRefunds: z.int(),
  /** The decision: by whom, when, why, and the released order. Null while it waits. */
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

/** Decision about a held order: release books it as sold; discard needs a reason (domain 4.4). */
export const HeldDecision = z
  .strictObject({
    decision: z.enum(['release', 'discard'], 'Choose release or discard.'),
    reason: optional(text(0, 255, 'Use at most 255 characters.')),
  })
  .refine(({ decision, reason }) => decision === 'release' || Boolean(reason), {
    path: ['reason'],
    message: 'Enter the reason for discarding this order.',
  });
export type HeldDecision = z.output<typeof HeldDecision>;

export const HeldOrdersQuery = listQuery(['receivedAt', 'soldAt', 'totalCents'], '-receivedAt', {
  state: oneOf('State', HeldState.default('waiting'), HELD_STATES, PROMOTED),
  reason: severalOf('Reason', HeldReason, HELD_REASONS, PROMOTED),
  deviceId: byRecord('Device', 'devices', PROMOTED),
  fairId: byRecord('Fair', 'fairs'),
  schoolId: byRecord('School', 'schools'),
});
export type HeldOrdersQuery = z.output<typeof HeldOrdersQuery>;
