import { z } from 'zod';
import { PAYMENT_METHODS, type PaymentMethodName } from './payment-methods.ts';

/** Values that the schemas of several reports share. */

export const cents = z.int();
export const count = z.int();
export const methodNames = Object.values(PAYMENT_METHODS) as [
  PaymentMethodName,
  ...PaymentMethodName[],
];

export const ofOneFair = { fairIdentifier: z.string(), fairName: z.string() };
