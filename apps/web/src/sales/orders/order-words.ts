import type { OrderRow } from '@pos/contract/sales/orders';
import {
  ORDER_STATUS,
  type CustomerType,
  type ExemptReason,
  type OrderFlag,
} from '@pos/contract/sales/order-states';
import type { ApprovalKind } from '@pos/contract/sales/approvals/register-approvals';
import { PAYMENT_METHODS, type PaymentMethod } from '@pos/contract/sales/payment-methods';
import { PAYMENT_STATUS } from '@pos/contract/sales/payment-states';
import { VOIDED } from '#web/sales/payments/payment-words.ts';
import type { StatusText } from '#web/ui/values/status-pill.tsx';

/** Labels of orders and their parts, used on every screen. */
export const CUSTOMER_TYPES: Record<CustomerType, string> = {
  student: 'Student',
  parent: 'Parent',
  teacher: 'Teacher',
  school: 'School purchase',
  other: 'Other customer',
};
export const EXEMPT_REASONS: Record<ExemptReason, string> = {
  school_purchase: 'School purchase',
  organization: 'Organization',
  other: 'Other reason',
};
/** Explanations of flags on sales that were booked anyway. */
export const FLAGS: Record<OrderFlag, string> = {
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
};

/** Words for the kinds of approvals at a register. */
export const APPROVALS: Record<ApprovalKind, string> = {
  discount: 'Discount',
  exemption: 'Tax exemption',
  refund: 'Refund',
  void: 'Sale taken back',
  offline: 'Selling without a network',
};

/**
 * Status of a row: voided, else its payments' status, or partly refunded if they are settled and
 * some money was returned.
 */
export function toOrderStatus({
  status,
  paymentStatus,
  voidedAt,
}: Pick<OrderRow, 'status' | 'paymentStatus' | 'voidedAt'>): StatusText {
  if (voidedAt) return VOIDED;
  return paymentStatus === 'completed' && status !== 'completed'
    ? ORDER_STATUS[status]
    : PAYMENT_STATUS[paymentStatus];
}

/** `EWallet + Cash`. */
export function paidBy(methods: readonly PaymentMethod[]): string {
  return methods.map((method) => PAYMENT_METHODS[method]).join(' + ');
}

type Customer = Pick<OrderRow, 'customerType' | 'customerName' | 'grade' | 'teacher'>;

/**
 * Text below a customer's name: `Gr 4 · Mrs. Cedar`, `Parent`, `Teacher · Gr 4`. Empty if there is
 * no name above.
 */
export function customerDetail({ customerType, customerName, grade, teacher }: Customer): string {
  const kind =
    customerType === 'student' || customerName === null ? undefined : CUSTOMER_TYPES[customerType];
  return [kind, grade && `Gr ${grade}`, teacher].filter(Boolean).join(' · ');
}

/** Name of the customer, else the kind of customer. */
export function customerTitle({ customerType, customerName }: Customer): string {
  return customerName ?? CUSTOMER_TYPES[customerType];
}

/** Name of a school without its kind, for tables: `St. Brendan Harbor`. The tooltip has it all. */
export function shortSchool(name: string): string {
  return name.replace(/( (Elementary|Middle|High|Community))? (School|Academy)$/, '');
}
