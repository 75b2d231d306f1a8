import type { OrderRow } from '@pos/contract/sales/orders';
import { CUSTOMER_TYPES, ORDER_STATUS } from '@pos/contract/sales/order-states';
import { PAYMENT_METHODS, type PaymentMethod } from '@pos/contract/sales/payment-methods';
import { PAYMENT_STATUS } from '@pos/contract/sales/payment-states';
import { VOIDED } from '#web/sales/payments/payment-words.ts';
import type { StatusText } from '#web/ui/values/status-pill.tsx';

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
