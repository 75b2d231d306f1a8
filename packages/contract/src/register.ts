import { z } from 'zod';
import { CartonScanAnswer, RegisterCartonScan, SCAN_RULES } from './cartons.ts';
import { defineApi } from './endpoint.ts';
import { MAX_COUNT, MAX_DAY_CENTS, MAX_LINE_UNITS, MAX_PRICE_CENTS } from './limits.ts';
import { CustomerType, ExemptReason, Fulfilment, HeldReason, OrderFlag } from './orders.ts';
import { PaymentMethod } from './payments.ts';
import { anyone, deliveringRegister, register } from './permissions.ts';
import { PaymentBatch, PaymentBatchAnswer } from './register-payments.ts';
import { anyCents, ClientId, item, nullableText } from './register-values.ts';
import { LeftoverPolicy } from './settings.ts';
import { Cents, dataOf, Day, Id, Instant, optional, Ppm } from './values.ts';

/**
 * The register API, `/v1/pos`: what the company's register app calls. docs/registers.md tells it as a sequence.
 * Bodies of orders are open objects: a field that a newer app adds must not keep a sale out of the books.
 */

/** How many orders one call may bring. */
export const MAX_ORDER_BATCH = 200;

export const RegisterLogin = z.strictObject({
  deviceId: z.string().trim().min(1, 'Device ID is required.').max(30),
  deviceKey: optional(z.string().max(200)),
  /** Needed until the device is paired. Case, spaces and hyphens do not count. */
  pairingCode: optional(z.string().max(40)),
  adminId: Id,
  secretCode: z.string().regex(/^\d{4}$/, 'Please enter 4 digit Secret code.'),
  fairIdentifier: z.string().trim().min(1, 'Fair identifier is required.').max(40),
});
export type RegisterLogin = z.infer<typeof RegisterLogin>;

/** What a register must know of its fair. */
export const FairTerms = z.strictObject({
  id: Id,
  identifier: z.string(),
  name: z.string(),
  schoolName: z.string(),
  startDate: Day,
  endDate: Day,
  timeZone: z.string(),
  taxRatePpm: z.int(),
  /** May sell from `sellingFrom` to `sellingTo`, both included. */
  sellingFrom: Day,
  sellingTo: Day,
  schoolTaxExempt: z.boolean(),
  factsEnabled: z.boolean(),
});
export type FairTerms = z.infer<typeof FairTerms>;

/** `deliver`: sales can be handed in, nothing new may be sold. */
export const RegisterMode = z.enum(['sell', 'deliver']);
export type RegisterMode = z.infer<typeof RegisterMode>;

export const RegisterSession = z.strictObject({
  token: z.strictObject({ token: z.string(), expiresAt: Instant }),
  mode: RegisterMode,
  /** Given for a pairing code, the same each time; later logins must send it. */
  deviceKey: z.string().optional(),
  fair: FairTerms,
  device: z.strictObject({ id: Id, deviceId: z.string(), name: z.string() }),
  admin: z.strictObject({ id: Id, name: z.string() }),
});
export type RegisterSession = z.infer<typeof RegisterSession>;

export const CatalogTitle = z.strictObject({
  sku: z.string(),
  title: z.string(),
  category: z.string(),
  priceCents: z.int(),
  taxable: z.boolean(),
  onHand: z.int(),
  shipAvailable: z.int(),
  active: z.boolean(),
});
export type CatalogTitle = z.infer<typeof CatalogTitle>;
export const Catalog = z.strictObject({
  fair: FairTerms,
  settings: z.strictObject({
    maxCheckOverageCents: z.int(),
    lastCopyThreshold: z.int(),
    ewalletMinTopUpCents: z.int(),
    ewalletMaxBalanceCents: z.int(),
    ewalletLeftoverPolicy: LeftoverPolicy,
    receiptFooter: z.string(),
    supportEmail: z.string(),
    supportPhone: z.string(),
  }),
  titles: z.array(CatalogTitle),
  /** Send it back as `since` to get only what changed. */
  cursor: z.string(),
});
export type Catalog = z.infer<typeof Catalog>;

export const RegisterStudent = z.strictObject({
  studentNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string(),
  teacher: z.string(),
  walletBalanceCents: z.int(),
  walletStatus: z.enum(['active', 'frozen']),
});
export type RegisterStudent = z.infer<typeof RegisterStudent>;

const units = `Quantity must be 1 to ${MAX_LINE_UNITS}.`;
const LineUnits = z.int(units).min(1, units).max(MAX_LINE_UNITS, units);

/** A line as the register sold it, its amounts by `cents` and `price`. */
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
    /** Why the discount was given, for people to read. */
    discountReason: z.string().max(120).nullish(),
    taxable: z.boolean(),
    fulfilment: Fulfilment,
  });
}
/** A line as the register sold it. `sku` null with category and title: an item without a barcode. */
export const SoldLine = soldLine(Cents, Cents.max(MAX_PRICE_CENTS));
export type SoldLine = z.infer<typeof SoldLine>;

function soldPayment(cents: typeof Cents) {
  return z.object({
    clientPaymentId: ClientId,
    method: PaymentMethod,
    amountCents: cents.min(1, 'The amount must be above zero.'),
    tenderedCents: optional(cents),
    changeCents: optional(cents),
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
/** A payment of an order. With `tenderedCents`, `changeCents` is what was tendered less `amountCents` (domain 8.2). */
export const SoldPayment = soldPayment(Cents);
export type SoldPayment = z.infer<typeof SoldPayment>;

/** Where the goods are: `offline` (the default), the sale is over; `online`, they are still on the counter. */
export const SaleMode = z.enum(['offline', 'online']);

function soldOrder(cents: typeof Cents, price: typeof Cents) {
  return z.object({
    clientOrderId: ClientId,
    epoch: z.int().min(1).max(1_000_000),
    sequence: z.int().min(1).max(100_000_000),
    mode: optional(SaleMode),
    soldAt: Instant,
    customerType: CustomerType,
    studentNumber: nullableText(40),
    customerName: nullableText(120),
    taxRatePpm: Ppm,
    taxExempt: z.boolean(),
    exemptReason: ExemptReason.nullable()
      .optional()
      .transform((value) => value ?? null),
    exemptCertificateNo: nullableText(60),
    lines: z
      .array(soldLine(cents, price))
      .min(1, 'An order has at least one line.')
      .max(200, 'An order has at most 200 lines.'),
    subtotalCents: cents,
    taxCents: cents,
    totalCents: cents,
    payments: z.array(soldPayment(cents)).max(20),
  });
}
/** An order as a register sold it (api.md, "Bodies"). */
export const SoldOrder = soldOrder(Cents, Cents.max(MAX_PRICE_CENTS));
export type SoldOrder = z.infer<typeof SoldOrder>;

/** The same order whatever its amounts: one beyond the limits was sold all the same and is held (AMOUNT_LIMIT). */
export const UnlimitedSoldOrder = soldOrder(anyCents, anyCents);

/** What became of one order. Everything but `refused` and `rejected` is safe with the server: the register may delete it. */
export const OrderResult = z.strictObject({
  clientOrderId: z.string(),
  result: z.enum(['accepted', 'duplicate', 'held', 'refused', 'rejected']),
  orderNumber: z.string().optional(),
  /** held: why. */
  reason: HeldReason.optional(),
  /** held and refused: what differs, in words. */
  detail: z.string().optional(),
  /** refused: the code of the rule. */
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
  /** rejected: the fields that make it no order. */
  errors: z.record(z.string(), z.string()).optional(),
});
export type OrderResult = z.infer<typeof OrderResult>;

/** Orders of one business day as a register counts them: how many, and their total in cents. */
export const ControlTotal = z.strictObject({
  businessDay: Day,
  orders: z.int('Enter a whole number.').min(0).max(MAX_COUNT, 'Enter at most 100,000.'),
  totalCents: z.int('Enter an amount in whole cents.').min(-MAX_DAY_CENTS).max(MAX_DAY_CENTS),
});
export type ControlTotal = z.infer<typeof ControlTotal>;

/** How many days of control totals one call may bring. */
export const MAX_CONTROL_TOTALS = 60;
export const ControlTotals = z
  .array(ControlTotal)
  .max(MAX_CONTROL_TOTALS, `Send at most ${MAX_CONTROL_TOTALS} days.`);

/**
 * Orders and control totals are each checked by themselves (against `SoldOrder` and `ControlTotal`), so that
 * a bad one never stops the others.
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
  /** Every sequence number up to this one, in the epoch of the last order sent, is stored. */
  acknowledgedSequence: z.int(),
  serverTime: Instant,
  /** Control totals that were refused: what is wrong, by field. The orders are answered all the same. */
  controlTotalErrors: z.record(z.string(), z.string()).optional(),
});
export type OrderBatchAnswer = z.infer<typeof OrderBatchAnswer>;

export const SoldRefund = z.object({
  clientRefundId: ClientId,
  clientOrderId: ClientId,
  refundedAt: Instant,
  reason: z.string().trim().min(1, 'Say why.').max(255),
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
 * Why a refund that was paid out waits with the server. ORDER_HELD, ORDER_UNKNOWN and INVALID_TRANSITION
 * (a payment is pending or under review) are booked with their order, FAIR_FINISHED when the close-out is
 * reverted, DEVICE_INACTIVE when it is sent again by the device once that is active. NOT_REFUNDABLE: the
 * order, when it came, did not hold what is given back; sent again, it is rejected.
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
/** Why a refund can never be booked: a reset voided its order, or staff cancelled or discarded it. */
export const RefundRejection = z.enum(['ORDER_VOIDED', 'ORDER_CANCELLED', 'ORDER_DISCARDED']);
export type RefundRejection = z.infer<typeof RefundRejection>;
export const RefundBatchAnswer = z.strictObject({
  results: z.array(
    z.strictObject({
      clientRefundId: z.string(),
      result: z.enum(['accepted', 'duplicate', 'held', 'rejected']),
      reason: z.enum([...RefundHold.options, ...RefundRejection.options]).optional(),
      errors: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
export type RefundBatchAnswer = z.infer<typeof RefundBatchAnswer>;

export const Heartbeat = z.strictObject({
  appVersion: z.string().trim().min(1).max(40),
  unsentOrders: z.int().min(0).max(1_000_000),
});

export const registerApi = defineApi({
  login: {
    method: 'POST',
    path: '/v1/pos/login',
    access: anyone,
    summary: 'A register logs in at a fair',
    description:
      'An unpaired device needs a pairing code, a paired one its key. Unknown device, wrong key or wrong code: 401. ' +
      'Five wrong codes lock the device for 15 minutes (423 DEVICE_LOCKED). The token is of mode sell for a person ' +
      'with the duty "Work a register" at a fair that the device is planned for, that they are the admin of, or at ' +
      'any fair with edit Fairs or as SUPER_ADMIN. Otherwise, and for a finished or inactive fair and an inactive ' +
      'device or admin, it is of mode deliver.',
    body: RegisterLogin,
    response: dataOf(RegisterSession),
  },
  catalog: {
    method: 'GET',
    path: '/v1/pos/catalog',
    access: register,
    summary: 'Fair, settings and titles with stock',
    description: 'With `since` only what changed; answers 304 to a matching If-None-Match.',
    query: z.strictObject({ since: z.string().max(100).optional() }),
    response: dataOf(Catalog),
  },
  students: {
    method: 'GET',
    path: '/v1/pos/students',
    access: register,
    summary: "Students of the fair's school with their eWallets",
    query: z.strictObject({ search: z.string().trim().max(100).optional() }),
    response: dataOf(z.array(RegisterStudent)),
  },
  orders: {
    method: 'POST',
    path: '/v1/pos/orders',
    access: deliveringRegister,
    summary: 'Hand in up to 200 orders',
    description:
      'Each order is idempotent by its clientOrderId and answered by itself. A sale that is over is booked, flagged or held, never refused.',
    body: OrderBatch,
    judges: ['orders', 'controlTotals'],
    response: dataOf(OrderBatchAnswer),
  },
  payments: {
    method: 'POST',
    path: '/v1/pos/payments',
    access: deliveringRegister,
    summary: 'Results of pending payments, and eWallet top-ups',
    body: PaymentBatch,
    judges: ['results', 'topUps'],
    response: dataOf(PaymentBatchAnswer),
  },
  refunds: {
    method: 'POST',
    path: '/v1/pos/refunds',
    access: deliveringRegister,
    summary: 'Hand in refunds',
    description:
      'Each refund is idempotent by its clientRefundId. A refund whose order is held waits with it.',
    body: RefundBatch,
    judges: ['refunds'],
    response: dataOf(RefundBatchAnswer),
  },
  cartonScans: {
    method: 'POST',
    path: '/v1/pos/carton-scans',
    access: deliveringRegister,
    summary: 'Cartons that were scanned at delivery or return',
    description: SCAN_RULES,
    body: RegisterCartonScan,
    response: dataOf(CartonScanAnswer),
  },
  heartbeat: {
    method: 'POST',
    path: '/v1/pos/heartbeat',
    access: deliveringRegister,
    summary: 'A register says that it is there and how many orders it still holds',
    body: Heartbeat,
    response: dataOf(z.strictObject({ serverTime: Instant, mode: RegisterMode })),
  },
});
