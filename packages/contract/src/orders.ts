import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { Payment, PaymentMethod, PaymentStatus, QueryMethod, QueryVoided } from './payments.ts';
import { edit, read } from './permissions.ts';
import {
  dataOf,
  Day,
  Id,
  IdParams,
  Instant,
  listOf,
  listQuery,
  optional,
  QueryBoolean,
  several,
  text,
} from './values.ts';

/** Where an order stands (domain 4.2). */
export const OrderStatus = z.enum([
  'open',
  'completed',
  'partially_refunded',
  'refunded',
  'cancelled',
]);
export type OrderStatus = z.infer<typeof OrderStatus>;
/** The orders that reports count (domain 9.1). */
export const REPORTED_ORDER_STATUSES = [
  'completed',
  'partially_refunded',
  'refunded',
] as const satisfies readonly OrderStatus[];

export const CustomerType = z.enum(
  ['student', 'parent', 'teacher', 'school', 'other'],
  'Unknown customer type.',
);
export type CustomerType = z.infer<typeof CustomerType>;
export const Fulfilment = z.enum(['in_person', 'ship_to_school'], 'Unknown fulfilment.');
export type Fulfilment = z.infer<typeof Fulfilment>;
/** Where a line's goods are: taken at the fair, or on the way to the school. */
export const FulfilmentStatus = z.enum(['taken', 'to_ship', 'shipped', 'delivered', 'cancelled']);
export type FulfilmentStatus = z.infer<typeof FulfilmentStatus>;
export const ExemptReason = z.enum(
  ['school_purchase', 'organization', 'other'],
  'Unknown exempt reason.',
);
export type ExemptReason = z.infer<typeof ExemptReason>;

/** What was unusual about a sale that was booked all the same (domain 4.3, 8.10; api.md). */
export const OrderFlag = z.enum([
  'oversold',
  'outside_selling_dates',
  'clock_skew',
  'unknown_student',
  'facts_not_enabled',
  'ave_dollar_customer',
  'check_over_limit',
  'exemption_incomplete',
  'fair_inactive',
  'not_in_fair_inventory',
  'discounted_to_nothing',
]);
export type OrderFlag = z.infer<typeof OrderFlag>;

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

const customer = {
  customerType: CustomerType,
  /** Empty without the right to read Students, for sales to students. */
  customerName: z.string().nullable(),
  studentNumber: z.string().nullable(),
  grade: z.string().nullable(),
  teacher: z.string().nullable(),
};
const money = {
  grossCents: z.int(),
  discountCents: z.int(),
  subtotalCents: z.int(),
  taxCents: z.int(),
  totalCents: z.int(),
};

/** One row of the orders list; `units` counts pieces, `soldAt` is by the register's clock. */
export const OrderRow = z.strictObject({
  id: Id,
  orderNumber: z.string(),
  soldAt: Instant,
  businessDay: Day,
  fairId: Id,
  fairName: z.string(),
  schoolName: z.string(),
  timeZone: z.string(),
  ...customer,
  units: z.int(),
  ...money,
  refundedCents: z.int(),
  methods: z.array(PaymentMethod),
  /** The one status that stands for all payments: the one that most needs a person. */
  paymentStatus: PaymentStatus,
  status: OrderStatus,
  shipToSchool: z.boolean(),
  taxExempt: z.boolean(),
  deviceId: z.string(),
  flags: z.array(OrderFlag),
  /** When a reset of the fair voided it (domain 4.5); null for one that counts. */
  voidedAt: Instant.nullable(),
});
export type OrderRow = z.infer<typeof OrderRow>;

export const OrderLine = z.strictObject({
  id: Id,
  lineNo: z.int(),
  sku: z.string().nullable(),
  title: z.string(),
  category: z.string(),
  quantity: z.int(),
  unitPriceCents: z.int(),
  grossCents: z.int(),
  discountCents: z.int(),
  /** Why the register gave the discount, where it says so. */
  discountReason: z.string().nullable(),
  netCents: z.int(),
  taxable: z.boolean(),
  taxCents: z.int(),
  fulfilment: Fulfilment,
  fulfilmentStatus: FulfilmentStatus,
  lastCopy: z.boolean(),
  refundedQty: z.int(),
  refundedNetCents: z.int(),
  refundedTaxCents: z.int(),
  restockedQty: z.int(),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** A refund with what it gave back to each tender; a check is paid out as cash by the school. */
export const OrderRefund = z.strictObject({
  id: Id,
  refundedAt: Instant,
  businessDay: Day,
  reason: z.string(),
  netCents: z.int(),
  taxCents: z.int(),
  totalCents: z.int(),
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
    z.strictObject({ method: PaymentMethod, paidOutAs: PaymentMethod, amountCents: z.int() }),
  ),
});
export type OrderRefund = z.infer<typeof OrderRefund>;

/** An order whole: never edited, corrected by refunds. Names, prices and rate are the sale's snapshot. */
export const Order = OrderRow.extend({
  clientOrderId: Id,
  epoch: z.int(),
  sequence: z.int(),
  receivedAt: Instant,
  cashierName: z.string(),
  taxRatePpm: z.int(),
  exemptReason: ExemptReason.nullable(),
  exemptCertificateNo: z.string().nullable(),
  refundedNetCents: z.int(),
  refundedTaxCents: z.int(),
  uncollectedCents: z.int(),
  overpaidCents: z.int(),
  lines: z.array(OrderLine),
  payments: z.array(Payment),
  refunds: z.array(OrderRefund),
});
export type Order = z.infer<typeof Order>;

/** Which day of an order the days of a list mean: the sale's, a refund's, or either, as net sales count them (domain 9.1). */
export const OrderDayOf = z.enum(['sale', 'refund', 'either']);
export type OrderDayOf = z.infer<typeof OrderDayOf>;

export const OrdersQuery = listQuery(
  ['soldAt', 'orderNumber', 'fairName', 'units', 'subtotalCents', 'taxCents', 'totalCents'],
  '-soldAt',
  {
    fairId: Id.optional(),
    schoolId: Id.optional(),
    deviceId: Id.optional(),
    status: several(OrderStatus).optional(),
    method: several(QueryMethod).optional(),
    fulfilment: Fulfilment.optional(),
    /** Orders that have a line there. */
    fulfilmentStatus: several(FulfilmentStatus).optional(),
    taxExempt: QueryBoolean.optional(),
    from: Day.optional(),
    to: Day.optional(),
    dayOf: OrderDayOf.default('sale'),
    voided: QueryVoided,
  },
);
export type OrdersQuery = z.output<typeof OrdersQuery>;
/** The filters of the list without its paging. */
export const OrdersFilters = OrdersQuery.omit({ page: true, limit: true, sort: true });
export type OrdersFilters = z.output<typeof OrdersFilters>;

/**
 * What the orders of a list come to, in cents, before tax; voided ones never count. `sold` are those that reports count and whose sale lies in the days (none where
 * only the day of a refund is asked for), `notSold` the unpaid and cancelled ones beside them; refunds are those made in the days, but all refunds so far where the days are the sale's.
 */
export const OrderTotals = z.strictObject({
  sold: z.int(),
  notSold: z.int(),
  soldNetCents: z.int(),
  refundedNetCents: z.int(),
  netCents: z.int(),
  averageCents: z.int(),
});
export type OrderTotals = z.infer<typeof OrderTotals>;

/** Units of an order that are given back: by line, restocked or not, with a reason (domain 8.4). */
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
    .min(1, 'Choose what is given back.')
    .max(400),
  reason: text(1, 255, 'Say why it is given back.'),
});
export type NewOrderRefund = z.infer<typeof NewOrderRefund>;

/** How an open order whose payment failed ends: the goods came back, or they are gone and the rest is uncollected (domain 4.2). */
export const OrderResolution = z.strictObject({
  decision: z.enum(['cancel', 'uncollected'], 'Choose cancel or uncollected.'),
  reason: text(1, 255, 'Say why.'),
});
export type OrderResolution = z.infer<typeof OrderResolution>;

/** Ship-to-school lines, of one order or of several, that move on together: to ship, shipped, delivered. */
export const FulfilmentUpdate = z.strictObject({
  lineIds: z.array(Id).min(1, 'Choose at least one line.').max(500, 'Choose at most 500 lines.'),
  status: z.enum(['shipped', 'delivered'], 'Choose shipped or delivered.'),
});
export type FulfilmentUpdate = z.infer<typeof FulfilmentUpdate>;

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

export const ordersApi = defineApi({
  list: {
    method: 'GET',
    path: '/v1/orders',
    access: read('Orders'),
    summary: 'List orders',
    query: OrdersQuery,
    response: listOf(OrderRow),
    description:
      'Search takes an order or receipt number, a title, the last four digits of a card, an amount (12.50, of the order or of a payment of it), a day (MM/DD/YYYY), or (with the right to read Students) a student. Days are business days of the fair, both ends included, of what `dayOf` says. What a reset voided is left out unless `voided` says so.',
  },
  totals: {
    method: 'GET',
    path: '/v1/orders/totals',
    access: read('Orders'),
    summary: 'What the orders of a list come to',
    query: OrdersFilters,
    response: dataOf(OrderTotals),
  },
  getById: {
    method: 'GET',
    path: '/v1/orders/getById/:id',
    access: read('Orders'),
    summary: 'One order with lines, payments and refunds',
    params: IdParams,
    response: dataOf(Order),
  },
  held: {
    method: 'GET',
    path: '/v1/orders/held',
    access: read('Orders'),
    summary: 'Orders that registers sold but that could not be booked',
    query: HeldOrdersQuery,
    response: listOf(HeldOrder),
  },
  refund: {
    method: 'POST',
    path: '/v1/orders/refund/:id',
    access: edit('Fairs'),
    summary: 'Refund units of an order',
    idempotent: true,
    description:
      'Stored value first, never more than was paid. 409 INVALID_TRANSITION while the order is unpaid or what is left is under review, FAIR_FINISHED at a fair that is closed out.',
    params: IdParams,
    body: NewOrderRefund,
    response: dataOf(Order),
  },
  resolve: {
    method: 'POST',
    path: '/v1/orders/resolve/:id',
    access: edit('Fairs'),
    summary: 'End an open order whose payment failed',
    idempotent: true,
    description:
      'cancel: the goods came back; stock is restored and the money taken is given back. uncollected: the order is completed with the rest as uncollected. 409 INVALID_TRANSITION while a payment is pending.',
    params: IdParams,
    body: OrderResolution,
    response: dataOf(Order),
  },
  updateFulfilment: {
    method: 'POST',
    path: '/v1/orders/update-fulfilment',
    access: edit('Fairs'),
    summary: 'Move ship-to-school lines on',
    idempotent: true,
    description:
      'A line to ship becomes shipped, a shipped one delivered; all or none, else 409 INVALID_TRANSITION. Answers the orders that the lines belong to.',
    body: FulfilmentUpdate,
    response: dataOf(z.array(Order)),
  },
  decideHeld: {
    method: 'POST',
    path: '/v1/orders/held/:id',
    access: edit('Fairs'),
    summary: 'Release or discard a held order',
    idempotent: true,
    description:
      'A release books lines, prices and rate as the register had them, the sums as the server computes them, and the refunds that wait for the order. Twice: 409 INVALID_TRANSITION. The fair closed out: 409 FAIR_FINISHED.',
    params: IdParams,
    body: HeldDecision,
    response: dataOf(HeldOrder),
  },
});
