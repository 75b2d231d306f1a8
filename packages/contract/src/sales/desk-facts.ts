import { z } from 'zod';
import { Day } from '../values.ts';

/** Reasons for reversing a desk top-up. */
export const ReversalReason = z.enum(
  ['check_returned', 'card_disputed', 'mistake'],
  'Choose a reason.',
);
export type ReversalReason = z.infer<typeof ReversalReason>;

/** Facts of a payment that only a desk top-up has; the days are days of the office. */
export const DeskFacts = z.strictObject({
  receiptNumber: z.int(),
  officeDay: Day,
  takenBy: z.string(),
  reversal: z
    .strictObject({
      reason: ReversalReason,
      officeDay: Day,
      reversedBy: z.string(),
      uncollectedCents: z.int(),
    })
    .nullable(),
});
export type DeskFacts = z.infer<typeof DeskFacts>;
