import type { NewReversal } from '@pos/contract/students/desk-top-ups';
import type {
  PaymentDetails,
  PaymentDoubt,
  PaymentReview,
  PaymentsFilters,
  RecordedResult,
} from '@pos/contract/sales/payments';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { listQuery } from '#web/lib/lists/list.ts';

export const paymentsList = listQuery(['payments', 'list'], api.payments.list);

/** Totals of the payments in a list, by method. */
export const paymentTotals = (query: PaymentsFilters) =>
  dataQuery(['payments', 'totals', query], api.payments.totals, { query });

/** One payment with its timeline, its order and its split parts. */
export const paymentDetails = (id: string) =>
  dataQuery(['payments', 'details', id], api.payments.getById, { params: { id } });

/**
 * Puts a completed payment under review; a retry after a broken connection takes effect only once.
 */
export const usePutUnderReview = (id: string) =>
  useChange([['payments'], ['orders'], ['fairs'], ['activity']], (body: PaymentDoubt, once) =>
    api.payments.putUnderReview(...once({ params: { id }, body })),
  );

/**
 * Records the result of a pending payment; a retry after a broken connection takes effect only
 * once.
 */
export const useRecordResult = (id: string) =>
  useChange(
    [['payments'], ['orders'], ['fairs'], ['students'], ['activity']],
    (body: RecordedResult, once) => api.payments.recordResult(...once({ params: { id }, body })),
  );

/** The fields of a payment on which somebody decides. */
export type DecidedPayment = Pick<
  PaymentDetails,
  'id' | 'amountCents' | 'reviewReason' | 'purpose'
> &
  Partial<Pick<PaymentDetails, 'schoolCreditCents'>>;

/**
 * Approves or rejects payments under review, one a call; a retry after a broken connection takes
 * effect only once.
 */
export const useReviewPayments = () =>
  useChange(
    [['payments'], ['orders'], ['fairs'], ['activity']],
    ({ id, ...body }: PaymentReview & { id: string }, once) =>
      api.payments.review(...once({ params: { id }, body })),
  );

/** Reverses a desk top-up; a retry after a broken connection takes effect only once. */
export const useReverseTopUp = (id: string) =>
  useChange([['payments'], ['students'], ['reports'], ['activity']], (body: NewReversal, once) =>
    api.deskTopUps.reverse(...once({ params: { id }, body })),
  );

/** Desk top-ups of one office day; today's without a day. */
export const officeDay = (businessDay: string | undefined) =>
  dataQuery(['payments', 'office-day', businessDay], api.deskTopUps.officeDay, {
    query: { ...(businessDay && { businessDay }) },
  });
