import { z } from 'zod';

/**
 * Payment methods by name. Their numbers are what the wire and the database hold (specification 3).
 */
export const PaymentMethod = {
  creditCard: 1,
  check: 2,
  cash: 3,
  facts: 4,
  eWallet: 5,
  aveDollar: 6,
} as const;
export type PaymentMethod = (typeof PaymentMethod)[keyof typeof PaymentMethod];

/** The name of each payment method as people see it (specification 3). */
export const PAYMENT_METHODS = {
  [PaymentMethod.creditCard]: 'Credit Card',
  [PaymentMethod.check]: 'Check',
  [PaymentMethod.cash]: 'Cash',
  [PaymentMethod.facts]: 'Facts',
  [PaymentMethod.eWallet]: 'EWallet',
  [PaymentMethod.aveDollar]: 'AveDollar',
} as const;
export type PaymentMethodName = (typeof PAYMENT_METHODS)[PaymentMethod];

/** The number of a payment method on the wire. */
export const PaymentMethodNumber = z.literal([1, 2, 3, 4, 5, 6], 'Unknown payment method.');
/** All payment methods, in the order of their numbers. */
export const PAYMENT_METHOD_NUMBERS = [
  PaymentMethod.creditCard,
  PaymentMethod.check,
  PaymentMethod.cash,
  PaymentMethod.facts,
  PaymentMethod.eWallet,
  PaymentMethod.aveDollar,
] as const satisfies readonly PaymentMethod[];
/** The order in which refunds go back to the tenders: stored value first (domain 8.4). */
export const REFUND_ORDER = [
  PaymentMethod.eWallet,
  PaymentMethod.aveDollar,
  PaymentMethod.facts,
  PaymentMethod.creditCard,
  PaymentMethod.check,
  PaymentMethod.cash,
] as const satisfies readonly PaymentMethod[];
