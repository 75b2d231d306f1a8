import type { z } from 'zod';
import { closedSet } from '../values.ts';

/** Enumerations of an order: states, customer types, flags (domain 4.2, 4.3). */

/** Status of an order (domain 4.2). */
export const ORDER_STATUS = {
  open: { label: 'Unpaid', meaning: 'waiting' },
  completed: { label: 'Completed', meaning: 'ok' },
  partially_refunded: { label: 'Partly refunded', meaning: 'undone' },
  refunded: { label: 'Refunded', meaning: 'undone' },
  cancelled: { label: 'Cancelled', meaning: 'off' },
} as const;
export const OrderStatus = closedSet(ORDER_STATUS);
export type OrderStatus = z.infer<typeof OrderStatus>;
/** Statuses of the orders that reports count (domain 9.1). */
export const REPORTED_ORDER_STATUSES = [
  'completed',
  'partially_refunded',
  'refunded',
] as const satisfies readonly OrderStatus[];

export const CUSTOMER_TYPES = {
  student: 'Student',
  parent: 'Parent',
  teacher: 'Teacher',
  school: 'School purchase',
  other: 'Other customer',
} as const;
export const CustomerType = closedSet(CUSTOMER_TYPES, 'Unknown customer type.');
export type CustomerType = z.infer<typeof CustomerType>;
export const FULFILMENTS = {
  in_person: 'In person',
  ship_to_school: 'Ship to school',
} as const;
export const Fulfilment = closedSet(FULFILMENTS, 'Unknown fulfillment.');
export type Fulfilment = z.infer<typeof Fulfilment>;
/** Fulfillment of a line: taken at the fair, or on its way to the school. */
export const SHIPPING = {
  taken: 'Taken at the fair',
  to_ship: 'To ship',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const;
export const FulfilmentStatus = closedSet(SHIPPING);
export type FulfilmentStatus = z.infer<typeof FulfilmentStatus>;
export const EXEMPT_REASONS = {
  school_purchase: 'School purchase',
  organization: 'Organization',
  other: 'Other reason',
} as const;
export const ExemptReason = closedSet(EXEMPT_REASONS, 'Unknown exempt reason.');
export type ExemptReason = z.infer<typeof ExemptReason>;

/** Unusual facts about a sale that was booked all the same (domain 4.3, 8.10; api.md). */
export const FLAGS = {
  oversold: 'More units were sold than the fair had on hand.',
  outside_selling_dates: "Sold outside the fair's selling dates.",
  clock_skew: "The register's clock was wrong by more than 5 minutes.",
  clock_not_believed: "The register's clock was wrong, so this is booked at the time of receipt.",
  day_corrected: 'A person corrected or confirmed the day.',
  unknown_student: 'The student number is not in the student list.',
  facts_not_enabled: 'Paid by Facts, which this school does not use.',
  ave_dollar_customer: 'AveDollars were spent by someone other than a teacher or the school.',
  check_over_limit: 'More change was given on a check than the settings allow.',
  exemption_incomplete: 'Tax-exempt without a matching reason or certificate.',
  fair_inactive: 'Sold while the fair was inactive.',
  not_in_fair_inventory: "A title that was sold is not in the fair's inventory.",
  discounted_to_nothing: 'A line was discounted to zero.',
  unapproved: 'Nobody with the duty approved the discount, the tax exemption or a refund.',
} as const;
export const OrderFlag = closedSet(FLAGS);
export type OrderFlag = z.infer<typeof OrderFlag>;
