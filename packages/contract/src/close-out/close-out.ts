import { z } from 'zod';
import { CashCounts, CheckCount, NewCashCount, NewFloatCount } from './cash-counts.ts';
import {
  CloseOutDifference,
  CloseOutSnapshot,
  CloseOutVersion,
  ProfitOption,
  ReturnsSummary,
} from './close-out-snapshot.ts';
import { defineApi } from '../endpoint.ts';
import { Reason } from '../errors.ts';
import { CloseOutState } from '../fairs/fair-state.ts';
import { byDuty, edit, readSales } from '../permissions.ts';
import { summaryTotals } from '../reports/sales-summary/sales-summary.ts';
import { cashControl, settlement } from '../reports/sales-summary/settlement.ts';
import { objectSchema } from '../reports/schemas.ts';
import { Cents, dataSchema, Day, Done, Id, optional, text, whenObject } from '../values.ts';

/**
 * Close-out of a fair: reasons that prevent finishing, the settlement, the statement for the school,
 * and the calls (domain 4.4, 8.8, 9.4). Amounts are in cents.
 */

const cents = z.int();

/** Reasons why a fair cannot be finished; all that apply are returned together (domain 4.4). */
export const CLOSE_OUT_REASONS = [
  'ALREADY_FINISHED',
  'FAIR_NOT_ENDED',
  'OPEN_ORDERS',
  'PAYMENTS_PENDING',
  'PAYMENTS_UNDER_REVIEW',
  'ORDERS_MISDATED',
  'UNSENT_ORDERS',
  'MISSING_ORDERS',
] as const;
export type CloseOutReason = (typeof CLOSE_OUT_REASONS)[number];
/** Warnings to confirm before a fair is finished (domain 4.4). */
export const CLOSE_OUT_WARNINGS = [
  'CARTONS_NOT_RETURNED',
  'RETURNS_NOT_COUNTED',
  'RETURN_VARIANCE',
  'SHIP_TO_SCHOOL_OPEN',
  'MONEY_NOT_COUNTED',
  'CASH_VARIANCE',
  'CHECK_VARIANCE',
  'CHECK_COUNT_VARIANCE',
  'INACTIVE_DEVICE_UNSENT',
  'DAYS_NOT_CONFIRMED',
  'HELD_ORDERS',
  'HELD_REFUNDS',
  'LATE_TOP_UPS',
] as const;
export type CloseOutWarning = (typeof CLOSE_OUT_WARNINGS)[number];

/**
 * Finishes a fair or reverts its close-out. Finishing requires `profitOption` and `reviewed`;
 * counted amounts that are left out default to the sums of the evening counts. Reverting requires
 * `reason` and `confirm: true`.
 */
export const CloseOutAction = z
  .strictObject({
    fairId: z.uuid('Choose a fair.'),
    action: z.enum(['finish', 'revert'], 'Choose finish or revert.'),
    profitOption: ProfitOption.nullish(),
    /** The `reviewed` value of the close-out that the signer was shown. */
    reviewed: z
      .string('Read the close-out, and send its reviewed value.')
      .max(64, 'This is not the reviewed value of a close-out.')
      .nullish(),
    countedCashCents: Cents.nullish(),
    countedCheckCents: Cents.nullish(),
    countedChecks: CheckCount.nullish(),
    overShortReason: text(0, 255, 'Use at most 255 characters.').nullish(),
    /** A fee (above 0) or a credit of the fair beside its sales; it changes what is due. */
    adjustmentCents: z
      .int('Enter an amount.')
      .min(-1_000_000, 'Enter at least −$10,000.')
      .max(1_000_000, 'Enter at most $10,000.')
      .nullish(),
    adjustmentReason: text(0, 120, 'Use at most 120 characters.').nullish(),
    /** Name of the second person who counted and signed, in addition to the admin. */
    secondPerson: text(0, 60, 'Use at most 60 characters.').nullish(),
    reason: text(0, 255, 'Enter a reason of 5 to 255 characters.').nullish(),
    confirm: optional(z.boolean()),
  })
  .refine(
    ({ action, profitOption }) =>
      action !== 'finish' || (profitOption !== null && profitOption !== undefined),
    { path: ['profitOption'], message: 'Choose cash or AveDollars.', when: whenObject },
  )
  .refine(({ action, reviewed }) => action !== 'finish' || Boolean(reviewed), {
    path: ['reviewed'],
    message: 'Read the close-out, and send its reviewed value.',
    when: whenObject,
  })
  .refine(
    ({ action, reason }) =>
      action !== 'revert' || (typeof reason === 'string' && reason.trim().length >= 5),
    { path: ['reason'], message: 'Enter a reason of 5 to 255 characters.', when: whenObject },
  );
export type CloseOutAction = z.output<typeof CloseOutAction>;

/**
 * State of a fair's close-out: reasons against finishing, the settlement, and earlier snapshots.
 * `reasons` and `warnings` apply to finishing now.
 */
export const CloseOut = z.strictObject({
  fairId: Id,
  state: CloseOutState,
  /**
   * Identifies all figures that finishing now would freeze and all warnings that it would confirm.
   * Send it back to finish; it changes whenever one of them does.
   */
  reviewed: z.string(),
  /**
   * From five days before the start, or the first transaction if earlier, to five days after the
   * end, or the last transaction if later.
   */
  range: z.strictObject({ startDate: Day, endDate: Day }),
  reasons: z.array(Reason),
  warnings: z.array(Reason),
  /** Totals of the whole fair, net of refunds. */
  totals: z.strictObject({
    orders: z.int(),
    netCents: cents,
    netTaxCents: cents,
    totalCents: cents,
    uncollectedCents: cents,
  }),
  tenders: objectSchema(summaryTotals.tenders.fields),
  /**
   * Expected cash in the drawers. Counted cash is the close-out's, or the evening counts' once
   * every day with money is counted.
   */
  cashControl: objectSchema(cashControl),
  /**
   * Sum of the evening counts, the default for the counted amounts of the close-out; null if no day
   * was counted.
   */
  eveningCounts: z
    .strictObject({
      cashCents: cents,
      checkCents: cents,
      checks: z.int(),
      daysCounted: z.int(),
      daysNotCounted: z.array(Day),
    })
    .nullable(),
  /** Settlement under each profit option. */
  settlements: z.strictObject({
    cash: objectSchema(settlement),
    ave_dollar: objectSchema(settlement),
  }),
  returns: ReturnsSummary,
  /** Snapshot in force, without its lists of titles and orders; null while the fair is open. */
  standing: CloseOutSnapshot.omit({ returnedTitles: true, orders: true }).nullable(),
  /** Recipient of the statement; `email` is empty if the school has no address for one. */
  coordinator: z.strictObject({ name: z.string(), email: z.string() }),
  /** Newest first. */
  versions: z.array(CloseOutVersion),
  difference: CloseOutDifference.nullable(),
});
export type CloseOut = z.infer<typeof CloseOut>;

export const closeOutApi = defineApi({
  finishOrRevert: {
    call: 'POST /v1/fairs/set-close-out-finish-or-revert',
    place: 'named',
    access: byDuty('close_out'),
    summary: "Finish or revert a fair's close-out",
    description:
      'Answers 409 CLOSE_OUT_BLOCKED with every reason, 409 FIGURES_MOVED when a figure has changed since the close-out with this `reviewed` value was read, and 409 CONFIRMATION_NEEDED with every warning until `confirm` is true; nothing has changed then. A revert whose AveDollars the school has spent answers 409 AVE_DOLLAR_SPENT.',
    idempotent: true,
    body: CloseOutAction,
    response: dataSchema(CloseOut),
  },
  getById: {
    call: 'GET /v1/fairs/close-out/:id',
    place: 'seen',
    access: readSales,
    summary: "Get the state of a fair's close-out",
    description: '`:id` is the fair.',
    response: dataSchema(CloseOut),
  },
  statement: {
    call: 'GET /v1/fairs/statement/:id',
    place: 'seen',
    access: readSales,
    summary: 'Get the statement for the school, as a PDF',
    file: true,
    heavy: 'document',
    description:
      '`:id` is the fair. Shows the snapshot of a closed-out fair; before that it is marked "Provisional".',
    response: dataSchema(z.null()),
  },
  sendStatement: {
    call: 'POST /v1/fairs/send-statement/:id',
    place: 'named',
    access: edit('Fairs'),
    summary: "Email the statement of a closed-out fair to the school's coordinator",
    idempotent: true,
    description:
      '`:id` is the fair. The statement is attached as a PDF. 409 INVALID_TRANSITION if the fair is not closed out, or the school has no coordinator with an email address.',
    response: Done,
  },
  addCashCount: {
    call: 'POST /v1/fairs/cash-counts',
    place: 'named',
    access: byDuty('close_out'),
    summary: 'Record the money that two people counted on a day of a fair',
    description: 'Answers 409 FAIR_FINISHED once the fair is closed out.',
    idempotent: true,
    body: NewCashCount,
    response: dataSchema(CashCounts),
  },
  addFloatCount: {
    call: 'POST /v1/fairs/float-counts',
    place: 'named',
    access: byDuty('close_out'),
    summary: 'Record the float that two people counted into or out of the drawers',
    description:
      'A day and direction may be counted again; the last count applies. Answers 409 FAIR_FINISHED once the fair is closed out.',
    idempotent: true,
    body: NewFloatCount,
    response: dataSchema(CashCounts),
  },
  cashCounts: {
    call: 'GET /v1/fairs/cash-counts/:id',
    place: 'seen',
    access: readSales,
    summary: 'List the money counted each evening, compared with the expected money',
    description: '`:id` is the fair.',
    response: dataSchema(CashCounts),
  },
});
