import type { PaymentMethod } from '@pos/contract/sales/payment-methods';
import type { Instant } from '@pos/contract/values';

/**
 * Contents of a receipt. It names no child and no cashier, so that it may stand on a page that
 * anybody with its address can read.
 */
export type Receipt = {
  /** The sale's own ID, which is the code of the receipt. */
  id: string;
  school: string;
  fair: string;
  /** Name of the register, with the number of its sale. */
  register: string;
  sequence: number;
  soldAt: Instant;
  timeZone: string;
  lines: ReceiptLine[];
  /** Lines that had no room, and their sum. */
  more: { items: number; cents: number };
  subtotalCents: number;
  taxCents: number;
  /** Parts per million; null for a sale without tax. */
  taxRatePpm: number | null;
  totalCents: number;
  payments: ReceiptPayment[];
  footer: string;
  phone: string;
  email: string;
};
export type ReceiptLine = { quantity: number; title: string; netCents: number; ships: boolean };
export type ReceiptPayment = {
  method: PaymentMethod;
  givenCents: number;
  changeCents: number;
  roundingCents: number;
};
