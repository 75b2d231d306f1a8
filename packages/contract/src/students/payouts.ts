import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { PaymentMethod } from '../sales/payment-methods.ts';
import { PayoutMethod, PayoutReversalReason } from './payout-methods.ts';
import { byDutyAlone, fresh } from '../permissions.ts';
import { LeftoverPolicy } from '../fairs/leftover-policy.ts';
import { WalletStatus } from './students.ts';
import { centsSchema, dataSchema, Id, optional, RecordStatus, several, text } from '../values.ts';

/** Maximum number of students in one call, and of receipts in one file. */
export const MAX_PAYOUTS = 200;

const AmountCents = centsSchema('Enter an amount.')
  .min(1, 'Enter an amount above zero.')
  .max(10_000_000, 'Enter at most $100,000.');
const CheckNumber = optional(text(0, 40, 'Use at most 40 characters.'));

/** Leftover money that the office pays back to the family of a student (domain 3.19). */
export const NewPayout = z
  .strictObject({ method: PayoutMethod, amountCents: AmountCents, checkNumber: CheckNumber })
  .refine(({ method, checkNumber }) => method !== PaymentMethod.check || Boolean(checkNumber), {
    path: ['checkNumber'],
    message: 'Enter the check number.',
  });
export type NewPayout = z.output<typeof NewPayout>;

/** A booked payout: its receipt number, and the balance after it in cents. */
export const Payout = z.strictObject({
  payoutId: Id,
  payoutNumber: z.int(),
  amountCents: z.int(),
  balanceCents: z.int(),
});
export type Payout = z.infer<typeof Payout>;

/**
 * Leftover money of several students of a school: for each the whole balance that the preview showed,
 * and the number of the check.
 */
export const NewPayouts = z
  .strictObject({
    method: PayoutMethod,
    students: z
      .array(z.strictObject({ studentId: Id, amountCents: AmountCents, checkNumber: CheckNumber }))
      .min(1, 'Choose at least one student.')
      .max(MAX_PAYOUTS, `Choose at most ${MAX_PAYOUTS} students at a time.`),
  })
  .superRefine(({ method, students }, context) => {
    if (new Set(students.map(({ studentId }) => studentId)).size < students.length)
      context.addIssue({
        code: 'custom',
        path: ['students'],
        message: 'Choose each student once.',
      });
    if (method !== PaymentMethod.check) return;
    for (const [index, { checkNumber }] of students.entries())
      if (!checkNumber)
        context.addIssue({
          code: 'custom',
          path: ['students', index, 'checkNumber'],
          message: 'Enter the check number.',
        });
  });
export type NewPayouts = z.output<typeof NewPayouts>;

/**
 * Choices on the list of a school: the students, and the number of the first check, from which the
 * others count up.
 */
export const PayoutRun = z
  .strictObject({
    method: PayoutMethod,
    firstCheckNumber: optional(
      z.string().regex(/^\d{0,18}$/, 'Enter the number of the first check in digits.'),
    ),
    chosen: z
      .array(Id)
      .min(1, 'Choose at least one student.')
      .max(MAX_PAYOUTS, `Choose at most ${MAX_PAYOUTS} students at a time.`),
  })
  .refine(
    ({ method, firstCheckNumber }) => method !== PaymentMethod.check || Boolean(firstCheckNumber),
    { path: ['firstCheckNumber'], message: 'Enter the number of the first check.' },
  );
export type PayoutRun = z.output<typeof PayoutRun>;

/** Payouts of several students: their IDs in the order given, and the sum in cents. */
export const Payouts = z.strictObject({ payoutIds: z.array(Id), amountCents: z.int() });
export type Payouts = z.infer<typeof Payouts>;

/** Reversal of a payout, with a note that stays in the eWallet's ledger. */
export const NewPayoutReversal = z.strictObject({
  reason: PayoutReversalReason,
  note: text(1, 255, 'Write a note.'),
});
export type NewPayoutReversal = z.infer<typeof NewPayoutReversal>;

/**
 * A reversed payout: the whole amount is back in the eWallet of `studentId`, which is another student
 * if the one paid out was merged since. The balance after it, in cents.
 */
export const PayoutReversal = z.strictObject({
  payoutId: Id,
  payoutNumber: z.int(),
  studentId: Id,
  amountCents: z.int(),
  balanceCents: z.int(),
});
export type PayoutReversal = z.infer<typeof PayoutReversal>;

/** Leftover money of a student. The name is null without the right to read Students. */
const Leftover = z.strictObject({
  studentId: Id,
  studentNumber: z.string(),
  studentName: z.string().nullable(),
  grade: z.string(),
  status: RecordStatus,
  walletStatus: WalletStatus,
  balanceCents: z.int(),
});
export type Leftover = z.infer<typeof Leftover>;

/**
 * Leftover money of a school's students, by grade and number: the first of them, at most as many as
 * one call pays out. `students` counts all with money, `balanceCents` is their sum.
 */
export const Leftovers = z.strictObject({
  policy: LeftoverPolicy,
  students: z.int(),
  balanceCents: z.int(),
  first: z.array(Leftover),
});
export type Leftovers = z.infer<typeof Leftovers>;

const access = byDutyAlone('top_up_wallets');

export const payoutsApi = defineApi({
  leftovers: {
    call: 'GET /v1/students/leftovers/:id',
    place: 'seen',
    access,
    names: 'school',
    summary: "List the leftover eWallet money of a school's students",
    description: '`:id` is the school. Names require the right to read Students.',
    response: dataSchema(Leftovers),
  },
  add: {
    call: 'POST /v1/students/pay-out/:id',
    place: 'named',
    access: fresh(access),
    summary: 'Pay leftover eWallet money back to a family at the office',
    idempotent: true,
    description:
      '`:id` is the student. 409 INVALID_TRANSITION if the settings keep leftover money or the eWallet is frozen; 409 WALLET_INSUFFICIENT if it has less than the amount.',
    body: NewPayout,
    response: dataSchema(Payout),
  },
  addAll: {
    call: 'POST /v1/students/pay-out-leftovers/:id',
    place: 'named',
    access: fresh(access),
    summary: 'Pay the whole leftover eWallet money back to several families of a school',
    idempotent: true,
    description:
      '`:id` is the school. All are booked or none: 409 FIGURES_MOVED if a balance is no longer the amount given, or a student is not at the school.',
    body: NewPayouts,
    response: dataSchema(Payouts),
  },
  reverse: {
    call: 'POST /v1/students/reverse-payout/:id',
    place: 'named',
    access: fresh(access),
    summary: 'Reverse a payout: a mistake, cash that was brought back or a voided check',
    idempotent: true,
    description:
      '`:id` is the payout. Puts the whole amount back into the eWallet, also a frozen one, that of an inactive or erased student, and while the settings keep leftover money; for a merged duplicate, into the eWallet of the other student. 409 INVALID_TRANSITION if it was reversed before or the reason does not fit the method.',
    body: NewPayoutReversal,
    response: dataSchema(PayoutReversal),
  },
  receipts: {
    call: 'GET /v1/students/payout-receipts',
    place: 'seen',
    access,
    names: true,
    summary: 'Get the receipts of payouts, as a PDF',
    file: true,
    heavy: 'document',
    description: 'A page for each of `ids`; 404 if one does not exist.',
    query: z.strictObject({
      ids: several(Id).refine(
        (ids) => ids.length <= MAX_PAYOUTS,
        `Choose at most ${MAX_PAYOUTS} payouts.`,
      ),
    }),
    response: dataSchema(z.null()),
  },
});
