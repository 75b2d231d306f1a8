import { z } from 'zod';

const cents = z.int();

/**
 * Expected cash line by line, in cents, only the rounding may be negative: cash from sales and cash refunds of them
 * (their difference is the net of the tender Cash), cash top-ups of eWallets, refunds of other
 * tenders paid in cash, change given on checks, top-ups paid out again, and cash taken and paid out
 * more or less by rounding (domain 8.11). With the signs in
 * `CASH_LINES` they add up to expected cash.
 */
export const CashLines = z.strictObject({
  salesCents: cents,
  refundsCents: cents,
  topUpsCents: cents,
  otherRefundsCents: cents,
  checkChangeCents: cents,
  payoutsCents: cents,
  roundingCents: cents,
});
export type CashLines = z.infer<typeof CashLines>;
/** The lines in the order of every screen and file. */
export const CASH_LINES = [
  { name: 'salesCents', label: 'Cash sales', sign: 1 },
  { name: 'refundsCents', label: 'Cash sales refunded', sign: -1 },
  { name: 'topUpsCents', label: 'eWallet top-ups in cash', sign: 1 },
  { name: 'otherRefundsCents', label: 'Checks refunded in cash', sign: -1 },
  { name: 'checkChangeCents', label: 'Change given on checks', sign: -1 },
  { name: 'payoutsCents', label: 'Top-ups paid out in cash', sign: -1 },
  { name: 'roundingCents', label: 'Cash rounding', sign: 1 },
] as const satisfies readonly { name: keyof CashLines; label: string; sign: 1 | -1 }[];
/**
 * Float counted in and out of the drawers, in cents; counted cash excludes it. Null in older
 * close-outs.
 */
export const floatCents = { floatInCents: cents.nullable(), floatOutCents: cents.nullable() };
