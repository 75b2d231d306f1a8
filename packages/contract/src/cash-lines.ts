import { z } from 'zod';

const cents = z.int();

/**
 * Expected cash line by line, in cents, none of them negative: cash taken for sales and given back for it (their
 * difference is the net of the tender Cash), cash top-ups of eWallets, refunds of other tenders paid in cash, change
 * given on checks, and top-ups paid out again. With the signs of `CASH_LINES` they add up to the expected cash.
 */
export const CashLines = z.strictObject({
  salesCents: cents,
  refundsCents: cents,
  topUpsCents: cents,
  otherRefundsCents: cents,
  checkChangeCents: cents,
  payoutsCents: cents,
});
export type CashLines = z.infer<typeof CashLines>;
/** The lines in the order in which every screen and file shows them. */
export const CASH_LINES = [
  { name: 'salesCents', label: 'Cash sales', sign: 1 },
  { name: 'refundsCents', label: 'Cash sales refunded', sign: -1 },
  { name: 'topUpsCents', label: 'eWallet top-ups in cash', sign: 1 },
  { name: 'otherRefundsCents', label: 'Checks refunded in cash', sign: -1 },
  { name: 'checkChangeCents', label: 'Change given on checks', sign: -1 },
  { name: 'payoutsCents', label: 'Top-ups paid out in cash', sign: -1 },
] as const satisfies readonly { name: keyof CashLines; label: string; sign: 1 | -1 }[];
/** The float counted into the drawers and out of them; counted cash is reported without it. Null in older close-outs. */
export const floatCents = { floatInCents: cents.nullable(), floatOutCents: cents.nullable() };
