import { z } from 'zod';
import { DeskFacts } from './desk-facts.ts';
import { defineApi } from '../endpoint.ts';
import { CustomerType } from './order-states.ts';
import { PAYMENT_METHODS, PaymentMethod, PaymentMethodNumber } from './payment-methods.ts';
import {
  PAYMENT_STATUS,
  PaymentPurpose,
  PaymentStatus,
  PURPOSES,
  ReviewReason,
} from './payment-states.ts';
import { byAmounts, byDays, byRecord, oneOf, PROMOTED, severalOf } from '../list-filters.ts';
import { byDuty, read } from '../permissions.ts';
import {
  dataSchema,
  Day,
  Id,
  Instant,
  listSchema,
  listQuery,
  PageCursor,
  optional,
  text,
} from '../values.ts';

/** Stored-value ledger of a payment (specification 3): FULL 0, E_WALLET 1, AVE_DOLLAR 2. */
export const PAYMENT_TYPES = { FULL: 0, E_WALLET: 1, AVE_DOLLAR: 2 } as const;
export type PaymentType = (typeof PAYMENT_TYPES)[keyof typeof PAYMENT_TYPES];
export const PaymentType = z.literal([0, 1, 2]);
export const TYPES: Record<PaymentType, string> = {
  [PAYMENT_TYPES.FULL]: 'Full',
  [PAYMENT_TYPES.E_WALLET]: 'EWallet',
  [PAYMENT_TYPES.AVE_DOLLAR]: 'AveDollar',
};

/** Derives the type of a payment (domain 3.12); it is never sent. */
export function toPaymentType(purpose: PaymentPurpose, method: PaymentMethod): PaymentType {
  if (purpose === 'wallet_top_up' || method === PaymentMethod.eWallet)
    return PAYMENT_TYPES.E_WALLET;
  return method === PaymentMethod.aveDollar ? PAYMENT_TYPES.AVE_DOLLAR : PAYMENT_TYPES.FULL;
}

/**
 * Later problem with a completed sale payment, by method (domain 4.1); stored value and cash are
 * final.
 */
export const DOUBTS: Partial<Record<PaymentMethod, ReviewReason>> = {
  [PaymentMethod.creditCard]: 'CARD_DISPUTED',
  [PaymentMethod.check]: 'CHECK_RETURNED',
  [PaymentMethod.facts]: 'FACTS_REFUSED',
};

/** A payment of an order, amounts in cents. */
export const Payment = z.strictObject({
  id: Id,
  method: PaymentMethodNumber,
  type: PaymentType,
  status: PaymentStatus,
  amountCents: z.int(),
  tenderedCents: z.int(),
  changeCents: z.int(),
  /** Cash taken more (or less, below 0) than the amount (domain 8.11). */
  roundingCents: z.int(),
  refundedCents: z.int(),
  checkNumber: z.string().nullable(),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  processorRef: z.string().nullable(),
  reviewReason: ReviewReason.nullable(),
  failureCode: z.string().nullable(),
  paidAt: Instant,
});
export type Payment = z.infer<typeof Payment>;

/**
 * One row of the payments list: a sale or a top-up. The fair is null for a top-up from the source
 * file. Days are in the time zone of the fair, else of the school.
 */
export const PaymentRow = Payment.extend({
  purpose: PaymentPurpose,
  businessDay: Day,
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  fairId: Id.nullable(),
  fairName: z.string().nullable(),
  schoolName: z.string(),
  timeZone: z.string(),
  deviceId: z.string().nullable(),
  /** Empty for a student's payment if the caller may not read Students. */
  customerName: z.string().nullable(),
  /** Customer of the order; null for a payment without one. */
  customerType: CustomerType.nullable(),
  studentNumber: z.string().nullable(),
  /**
   * Time at which a reset of the fair voided the payment with its order (domain 4.5); null if it
   * counts.
   */
  voidedAt: Instant.nullable(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

/** One transition of a payment: states, person and time; `fromStatus` is null for the first. */
export const PaymentEvent = z.strictObject({
  id: Id,
  fromStatus: PaymentStatus.nullable(),
  toStatus: PaymentStatus,
  actor: z.string(),
  note: z.string(),
  at: Instant,
});
export type PaymentEvent = z.infer<typeof PaymentEvent>;

/**
 * A complete payment: with its transitions, its order, and all payments of that order including
 * itself.
 */
export const PaymentDetails = PaymentRow.extend({
  /** Time at which a pending payment goes under review without a result; null for other states. */
  pendingUntil: Instant.nullable(),
  /** AveDollars that the school has now, if it had too few and the payment is under review. */
  schoolCreditCents: z.int().nullable(),
  events: z.array(PaymentEvent),
  order: z
    .strictObject({
      id: Id,
      orderNumber: z.string(),
      status: z.enum(['open', 'completed', 'partially_refunded', 'refunded', 'cancelled']),
      totalCents: z.int(),
      uncollectedCents: z.int(),
    })
    .nullable(),
  parts: z.array(
    z.strictObject({
      id: Id,
      method: PaymentMethodNumber,
      status: PaymentStatus,
      amountCents: z.int(),
      refundedCents: z.int(),
    }),
  ),
  /** Null for any payment but a top-up accepted at the office. */
  desk: DeskFacts.nullable(),
});
export type PaymentDetails = z.infer<typeof PaymentDetails>;

/** A payment method in a query string. */
export const QueryMethod = z.union([
  PaymentMethodNumber,
  z.enum(['1', '2', '3', '4', '5', '6']).transform((value) => Number(value) as PaymentMethod),
]);
const QueryType = z.union([
  PaymentType,
  z.enum(['0', '1', '2']).transform((value) => Number(value) as PaymentType),
]);

/** Includes or excludes rows that a reset voided (domain 4.5). */
export const QueryVoided = oneOf(
  'Voided by a reset',
  z.enum(['exclude', 'include']).default('exclude'),
  { exclude: 'Leave out', include: 'Include voided' },
);

export const PaymentsQuery = listQuery(
  ['paidAt', 'amountCents', 'status', 'method', 'orderNumber', 'fairName'],
  '-paidAt',
  {
    status: severalOf('Status', PaymentStatus, PAYMENT_STATUS, PROMOTED),
    method: severalOf('Method', QueryMethod, PAYMENT_METHODS, PROMOTED),
    ...byDays('Date'),
    fairId: byRecord('Fair', 'fairs'),
    schoolId: byRecord('School', 'schools'),
    ...byAmounts('Amount'),
    purpose: oneOf('Purpose', PaymentPurpose.optional(), PURPOSES),
    type: severalOf('Payment type', QueryType, TYPES),
    deviceId: byRecord('Device', 'devices'),
    voided: QueryVoided,
    cursor: PageCursor.optional(),
  },
);
export type PaymentsQuery = z.output<typeof PaymentsQuery>;
/** Filters of the list, without paging. */
export const PaymentsFilters = PaymentsQuery.omit({
  page: true,
  limit: true,
  sort: true,
  cursor: true,
});
export type PaymentsFilters = z.output<typeof PaymentsFilters>;

/**
 * Part of the payments in a list: money of sales that reports count as tenders, eWallet top-ups, and
 * those that no report counts (domain 3.12).
 */
export const PaymentPart = z.enum(['sales', 'top_ups', 'not_counted']);
export type PaymentPart = z.infer<typeof PaymentPart>;

/** Totals of the payments in a list by method and part, without empty ones, in cents. */
export const PaymentTotals = z.array(
  z.strictObject({
    method: PaymentMethodNumber,
    part: PaymentPart,
    count: z.int(),
    amountCents: z.int(),
    refundedCents: z.int(),
  }),
);
export type PaymentTotals = z.infer<typeof PaymentTotals>;

/**
 * Decision about a payment under review; a rejection needs a note for its timeline (domain 4.1).
 */
export const PaymentReview = z
  .strictObject({
    decision: z.enum(['approve', 'reject'], 'Choose approve or reject.'),
    note: optional(text(0, 255, 'Use at most 255 characters.')),
  })
  .refine(({ decision, note }) => decision === 'approve' || Boolean(note), {
    path: ['note'],
    message: 'Write a note.',
  });
export type PaymentReview = z.output<typeof PaymentReview>;

/** Result of a pending payment that staff got from the processor, with a note for its timeline. */
export const RecordedResult = z.strictObject({
  status: z.enum(['completed', 'failed', 'cancelled'], 'Choose completed, failed or cancelled.'),
  note: text(1, 255, 'Enter the source of the result.'),
});
export type RecordedResult = z.infer<typeof RecordedResult>;

/**
 * Request to put a completed payment under review, with a note for its timeline. The reason follows
 * from the method.
 */
export const PaymentDoubt = z.strictObject({ note: text(1, 255, 'Write a note.') });
export type PaymentDoubt = z.infer<typeof PaymentDoubt>;

export const paymentsApi = defineApi({
  list: {
    call: 'GET /v1/payments',
    place: 'seen',
    access: read('Payments'),
    names: true,
    summary: 'List payments',
    query: PaymentsQuery,
    response: listSchema(PaymentRow),
    description:
      "Search takes an order number, a check number, a reference, a card's last four digits, an amount (12.50), a day (10/12/2026), or (with the right to read Students) a student. Payments voided by a reset are excluded unless `voided` is set.",
  },
  totals: {
    call: 'GET /v1/payments/totals',
    place: 'seen',
    access: read('Payments'),
    summary: 'Get the totals of a list of payments by method, without voided ones',
    description:
      'Sales less refunds of a whole fair are the tenders of its reports. Pending, failed and canceled payments, and those of open or canceled orders, are apart.',
    query: PaymentsFilters,
    response: dataSchema(PaymentTotals),
  },
  getById: {
    call: 'GET /v1/payments/getById/:id',
    place: 'seen',
    access: read('Payments'),
    names: 'payment',
    summary: 'Get a payment with its history, split parts and order',
    response: dataSchema(PaymentDetails),
  },
  review: {
    call: 'POST /v1/payments/review/:id',
    place: 'named',
    access: byDuty('decide_payments'),
    summary: 'Approve or reject a payment under review',
    idempotent: true,
    description:
      'Approving one that was short tries the debit again: 409 WALLET_INSUFFICIENT or AVE_DOLLAR_INSUFFICIENT. Rejecting one of a sale leaves its amount uncollected. 409 INVALID_TRANSITION where it is not under review, FAIR_FINISHED at a fair that is closed out.',
    body: PaymentReview,
    response: dataSchema(PaymentDetails),
  },
  recordResult: {
    call: 'POST /v1/payments/record-result/:id',
    place: 'named',
    access: byDuty('decide_payments'),
    summary: 'Record the result of a pending payment',
    idempotent: true,
    description:
      'Does what the same result from a register does (pos/payments). 409 INVALID_TRANSITION where it is not pending, FAIR_FINISHED at a fair that is closed out.',
    body: RecordedResult,
    response: dataSchema(PaymentDetails),
  },
  putUnderReview: {
    call: 'POST /v1/payments/put-under-review/:id',
    place: 'named',
    access: byDuty('decide_payments'),
    summary: 'Put a completed payment under review',
    idempotent: true,
    description:
      'For a returned check, a Facts charge that the school refused, or a disputed card payment of a sale (domain 4.1); order and payment stay counted until it is approved or rejected. 409 INVALID_TRANSITION for any other payment, FAIR_FINISHED at a fair that is closed out.',
    body: PaymentDoubt,
    response: dataSchema(PaymentDetails),
  },
});
