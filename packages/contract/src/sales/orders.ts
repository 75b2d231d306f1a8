import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { HeldDecision, HeldOrder, HeldOrdersQuery } from './held-orders.ts';
import {
  CustomerType,
  ExemptReason,
  Fulfilment,
  FULFILMENTS,
  FulfilmentStatus,
  ORDER_STATUS,
  OrderFlag,
  OrderStatus,
  SHIPPING,
} from './order-states.ts';
import { ApprovalKind } from './approvals/register-approvals.ts';
import { NewOrderRefund, OrderRefund } from './order-refunds.ts';
import { Payment, QueryMethod, QueryVoided } from './payments.ts';
import { PAYMENT_METHODS, PaymentMethodNumber } from './payment-methods.ts';
import { PaymentStatus } from './payment-states.ts';
import { byDays, byRecord, oneOf, PROMOTED, severalOf, yesOrNo } from '../list-filters.ts';
import { byDuty, edit, read } from '../permissions.ts';
import {
  dataSchema,
  Day,
  Id,
  Instant,
  listSchema,
  listQuery,
  PageCursor,
  text,
} from '../values.ts';

const customer = {
  customerType: CustomerType,
  /** Empty for sales to students if the caller may not read Students. */
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

/**
 * One row of the orders list. `units` is the number of pieces, `soldAt` the time on the register's
 * clock if that can be true (domain 4.8).
 */
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
  methods: z.array(PaymentMethodNumber),
  /** Combined status of all payments: the one that most needs attention. */
  paymentStatus: PaymentStatus,
  status: OrderStatus,
  shipToSchool: z.boolean(),
  taxExempt: z.boolean(),
  deviceId: z.string(),
  flags: z.array(OrderFlag),
  /** Time at which a reset of the fair voided the order (domain 4.5); null if it counts. */
  voidedAt: Instant.nullable(),
});
export type OrderRow = z.infer<typeof OrderRow>;

export const OrderLine = z.strictObject({
  id: Id,
  lineNo: z.int(),
  sku: z.string().nullable(),
  title: z.string(),
  category: z.string(),
  /** Current picture of the title; null if there is none. */
  pictureId: Id.nullable(),
  quantity: z.int(),
  unitPriceCents: z.int(),
  grossCents: z.int(),
  discountCents: z.int(),
  /** Reason for the discount, if the register sent one. */
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

/**
 * Approval of what needed one at a register (domain 8.13). `isChecked` is false if it was given
 * without a network, so that the server has not seen the code.
 */
export const OrderApproval = z.strictObject({
  kinds: z.array(ApprovalKind),
  approvedBy: z.string(),
  approvedAt: Instant,
  isChecked: z.boolean(),
});
export type OrderApproval = z.infer<typeof OrderApproval>;

/**
 * A complete order. Orders are never edited, only refunded. Names, prices and tax rate are a
 * snapshot of the sale.
 */
export const Order = OrderRow.extend({
  clientOrderId: Id,
  epoch: z.int(),
  sequence: z.int(),
  /** Time on the register's clock, if the order is booked with another one; else null. */
  clockSoldAt: Instant.nullable(),
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
  approvals: z.array(OrderApproval),
  /** True if the office entered it; then `cashierName` is who did. */
  isOfOffice: z.boolean(),
});
export type Order = z.infer<typeof Order>;

/**
 * Day that a list's date range applies to: the sale's, a refund's, or either, as net sales count
 * them (domain 9.1).
 */
export const OrderDayBasis = z.enum(['sale', 'refund', 'either']);
export type OrderDayBasis = z.infer<typeof OrderDayBasis>;

export const OrdersQuery = listQuery(
  ['soldAt', 'orderNumber', 'fairName', 'units', 'subtotalCents', 'taxCents', 'totalCents'],
  '-soldAt',
  {
    ...byDays('Date'),
    fairId: byRecord('Fair', 'fairs', PROMOTED),
    schoolId: byRecord('School', 'schools'),
    status: severalOf('Status', OrderStatus, ORDER_STATUS, PROMOTED),
    method: severalOf('Paid by', QueryMethod, PAYMENT_METHODS, PROMOTED),
    deviceId: byRecord('Device', 'devices'),
    fulfilment: oneOf('Fulfillment', Fulfilment.optional(), FULFILMENTS),
    /** Orders with a line in this state. */
    fulfilmentStatus: severalOf('Shipping', FulfilmentStatus, SHIPPING),
    dayOf: oneOf('Days of', OrderDayBasis.default('sale'), {
      sale: 'Sale',
      refund: 'Refund',
      either: 'Sale or refund',
    }),
    taxExempt: yesOrNo('Tax exempt', 'Tax exempt', 'Taxed'),
    voided: QueryVoided,
    cursor: PageCursor.optional(),
  },
);
export type OrdersQuery = z.output<typeof OrdersQuery>;
/** Filters of the list, without paging. */
export const OrdersFilters = OrdersQuery.omit({
  page: true,
  limit: true,
  sort: true,
  cursor: true,
});
export type OrdersFilters = z.output<typeof OrdersFilters>;

/**
 * Totals of the orders in a list, in cents, before tax; voided orders never count. `sold`: orders
 * that reports count whose sale is in the date range (none if only the refund day is asked for).
 * `notSold`: unpaid and canceled orders. Refunds: those made in the date range, or all to date if
 * the range applies to the sale.
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

/** Correction of the day of an order whose register had a wrong clock (domain 4.8). */
export const OrderDayCorrection = z.strictObject({
  businessDay: Day,
  reason: text(1, 255, 'Enter a reason.'),
});
export type OrderDayCorrection = z.infer<typeof OrderDayCorrection>;

/**
 * Resolution of an open order whose payment failed: the goods came back, or they are gone and the
 * rest is uncollected (domain 4.2).
 */
export const OrderResolution = z.strictObject({
  decision: z.enum(['cancel', 'uncollected'], 'Choose cancel or uncollected.'),
  reason: text(1, 255, 'Enter a reason.'),
});
export type OrderResolution = z.infer<typeof OrderResolution>;

/**
 * Ship-to-school lines of one or more orders that change state together: to ship, shipped,
 * delivered.
 */
export const FulfilmentUpdate = z.strictObject({
  lineIds: z.array(Id).min(1, 'Choose at least one line.').max(500, 'Choose at most 500 lines.'),
  status: z.enum(['shipped', 'delivered'], 'Choose shipped or delivered.'),
});
export type FulfilmentUpdate = z.infer<typeof FulfilmentUpdate>;

export const ordersApi = defineApi({
  list: {
    call: 'GET /v1/orders',
    place: 'seen',
    access: read('Orders'),
    names: true,
    summary: 'List orders',
    query: OrdersQuery,
    response: listSchema(OrderRow),
    description:
      'Search takes an order or receipt number, a title, the last four digits of a card, an amount (12.50, of the order or of a payment of it), a day (MM/DD/YYYY), or (with the right to read Students) a student. Days are business days of the fair, both ends included, of what `dayOf` says. Payments voided by a reset are excluded unless `voided` is set.',
  },
  totals: {
    call: 'GET /v1/orders/totals',
    place: 'seen',
    access: read('Orders'),
    summary: 'Get the totals of a list of orders',
    query: OrdersFilters,
    response: dataSchema(OrderTotals),
  },
  getById: {
    call: 'GET /v1/orders/getById/:id',
    place: 'seen',
    access: read('Orders'),
    names: 'order',
    summary: 'Get an order with lines, payments and refunds',
    response: dataSchema(Order),
  },
  held: {
    call: 'GET /v1/orders/held',
    place: 'seen',
    access: read('Orders'),
    names: true,
    summary: 'List orders that were sold but could not be booked',
    query: HeldOrdersQuery,
    response: listSchema(HeldOrder),
    description:
      'Search takes a part of the receipt number (device-epoch-sequence), of the number of a released order, of `clientOrderId` (from 8 characters), of the name of the device, or of name or identifier of fair or school; the last four digits of a card, an amount (12.50, of the order or of a payment of it), a day (MM/DD/YYYY); and (with the right to read Students) a student or customer.',
  },
  refund: {
    call: 'POST /v1/orders/refund/:id',
    place: 'named',
    access: byDuty('decide_payments'),
    summary: 'Refund units of an order',
    idempotent: true,
    description:
      'Stored value first, never more than was paid. 409 INVALID_TRANSITION while the order is unpaid or the rest is under review, FAIR_FINISHED at a fair that is closed out.',
    body: NewOrderRefund,
    response: dataSchema(Order),
  },
  resolve: {
    call: 'POST /v1/orders/resolve/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Resolve an open order whose payment failed',
    idempotent: true,
    description:
      'cancel: the goods came back; stock and money are returned. uncollected: completes the order with the rest as uncollected. 409 INVALID_TRANSITION while a payment is pending.',
    body: OrderResolution,
    response: dataSchema(Order),
  },
  correctDay: {
    call: 'POST /v1/orders/correct-day/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Correct or confirm the day of an order',
    idempotent: true,
    description:
      'Moves the order with its tax and its payments to another day, at the same time of day; refunds and entries of eWallets keep theirs. The day is not in the future and at most 30 days from the fair, or the one that the order has. 409 INVALID_TRANSITION if it is voided, FAIR_FINISHED at a fair that is closed out.',
    body: OrderDayCorrection,
    response: dataSchema(Order),
  },
  updateFulfilment: {
    call: 'POST /v1/orders/update-fulfilment',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Update the status of ship-to-school lines',
    idempotent: true,
    description:
      'A line to ship becomes shipped, a shipped one delivered; all or none, else 409 INVALID_TRANSITION. Returns the orders of the lines.',
    body: FulfilmentUpdate,
    response: dataSchema(z.array(Order)),
  },
  decideHeld: {
    call: 'POST /v1/orders/held/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: 'Release or discard a held order',
    idempotent: true,
    description:
      'A release books lines, prices and rate as the register had them, the sums as the server computes them, and the refunds waiting for the order. 409 INVALID_TRANSITION if already decided, 409 FAIR_FINISHED once the fair is closed out.',
    body: HeldDecision,
    response: dataSchema(HeldOrder),
  },
});
