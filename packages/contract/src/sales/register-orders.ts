import { PaymentMethodNumber } from './payment-methods.ts';
import { z } from 'zod';
import { MAX_COUNT, MAX_DAY_CENTS, MAX_LINE_UNITS, MAX_PRICE_CENTS } from '../limits.ts';
import { SoldApproval } from './approvals/register-approvals.ts';
import { HeldReason } from './held-orders.ts';
import { CustomerType, ExemptReason, Fulfilment, OrderFlag } from './order-states.ts';
import { anyCents, ClientId, item, nullableText } from './register-values.ts';
import { Cents, Day, Id, Instant, optional, Ppm, SignedCents } from '../values.ts';

/**
 * Orders from registers, and the result of each. Bodies are open objects: a field that a newer app
 * adds must not keep a sale out of the books.
 */

/** Maximum number of orders in one call. */
export const MAX_ORDER_BATCH = 200;

const units = `Quantity must be 1 to ${MAX_LINE_UNITS}.`;
export const LineUnits = z.int(units).min(1, units).max(MAX_LINE_UNITS, units);

/** A line as sold, its amounts checked by `cents` and `price`. */
function soldLine(cents: typeof Cents, price: typeof Cents) {
  return z.object({
    lineNo: z.int().min(1).max(MAX_LINE_UNITS),
    sku: z
      .string()
      .trim()
      .min(1)
      .max(30)
      .nullable()
      .optional()
      .transform((value) => value ?? null),
    category: nullableText(60),
    title: nullableText(255),
    quantity: LineUnits,
    unitPriceCents: price,
    discountCents: cents,
    /** Reason for the discount, for people to read. */
    discountReason: z.string().max(120).nullish(),
    taxable: z.boolean(),
    fulfilment: Fulfilment,
  });
}
/** A line as sold. `sku` is null for an item without a barcode, which has category and title. */
export const SoldLine = soldLine(Cents, Cents.max(MAX_PRICE_CENTS));
export type SoldLine = z.infer<typeof SoldLine>;

function soldPayment(cents: typeof Cents, signedCents: z.ZodInt) {
  return z.object({
    clientPaymentId: ClientId,
    method: PaymentMethodNumber,
    amountCents: cents.min(1, 'The amount must be above zero.'),
    tenderedCents: optional(cents),
    changeCents: optional(cents),
    /** Cash only: cents taken more (or less, below 0) than `amountCents` (domain 8.11). */
    roundingCents: optional(signedCents),
    status: z.enum(['completed', 'pending']),
    checkNumber: nullableText(40),
    cardBrand: nullableText(40),
    cardLast4: z
      .string()
      .regex(/^\d{4}$/, 'Send the last four digits only.')
      .nullable()
      .optional()
      .transform((value) => value ?? null),
    processorRef: nullableText(120),
  });
}
/**
 * A payment of an order. With `tenderedCents`, `changeCents` is tendered less `amountCents` and
 * `roundingCents` (domain 8.2).
 */
export const SoldPayment = soldPayment(Cents, SignedCents);
export type SoldPayment = z.infer<typeof SoldPayment>;

/**
 * Mode of a sale: `offline` (the default) if the customer has the goods; `online` if they are still
 * on the counter.
 */
export const SaleMode = z.enum(['offline', 'online']);

function soldOrder(cents: typeof Cents, price: typeof Cents, signedCents: z.ZodInt) {
  return z.object({
    clientOrderId: ClientId,
    epoch: z.int().min(1).max(1_000_000),
    sequence: z.int().min(1).max(100_000_000),
    mode: optional(SaleMode),
    soldAt: Instant,
    /**
     * Person who sold it (an id of pos/people), if somebody else has logged in since. Left out: the
     * person of the token.
     */
    soldById: optional(Id),
    customerType: CustomerType,
    studentNumber: nullableText(40),
    customerName: nullableText(120),
    taxRatePpm: Ppm,
    taxExempt: z.boolean(),
    exemptReason: ExemptReason.nullable()
      .optional()
      .transform((value) => value ?? null),
    exemptCertificateNo: nullableText(60),
    /** Approvals of it by people with the duty. */
    approvals: optional(z.array(SoldApproval).max(10)),
    lines: z
      .array(soldLine(cents, price))
      .min(1, 'An order has at least one line.')
      .max(200, 'An order has at most 200 lines.'),
    subtotalCents: cents,
    taxCents: cents,
    totalCents: cents,
    payments: z.array(soldPayment(cents, signedCents)).max(20),
  });
}
/** An order from a register (api.md, "Bodies"). */
export const SoldOrder = soldOrder(Cents, Cents.max(MAX_PRICE_CENTS), SignedCents);
export type SoldOrder = z.infer<typeof SoldOrder>;

/**
 * An order with amounts of any size. One beyond the limits was sold all the same and is held
 * (AMOUNT_LIMIT).
 */
export const UnlimitedSoldOrder = soldOrder(anyCents, anyCents, z.int());

/**
 * Result for one order. Except for `refused` and `rejected`, the server has stored it and the
 * register may delete it.
 */
export const OrderResult = z.strictObject({
  clientOrderId: z.string(),
  result: z.enum(['accepted', 'duplicate', 'held', 'refused', 'rejected']),
  orderNumber: z.string().optional(),
  /** For held: the reason. */
  reason: HeldReason.optional(),
  /** For held and refused: the difference in words. */
  detail: z.string().optional(),
  /** For refused: code of the rule. */
  code: z
    .enum([
      'STOCK_INSUFFICIENT',
      'WALLET_INSUFFICIENT',
      'AVE_DOLLAR_INSUFFICIENT',
      'FAIR_FINISHED',
      'DEVICE_INACTIVE',
      'VALIDATION_FAILED',
    ])
    .optional(),
  flags: z.array(OrderFlag).optional(),
  /** For rejected: errors by field. */
  errors: z.record(z.string(), z.string()).optional(),
});
export type OrderResult = z.infer<typeof OrderResult>;

/** Orders of one business day according to a register: their number, and their total in cents. */
export const ControlTotal = z.strictObject({
  businessDay: Day,
  orders: z.int('Enter a whole number.').min(0).max(MAX_COUNT, 'Enter at most 100,000.'),
  totalCents: z.int('Enter an amount in whole cents.').min(-MAX_DAY_CENTS).max(MAX_DAY_CENTS),
});
export type ControlTotal = z.infer<typeof ControlTotal>;

/** Maximum number of days of control totals in one call. */
export const MAX_CONTROL_TOTALS = 60;
export const ControlTotals = z
  .array(ControlTotal)
  .max(MAX_CONTROL_TOTALS, `Send at most ${MAX_CONTROL_TOTALS} days.`);

/**
 * Orders and control totals are each checked on their own (against `SoldOrder` and `ControlTotal`),
 * so that an invalid one never blocks the others.
 */
export const OrderBatch = z.strictObject({
  orders: z
    .array(item(SoldOrder))
    .min(1, 'Send at least one order.')
    .max(MAX_ORDER_BATCH, `Send at most ${MAX_ORDER_BATCH} orders.`),
  controlTotals: item(ControlTotals).optional(),
});
export type OrderBatch = z.infer<typeof OrderBatch>;
export const OrderBatchAnswer = z.strictObject({
  results: z.array(OrderResult),
  /** All sequence numbers up to this one are stored, in the epoch of the last order sent. */
  acknowledgedSequence: z.int(),
  serverTime: Instant,
  /** Errors by field of refused control totals. The orders are answered all the same. */
  controlTotalErrors: z.record(z.string(), z.string()).optional(),
});
export type OrderBatchAnswer = z.infer<typeof OrderBatchAnswer>;
