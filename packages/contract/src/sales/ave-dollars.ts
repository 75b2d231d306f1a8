import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { readSales, superAdmin } from '../permissions.ts';
import { School } from '../fairs/schools.ts';
import {
  dataSchema,
  Day,
  Id,
  Instant,
  listQuery,
  listSchema,
  SignedCents,
  text,
} from '../values.ts';

/** Reason of an AveDollar entry; `reverse` takes back what a reverted close-out had earned. */
export const AveDollarEntryType = z.enum(['earn', 'spend', 'refund', 'reverse', 'adjust']);
export type AveDollarEntryType = z.infer<typeof AveDollarEntryType>;

/** One entry of a school's AveDollar ledger: positive adds, negative takes away. */
export const AveDollarEntry = z.strictObject({
  id: Id,
  type: AveDollarEntryType,
  amountCents: z.int(),
  balanceAfterCents: z.int(),
  businessDay: Day,
  at: Instant,
  actor: z.string(),
  /** Reason of an adjustment; blank for the others. */
  note: z.string(),
  fairId: Id.nullable(),
  fairName: z.string().nullable(),
  orderNumber: z.string().nullable(),
});
export type AveDollarEntry = z.infer<typeof AveDollarEntry>;

/** A correction of a school's AveDollars; a negative amount takes some away. */
export const NewAveDollarEntry = z.strictObject({
  amountCents: SignedCents.min(-10_000_000, 'Enter at most $100,000.')
    .max(10_000_000, 'Enter at most $100,000.')
    .refine((cents) => cents !== 0, 'Enter an amount.'),
  note: text(3, 255, 'Enter a reason.'),
});
export type NewAveDollarEntry = z.infer<typeof NewAveDollarEntry>;

export const AveDollarsQuery = listQuery(['at'], '-at', {}).omit({ search: true });
export type AveDollarsQuery = z.output<typeof AveDollarsQuery>;

export const aveDollarsApi = defineApi({
  list: {
    call: 'GET /v1/schools/ave-dollars/:id',
    place: 'seen',
    access: readSales,
    summary: "List a school's AveDollar ledger, newest first",
    query: AveDollarsQuery,
    response: listSchema(AveDollarEntry),
  },
  adjust: {
    call: 'POST /v1/schools/ave-dollar-entry/:id',
    place: 'named',
    access: superAdmin,
    summary: "Correct a school's AveDollars through its ledger",
    idempotent: true,
    description:
      'Books an entry of type adjust on the current day of the school. 409 AVE_DOLLAR_INSUFFICIENT if the balance would go below zero.',
    body: NewAveDollarEntry,
    response: dataSchema(School),
  },
});
