import { z } from 'zod';
import { Email, optional } from '../../values.ts';
import { ClientId } from '../register-values.ts';

/** Receipts that registers have the office email. */

/** Maximum emails of one order and of one register within 24 hours. */
export const MAX_RECEIPTS = { ofOrder: 3, ofRegister: 200 };

export const ReceiptEmail = z.strictObject({
  clientOrderId: ClientId,
  email: Email,
  language: optional(z.enum(['en', 'es'])),
});
export type ReceiptEmail = z.infer<typeof ReceiptEmail>;
