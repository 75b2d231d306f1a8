import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { edit, fresh } from '../permissions.ts';
import { dataSchema, Id, text } from '../values.ts';

/**
 * Request to void all sales of a fair; `confirm` is the typed identifier of the fair (domain 4.5).
 */
export const FairReset = z.strictObject({
  fairId: z.uuid('Choose a fair.'),
  confirm: text(1, 40, 'Type the fair identifier to confirm.'),
});
export type FairReset = z.infer<typeof FairReset>;

/**
 * Result of a reset: orders, refunds and units voided, total after refunds in cents, and held
 * orders that still wait.
 */
export const FairResetResult = z.strictObject({
  fairId: Id,
  orders: z.int(),
  refunds: z.int(),
  units: z.int(),
  totalCents: z.int(),
  heldOrders: z.int(),
});
export type FairResetResult = z.infer<typeof FairResetResult>;

export const resetsApi = defineApi({
  reset: {
    call: 'POST /v1/fairs/reset',
    place: 'named',
    access: fresh(edit('Fairs')),
    summary: "Void a fair's training sales",
    description:
      'Once the fair has started, only a SUPER_ADMIN may do it (403). 409 FAIR_FINISHED after close-out; 409 IN_USE with every reason while a card, Facts, eWallet or AveDollar payment is not refunded. Stock goes back; nothing is erased; what was sold before and arrives later is held.',
    idempotent: true,
    body: FairReset,
    response: dataSchema(FairResetResult),
  },
});
