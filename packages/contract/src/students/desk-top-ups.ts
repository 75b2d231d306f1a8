import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { ReversalReason } from '../sales/desk-facts.ts';
import { PaymentMethod } from '../sales/payment-methods.ts';
import { PayoutMethod, PayoutReversalReason } from './payout-methods.ts';
import { byDutyAlone, readOrDuty } from '../permissions.ts';
import { centsSchema, dataSchema, Day, Id, Instant, optional, text } from '../values.ts';

/** Methods by which money for eWallets is accepted at the office. */
export const DESK_METHODS = [
  PaymentMethod.cash,
  PaymentMethod.check,
  PaymentMethod.creditCard,
] as const;
export const DeskMethod = z.literal(DESK_METHODS, 'Choose cash, check or card.');
export type DeskMethod = z.infer<typeof DeskMethod>;

/**
 * Money for a student's eWallet that the office accepted. The number of a check is required; the
 * reference of a card payment is the approval code of the terminal.
 */
export const NewDeskTopUp = z
  .strictObject({
    method: DeskMethod,
    amountCents: centsSchema('Enter an amount.')
      .min(1, 'Enter an amount above zero.')
      .max(1_000_000, 'Enter at most $10,000.'),
    checkNumber: optional(text(0, 40, 'Use at most 40 characters.')),
    reference: optional(text(0, 60, 'Use at most 60 characters.')),
  })
  .refine(({ method, checkNumber }) => method !== PaymentMethod.check || Boolean(checkNumber), {
    path: ['checkNumber'],
    message: 'Enter the check number.',
  });
export type NewDeskTopUp = z.output<typeof NewDeskTopUp>;

/** A booked desk top-up: payment, number of its receipt, and the balance after it in cents. */
export const DeskTopUp = z.strictObject({
  paymentId: Id,
  receiptNumber: z.int(),
  amountCents: z.int(),
  balanceCents: z.int(),
});
export type DeskTopUp = z.infer<typeof DeskTopUp>;

/** Reversal of a desk top-up, with a note for the timeline of the payment. */
export const NewReversal = z.strictObject({
  reason: ReversalReason,
  note: text(1, 255, 'Write a note.'),
});
export type NewReversal = z.infer<typeof NewReversal>;

/** Reasons that fit each method: only a check can be returned, only a card payment disputed. */
export const REVERSAL_REASONS: Record<DeskMethod, readonly ReversalReason[]> = {
  [PaymentMethod.cash]: ['mistake'],
  [PaymentMethod.check]: ['check_returned', 'mistake'],
  [PaymentMethod.creditCard]: ['card_disputed', 'mistake'],
};

/** Labels of the reasons. */
export const REVERSAL_WORDS: Record<ReversalReason, string> = {
  check_returned: 'Check returned',
  card_disputed: 'Card disputed',
  mistake: 'Booked by mistake',
};

/**
 * A reversed desk top-up: amount taken back from the eWallet, and the part that had been spent and
 * stays uncollected, in cents.
 */
export const Reversal = z.strictObject({
  paymentId: Id,
  takenBackCents: z.int(),
  uncollectedCents: z.int(),
});
export type Reversal = z.infer<typeof Reversal>;

/** A line of the office day sheet. The student's name is null without the right to read Students. */
const OfficeLine = z.strictObject({
  paymentId: Id,
  receiptNumber: z.int(),
  at: Instant,
  method: DeskMethod,
  amountCents: z.int(),
  checkNumber: z.string().nullable(),
  studentNumber: z.string(),
  studentName: z.string().nullable(),
  schoolName: z.string(),
  staff: z.string(),
});
export type OfficeLine = z.infer<typeof OfficeLine>;

/** A payout on the office day sheet, with the number of its receipt. */
const OfficePayout = OfficeLine.omit({ paymentId: true, receiptNumber: true, method: true }).extend(
  {
    payoutId: Id,
    payoutNumber: z.int(),
    method: PayoutMethod,
  },
);
export type OfficePayout = z.infer<typeof OfficePayout>;

/** A payout on the sheet of the day of its reversal; time and staff are those of the reversal. */
const OfficePayoutReversal = OfficePayout.extend({
  reason: PayoutReversalReason,
  note: z.string(),
});
export type OfficePayoutReversal = z.infer<typeof OfficePayoutReversal>;

const OfficeMethod = z.strictObject({
  method: DeskMethod,
  topUps: z.int(),
  amountCents: z.int(),
  mistakes: z.int(),
  mistakenCents: z.int(),
  expectedCents: z.int(),
});
export type OfficeMethod = z.infer<typeof OfficeMethod>;

/**
 * Money for eWallets that the office accepted and leftover money that it paid out on one day, in its
 * own time zone. Expected cash is what was taken less what was handed back for mistakes or paid out,
 * below zero if that is more, and the cash of payouts reversed on the day, whenever they were booked;
 * expected checks are those taken, as a payout writes a check of the company and its reversal voids
 * it. Checks that a bank returned were deposited before and are listed apart. Amounts in cents.
 * `newestDay` is the latest day with a line, null without any.
 */
export const OfficeDay = z.strictObject({
  businessDay: Day,
  timeZone: z.string(),
  companyName: z.string(),
  generatedAt: Instant,
  generatedBy: z.string(),
  newestDay: Day.nullable(),
  methods: z.array(OfficeMethod),
  topUps: z.array(OfficeLine),
  reversals: z.array(
    OfficeLine.extend({ reason: ReversalReason, uncollectedCents: z.int(), note: z.string() }),
  ),
  payouts: z.array(OfficePayout),
  payoutReversals: z.array(OfficePayoutReversal),
  totals: z.strictObject({
    topUps: z.int(),
    amountCents: z.int(),
    payouts: z.int(),
    paidOutCashCents: z.int(),
    writtenChecks: z.int(),
    writtenChecksCents: z.int(),
    cashBackCents: z.int(),
    voidedChecks: z.int(),
    voidedChecksCents: z.int(),
    expectedCashCents: z.int(),
    expectedChecksCents: z.int(),
    expectedChecks: z.int(),
    returnedCents: z.int(),
    uncollectedCents: z.int(),
  }),
});
export type OfficeDay = z.infer<typeof OfficeDay>;

export const deskTopUpsApi = defineApi({
  add: {
    call: 'POST /v1/students/top-up/:id',
    place: 'named',
    access: byDutyAlone('top_up_wallets'),
    summary: "Top up a student's eWallet at the office",
    idempotent: true,
    description:
      '`:id` is the student. Books a completed payment of no fair and credits the eWallet, also a frozen one. An inactive or erased student answers 409 INVALID_TRANSITION; a `reference` that another payment has, 400 on the field.',
    body: NewDeskTopUp,
    response: dataSchema(DeskTopUp),
  },
  receipt: {
    call: 'GET /v1/payments/receipt/:id',
    place: 'seen',
    access: byDutyAlone('top_up_wallets'),
    names: 'payment',
    summary: 'Get the receipt of a desk top-up, as a PDF',
    file: true,
    description:
      '`:id` is the payment; 404 if it is no desk top-up. The name of the student requires the right to read Students.',
    response: dataSchema(z.null()),
  },
  reverse: {
    call: 'POST /v1/payments/reverse-top-up/:id',
    place: 'named',
    access: byDutyAlone('top_up_wallets'),
    summary: 'Reverse a desk top-up: a returned check, a disputed card payment or a mistake',
    idempotent: true,
    description:
      '`:id` is the payment. A returned check or a disputed card payment takes back what the eWallet still has, also from a frozen one; the rest is uncollected. A mistake answers 409 WALLET_INSUFFICIENT if the eWallet has less than the amount. 409 INVALID_TRANSITION for any other payment, one reversed before, or a reason that does not fit the method.',
    body: NewReversal,
    response: dataSchema(Reversal),
  },
  officeDay: {
    call: 'GET /v1/payments/office-day',
    place: 'seen',
    access: readOrDuty('Payments', 'top_up_wallets'),
    names: true,
    summary:
      'Get the desk top-ups, payouts and reversals of one office day, with expected cash and checks',
    file: true,
    description:
      '`businessDay` is a day in the default time zone of the settings, today unless given. `format=pdf` answers the page to print. Names require the right to read Students.',
    query: z.strictObject({
      businessDay: Day.optional(),
      format: z.enum(['json', 'pdf'], 'Choose json or pdf.').optional(),
    }),
    response: dataSchema(OfficeDay),
  },
});
