import { z } from 'zod';

/** Enumerations of an order: states, customer types, flags (domain 4.2, 4.3). */

/** Status of an order (domain 4.2). */
export const OrderStatus = z.enum([
  'open',
  'completed',
  'partially_refunded',
  'refunded',
  'cancelled',
]);
export type OrderStatus = z.infer<typeof OrderStatus>;
export const ORDER_STATUS = {
  open: { label: 'Unpaid', meaning: 'waiting' },
  completed: { label: 'Completed', meaning: 'ok' },
  partially_refunded: { label: 'Partly refunded', meaning: 'undone' },
  refunded: { label: 'Refunded', meaning: 'undone' },
  cancelled: { label: 'Cancelled', meaning: 'off' },
} as const satisfies Record<OrderStatus, object>;
/** Statuses of the orders that reports count (domain 9.1). */
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
export const Fulfilment = z.enum(['in_person', 'ship_to_school'], 'Unknown fulfillment.');
export type Fulfilment = z.infer<typeof Fulfilment>;
export const FULFILMENTS: Record<Fulfilment, string> = {
  in_person: 'In person',
  ship_to_school: 'Ship to school',
};
/** Fulfillment of a line: taken at the fair, or on its way to the school. */
export const FulfilmentStatus = z.enum(['taken', 'to_ship', 'shipped', 'delivered', 'cancelled']);
export type FulfilmentStatus = z.infer<typeof FulfilmentStatus>;
export const SHIPPING: Record<FulfilmentStatus, string> = {
  taken: 'Taken at the fair',
  to_ship: 'To ship',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};
export const ExemptReason = z.enum(
  ['school_purchase', 'organization', 'other'],
  'Unknown exempt reason.',
);
export type ExemptReason = z.infer<typeof ExemptReason>;

/** Unusual facts about a sale that was booked all the same (domain 4.3, 8.10; api.md). */
export const OrderFlag = z.enum([
  'oversold',
  'outside_selling_dates',
  'clock_skew',
  'clock_not_believed',
  'day_corrected',
  'unknown_student',
  'facts_not_enabled',
  'ave_dollar_customer',
  'check_over_limit',
  'exemption_incomplete',
  'fair_inactive',
  'not_in_fair_inventory',
  'discounted_to_nothing',
  'unapproved',
]);
export type OrderFlag = z.infer<typeof OrderFlag>;
