import { z } from 'zod';
import { Fulfilment } from './order-states.ts';
import { PaymentMethod } from './payments.ts';
import { Day, Id, Instant } from './values.ts';

/** The reports that list order lines one by one (domain 9.5, 9.7). Amounts in cents. */

const cents = z.int();
const count = z.int();
const ofOneFair = { fairIdentifier: z.string(), fairName: z.string() };
const ofOneOrder = { orderId: Id, orderNumber: z.string() };

/** Where a line on its way to the school stands; the status filter of SHIP_TO_SCHOOL. */
export const ShippingStatus = z.enum(
  ['to_ship', 'shipped', 'delivered'],
  'Choose to_ship, shipped or delivered.',
);
export type ShippingStatus = z.infer<typeof ShippingStatus>;
/** What each is called in reports. */
export const SHIPPING_STATUS = {
  to_ship: 'To ship',
  shipped: 'Shipped',
  delivered: 'Delivered',
} as const satisfies Record<ShippingStatus, string>;

/** Whether the school has the money of an order: not, where some of it stays uncollected. */
export const PaidState = z.enum(['yes', 'no', 'under_review']);
export type PaidState = z.infer<typeof PaidState>;
export const PAID_STATE = {
  yes: 'Y',
  no: 'N',
  under_review: 'Under review',
} as const satisfies Record<PaidState, string>;

/**
 * One ship-to-school line that is not fully refunded, as it stands now: quantity and amounts are net of all refunds. Rows come by order date.
 * `warehouseAvailable` is what the warehouse has beyond all that is promised, negative where it is short, null for an item without a number.
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
  methods: z.array(PaymentMethod),
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
 * What is to be picked of one title for the listed lines that are not shipped yet. `available` is what the warehouse has for them beyond what it
 * has promised to others, `shortage` = max(0, quantity − available); both null for items without a number.
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
 * One order line sold in the range, or what one refund made in it gave back of a line (negative quantity, net, tax and total). As in ITEM_SALES
 * net = gross − discount − refunds, so a refund has no gross. `refundedSoFar` are units of the line refunded until now.
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
  methods: z.array(PaymentMethod),
  fulfilment: Fulfilment,
  taxExempt: z.boolean(),
  lastCopy: z.boolean(),
});
export type SalesOrderRow = z.infer<typeof SalesOrderRow>;
/** The same figures as ITEM_SALES has them. */
export const SalesOrderTotals = z.strictObject({
  rows: count,
  quantitySold: count,
  quantityRefunded: count,
  netQuantity: count,
  ...moved,
});
export type SalesOrderTotals = z.infer<typeof SalesOrderTotals>;
/** One title, at whatever price: `rows` says how many of the report's rows, which come title by title, are its own. */
export const SalesOrderSubtotal = SalesOrderTotals.extend({
  sku: z.string().nullable(),
  title: z.string(),
  category: z.string(),
});
export type SalesOrderSubtotal = z.infer<typeof SalesOrderSubtotal>;
