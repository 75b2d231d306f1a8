import { z } from 'zod';
import { CashLines } from './cash-lines.ts';
import { defineApi } from './endpoint.ts';
import { Reason } from './errors.ts';
import { CloseOutState } from './fairs.ts';
import { MAX_COUNT } from './limits.ts';
import { edit, read } from './permissions.ts';
import { SalesSummaryReport } from './reports.ts';
import { CashControl, ProfitOption, Settlement, Tenders } from './sales-summary.ts';
import { Cents, centsOf, dataOf, Day, Id, IdParams, Instant, optional, text } from './values.ts';

/**
 * Close-out of a fair: what prevents finishing, the snapshots v1, v2, …, the cash counts of each
 * evening, and the statement for the school (domain 4.4, 8.8, 9.4). Amounts are in cents,
 * quantities in units.
 */

const cents = z.int();
const units = z.int();

/** Reasons why a fair cannot be finished; all that apply are returned together (domain 4.4). */
export const CLOSE_OUT_REASONS = [
  'ALREADY_FINISHED',
  'FAIR_NOT_ENDED',
  'OPEN_ORDERS',
  'PAYMENTS_PENDING',
  'PAYMENTS_UNDER_REVIEW',
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
  'HELD_ORDERS',
  'HELD_REFUNDS',
  'LATE_TOP_UPS',
] as const;
export type CloseOutWarning = (typeof CLOSE_OUT_WARNINGS)[number];

const checkCount = z
  .int('Enter a whole number of checks.')
  .min(0, 'The number of checks cannot be below zero.')
  .max(MAX_COUNT, 'Enter at most 100,000.');

const inAnyCase = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
const isName = (name: unknown): name is string => typeof name === 'string';

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
      .max(64, 'This is no reviewed value of a close-out.')
      .nullish(),
    countedCashCents: Cents.nullish(),
    countedCheckCents: Cents.nullish(),
    countedChecks: checkCount.nullish(),
    overShortReason: text(0, 255, 'Use at most 255 characters.').nullish(),
    /** Name of the second person who counted and signed, in addition to the admin. */
    secondPerson: text(0, 60, 'Use at most 60 characters.').nullish(),
    reason: text(0, 255, 'Give a reason of 5 to 255 characters.').nullish(),
    confirm: optional(z.boolean()),
  })
  .refine(
    ({ action, profitOption }) =>
      action !== 'finish' || (profitOption !== null && profitOption !== undefined),
    { path: ['profitOption'], message: 'Choose cash or AveDollars.', when: inAnyCase },
  )
  .refine(({ action, reviewed }) => action !== 'finish' || Boolean(reviewed), {
    path: ['reviewed'],
    message: 'Read the close-out, and send its reviewed value.',
    when: inAnyCase,
  })
  .refine(
    ({ action, reason }) => action !== 'revert' || (isName(reason) && reason.trim().length >= 5),
    { path: ['reason'], message: 'Give a reason of 5 to 255 characters.', when: inAnyCase },
  );
export type CloseOutAction = z.output<typeof CloseOutAction>;

/**
 * One title of the return (domain 9.8). `variance` = counted − expected; both are null until it is
 * counted.
 */
export const ReturnedTitle = z.strictObject({
  sku: z.string(),
  title: z.string(),
  priceCents: cents,
  sent: units,
  missing: units,
  adjusted: units,
  soldInPerson: units,
  restocked: units,
  expectedReturn: units,
  counted: units.nullable(),
  damaged: units,
  variance: units.nullable(),
  varianceValueCents: cents.nullable(),
});
export type ReturnedTitle = z.infer<typeof ReturnedTitle>;

/**
 * Totals of the return. `counted…` and the variance cover the titles that were counted,
 * `notCounted…` the expected titles that were not.
 */
export const ReturnsSummary = z.strictObject({
  titles: z.int(),
  countedTitles: z.int(),
  notCountedTitles: z.int(),
  expectedUnits: units,
  countedUnits: units,
  damagedUnits: units,
  notCountedUnits: units,
  varianceTitles: z.int(),
  varianceUnits: units,
  varianceValueCents: cents,
});
export type ReturnsSummary = z.infer<typeof ReturnsSummary>;

/** Money counted on one day, in cents. */
const counted = {
  cashCents: cents,
  checkCents: cents,
  checks: z.int(),
  countedBy: z.string(),
  secondPerson: z.string(),
  note: z.string(),
};

/** One order in a snapshot, with its amount after refunds. */
export const SnapshotOrder = z.strictObject({
  orderNumber: z.string(),
  netCents: cents,
  taxCents: cents,
  totalCents: cents,
});
export type SnapshotOrder = z.infer<typeof SnapshotOrder>;

/** The frozen figures of a finished fair: never changed, stored with their SHA-256 (domain 4.4). */
export const CloseOutSnapshot = z.strictObject({
  number: z.int(),
  fair: z.strictObject({
    id: Id,
    identifier: z.string(),
    name: z.string(),
    schoolIdentifier: z.string(),
    schoolName: z.string(),
    startDate: Day,
    endDate: Day,
    timeZone: z.string(),
  }),
  finishedAt: Instant,
  finishedBy: z.string(),
  secondPerson: z.string().nullable(),
  overShortReason: z.string().nullable(),
  profitOption: ProfitOption,
  profitRatePpm: z.int(),
  profitCents: cents,
  counted: z.strictObject({
    cashCents: cents.nullable(),
    checkCents: cents.nullable(),
    checks: z.int().nullable(),
  }),
  cashCounts: z.array(z.strictObject({ businessDay: Day, ...counted })),
  returns: ReturnsSummary,
  returnedTitles: z.array(ReturnedTitle),
  /**
   * SALES_SUMMARY over the fair's full range, as the report returns it. Its memos concern the
   * school and go on after the fair.
   */
  summary: SalesSummaryReport,
  orders: z.array(SnapshotOrder),
});
export type CloseOutSnapshot = z.infer<typeof CloseOutSnapshot>;

/** One snapshot in the history, and what reverted it. */
export const CloseOutVersion = z.strictObject({
  number: z.int(),
  finishedAt: Instant,
  finishedBy: z.string(),
  secondPerson: z.string().nullable(),
  overShortReason: z.string().nullable(),
  profitOption: ProfitOption,
  profitRatePpm: z.int(),
  profitCents: cents,
  sha256: z.string(),
  totals: z.strictObject({
    orders: z.int(),
    netCents: cents,
    netTaxCents: cents,
    totalCents: cents,
    dueFromSchoolCents: cents,
  }),
  reverted: z.strictObject({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
});
export type CloseOutVersion = z.infer<typeof CloseOutVersion>;

/** Differences between the last two snapshots; equal figures and orders are left out. */
export const CloseOutDifference = z.strictObject({
  from: z.int(),
  to: z.int(),
  figures: z.array(
    z.strictObject({
      figure: z.string(),
      kind: z.enum(['cents', 'count']),
      from: z.int(),
      to: z.int(),
      difference: z.int(),
    }),
  ),
  orders: z.array(
    z.strictObject({
      orderNumber: z.string(),
      change: z.enum(['added', 'changed', 'removed']),
      from: SnapshotOrder.nullable(),
      to: SnapshotOrder.nullable(),
    }),
  ),
});
export type CloseOutDifference = z.infer<typeof CloseOutDifference>;

/**
 * State of a fair's close-out: what blocks it, what it would settle, and earlier snapshots.
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
  tenders: Tenders,
  /**
   * Expected cash in the drawers. Counted cash is the close-out's, or the evening counts' once
   * every day with money is counted.
   */
  cashControl: CashControl,
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
  settlements: z.strictObject({ cash: Settlement, ave_dollar: Settlement }),
  returns: ReturnsSummary,
  /** What the fair is frozen as, without its lists of titles and orders; null while it is open. */
  standing: CloseOutSnapshot.omit({ returnedTitles: true, orders: true }).nullable(),
  /** Newest first. */
  versions: z.array(CloseOutVersion),
  difference: CloseOutDifference.nullable(),
});
export type CloseOut = z.infer<typeof CloseOut>;

const countedCents = (what: string) => centsOf(`Enter the ${what} counted, 0 if there is none.`);
const person = (message: string) => text(2, 60, message);
/** Money counted by two people on one day of a fair. A day may be counted again: the last count stands, the earlier ones stay. */
export const NewCashCount = z
  .strictObject({
    fairId: z.uuid('Choose a fair.'),
    businessDay: Day,
    cashCents: countedCents('cash'),
    checkCents: countedCents('checks'),
    checks: checkCount,
    countedBy: person('Name who counted, with 2 to 60 characters.'),
    secondPerson: person('Name the second person who counted, with 2 to 60 characters.'),
    note: text(0, 255, 'Use at most 255 characters.').nullish(),
  })
  .refine(
    ({ countedBy, secondPerson }) =>
      !isName(countedBy) ||
      !isName(secondPerson) ||
      countedBy.trim().toLowerCase() !== secondPerson.trim().toLowerCase(),
    {
      path: ['secondPerson'],
      message: 'The second person must be someone else.',
      when: inAnyCase,
    },
  );
export type NewCashCount = z.output<typeof NewCashCount>;

/** One count as it was entered. */
export const CashCount = z.strictObject({ id: Id, ...counted, enteredBy: z.string(), at: Instant });
export type CashCount = z.infer<typeof CashCount>;
/**
 * The float of a day: change that two people counted into the drawers before selling, or out of them afterwards. The
 * evening count is then what the drawers hold: expected cash + float in − float out.
 */
export const NewFloatCount = z
  .strictObject({
    fairId: z.uuid('Choose a fair.'),
    businessDay: Day,
    direction: z.enum(['in', 'out'], 'Choose in or out.'),
    amountCents: countedCents('float'),
    countedBy: person('Name who counted, with 2 to 60 characters.'),
    secondPerson: person('Name the second person who counted, with 2 to 60 characters.'),
    note: text(0, 255, 'Use at most 255 characters.').nullish(),
  })
  .refine(
    ({ countedBy, secondPerson }) =>
      !isName(countedBy) ||
      !isName(secondPerson) ||
      countedBy.trim().toLowerCase() !== secondPerson.trim().toLowerCase(),
    {
      path: ['secondPerson'],
      message: 'The second person must be someone else.',
      when: inAnyCase,
    },
  );
export type NewFloatCount = z.output<typeof NewFloatCount>;

/** A float count that stands. */
export const FloatCount = z.strictObject({
  amountCents: cents,
  countedBy: z.string(),
  secondPerson: z.string(),
  note: z.string(),
  enteredBy: z.string(),
  at: Instant,
});
export type FloatCount = z.infer<typeof FloatCount>;

/** A day of a fair: what is expected in the drawers, the count that stands, and the earlier ones, newest first. Variance = counted − expected − float in + float out. */
export const CashCountDay = z.strictObject({
  businessDay: Day,
  weekday: z.string(),
  expectedCashCents: cents,
  cashVarianceCents: cents.nullable(),
  expectedCheckCents: cents,
  checkVarianceCents: cents.nullable(),
  expectedCheckCount: z.int(),
  checkCountVariance: z.int().nullable(),
  /** Null where no float was counted. */
  floatIn: FloatCount.nullable(),
  floatOut: FloatCount.nullable(),
  cashLines: CashLines,
  count: CashCount.nullable(),
  earlier: z.array(CashCount),
});
export type CashCountDay = z.infer<typeof CashCountDay>;
/** The days of a fair, those without sales too. The variances of the totals are the sums of the days that were counted. */
export const CashCounts = z.strictObject({
  fairId: Id,
  days: z.array(CashCountDay),
  totals: z.strictObject({
    expectedCashCents: cents,
    expectedCheckCents: cents,
    daysCounted: z.int(),
    cashCents: cents.nullable(),
    checkCents: cents.nullable(),
    checks: z.int().nullable(),
    cashVarianceCents: cents.nullable(),
    checkVarianceCents: cents.nullable(),
    expectedCheckCount: z.int(),
    checkCountVariance: z.int().nullable(),
  }),
});
export type CashCounts = z.infer<typeof CashCounts>;

export const closeOutApi = defineApi({
  finishOrRevert: {
    method: 'POST',
    path: '/v1/fairs/set-close-out-finish-or-revert',
    access: edit('Fairs'),
    summary: "Finish a fair's close-out or revert it",
    description:
      'Answers 409 CLOSE_OUT_BLOCKED with every reason, 409 FIGURES_MOVED when a figure has changed since the close-out with this `reviewed` value was read, and 409 CONFIRMATION_NEEDED with every warning until `confirm` is true; nothing has changed then. A revert whose AveDollars the school has spent answers 409 AVE_DOLLAR_SPENT.',
    idempotent: true,
    body: CloseOutAction,
    response: dataOf(CloseOut),
  },
  getById: {
    method: 'GET',
    path: '/v1/fairs/close-out/:id',
    access: read('Fairs'),
    summary: "How a fair's close-out stands",
    description: '`:id` is the fair.',
    params: IdParams,
    response: dataOf(CloseOut),
  },
  statement: {
    method: 'GET',
    path: '/v1/fairs/statement/:id',
    access: read('Fairs'),
    summary: 'The statement for the school, as a PDF',
    file: true,
    heavy: 'document',
    description:
      '`:id` is the fair. Of a closed-out fair as its snapshot has it; before that marked "Provisional".',
    params: IdParams,
    response: dataOf(z.null()),
  },
  addCashCount: {
    method: 'POST',
    path: '/v1/fairs/cash-counts',
    access: edit('Fairs'),
    summary: 'Keep the money that two people counted on a day of a fair',
    description: 'Answers 409 FAIR_FINISHED once the fair is closed out.',
    idempotent: true,
    body: NewCashCount,
    response: dataOf(CashCounts),
  },
  addFloatCount: {
    method: 'POST',
    path: '/v1/fairs/float-counts',
    access: edit('Fairs'),
    summary: 'Keep the float that two people counted into the drawers or out of them',
    description:
      'A day and direction may be counted again: the last count stands. Answers 409 FAIR_FINISHED once the fair is closed out.',
    idempotent: true,
    body: NewFloatCount,
    response: dataOf(CashCounts),
  },
  cashCounts: {
    method: 'GET',
    path: '/v1/fairs/cash-counts/:id',
    access: read('Fairs'),
    summary: 'The money counted each evening, against what is expected',
    description: '`:id` is the fair.',
    params: IdParams,
    response: dataOf(CashCounts),
  },
});
