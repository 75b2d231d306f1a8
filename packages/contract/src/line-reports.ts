import { PaymentMethodNumber } from './payment-methods.ts';
import { z } from 'zod';
import { Fulfilment } from './order-states.ts';
import { Day, Id, Instant } from './values.ts';

/** Reports that list single order lines (domain 9.5, 9.7). Amounts in cents. */

const cents = z.int();
const count = z.int();
const ofOneFair = { fairIdentifier: z.string(), fairName: z.string() };
const ofOneOrder = { orderId: Id, orderNumber: z.string() };

/** Shipping status of a line, and the status filter of SHIP_TO_SCHOOL. */
export const ShippingStatus = z.enum(
  ['to_ship', 'shipped', 'delivered'],
  'Choose to_ship, shipped or delivered.',
);
export type ShippingStatus = z.infer<typeof ShippingStatus>;
/** Label of each status in reports. */
export const SHIPPING_STATUS = {
  to_ship: 'To ship',
  shipped: 'Shipped',
  delivered: 'Delivered',
} as const satisfies Record<ShippingStatus, string>;

/** Payment state of an order: `no` if part of it is uncollected. */
export const PaidState = z.enum(['yes', 'no', 'under_review']);
export type PaidState = z.infer<typeof PaidState>;
export const PAID_STATE = {
  yes: 'Y',
  no: 'N',
  under_review: 'Under review',
} as const satisfies Record<PaidState, string>;

/**
 * One ship-to-school line that is not fully refunded. Quantity and amounts are current, net of all
 * refunds. Rows are ordered by order date. `warehouseAvailable` is the warehouse stock beyond all
 * promises, negative if short, null for an item without a number.
 */
export const ShipToSchoolRow = z.strictObject({
  ...ofOneFair,
  ...ofOneOrder,
  date: Day,
  /** Null without the right to read Students. */
  customerName: z.string().nullable(),
  grade: z.string().nullable(),
  teacher: z.string().nullable(),
  sku: z.string().nullable(),
  title: z.string(),
  quantity: count,
  unitPriceCents: cents,
  lineNetCents: cents,
  taxCents: cents,
  totalCents: cents,
  methods: z.array(PaymentMethodNumber),
  paid: PaidState,
  fulfilmentStatus: ShippingStatus,
  shippedAt: Instant.nullable(),
  warehouseAvailable: count.nullable(),
});
export type ShipToSchoolRow = z.infer<typeof ShipToSchoolRow>;
export const ShipToSchoolTotals = z.strictObject({
  orders: count,
  lines: count,
  units: count,
  lineNetCents: cents,
  taxCents: cents,
  totalCents: cents,
});
export type ShipToSchoolTotals = z.infer<typeof ShipToSchoolTotals>;

/**
 * Units of one title to pick for the listed lines that are not shipped yet. `available` is the
 * warehouse stock not promised to others, `shortage` = max(0, quantity − available); both are null
 * for items without a number.
 */
export const PickListRow = z.strictObject({
  sku: z.string().nullable(),
  title: z.string(),
  quantity: count,
  available: count.nullable(),
  shortage: count.nullable(),
});
export type PickListRow = z.infer<typeof PickListRow>;
export const PickListTotals = z.strictObject({ titles: count, quantity: count, shortage: count });
export type PickListTotals = z.infer<typeof PickListTotals>;

const moved = {
  grossCents: cents,
  discountCents: cents,
  refundNetCents: cents,
  netCents: cents,
  taxCents: cents,
  totalCents: cents,
};

/**
 * One order line sold in the range, or one refund of a line in the range (negative quantity, net,
 * tax and total). As in ITEM_SALES, net = gross − discount − refunds, so a refund has no gross.
 * `refundedSoFar` is the number of units refunded to date.
 */
export const SalesOrderRow = z.strictObject({
  kind: z.enum(['sale', 'refund']),
  sku: z.string().nullable(),
  title: z.string(),
  category: z.string(),
  ...ofOneOrder,
  at: Instant,
  date: Day,
  ...ofOneFair,
  deviceId: z.string(),
  cashierName: z.string(),
  /** Null without the right to read Students. */
  customerName: z.string().nullable(),
  quantity: count,
  unitPriceCents: cents,
  ...moved,
  refundedSoFar: count,
  methods: z.array(PaymentMethodNumber),
  fulfilment: Fulfilment,
  taxExempt: z.boolean(),
  lastCopy: z.boolean(),
});
export type SalesOrderRow = z.infer<typeof SalesOrderRow>;
/** Totals, equal to those of ITEM_SALES. */
export const SalesOrderTotals = z.strictObject({
  rows: count,
  quantitySold: count,
  quantityRefunded: count,
  netQuantity: count,
  ...moved,
});
export type SalesOrderTotals = z.infer<typeof SalesOrderTotals>;
/**
 * Subtotal of one title over all prices. `rows` is the number of its rows; the report's rows are
 * grouped by title.
 */
export const SalesOrderSubtotal = SalesOrderTotals.extend({
  sku: z.string().nullable(),
  title: z.string(),
  category: z.string(),
});
export type SalesOrderSubtotal = z.infer<typeof SalesOrderSubtotal>;
