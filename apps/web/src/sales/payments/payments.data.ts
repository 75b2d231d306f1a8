import type { NewReversal } from '@pos/contract/students/desk-top-ups';
import type {
  PaymentDetails,
  PaymentDoubt,
  PaymentReview,
  PaymentRow,
  PaymentsFilters,
  PaymentsQuery,
  RecordedResult,
} from '@pos/contract/sales/payments';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import type { ListQuery } from '#web/lib/lists/list.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

export const paymentsList = (query: PaymentsQuery): ListQuery<PaymentRow> => ({
  queryKey: ['payments', 'list', query],
  queryFn: ({ signal }) => api.payments.list({ query }, { signal }),
});

/** Totals of the payments in a list, by method. */
export const paymentTotals = (query: PaymentsFilters) =>
  queryOptions({
    queryKey: ['payments', 'totals', query],
    queryFn: async ({ signal }) => (await api.payments.totals({ query }, { signal })).data,
  });

/** One payment with its timeline, its order and its split parts. */
export const paymentDetails = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'details', id],
    queryFn: async ({ signal }) =>
      (await api.payments.getById({ params: { id } }, { signal })).data,
  });

/**
 * Puts a completed payment under review; a retry after a broken connection takes effect only once.
 */
export function usePutUnderReview(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: PaymentDoubt) =>
      (await api.payments.putUnderReview({ params: { id }, body }, { idempotencyKey: toKey(body) }))
        .data,
    meta: { refreshes: [['payments'], ['orders'], ['fairs'], ['activity']] },
  });
}

/**
 * Records the result of a pending payment; a retry after a broken connection takes effect only
 * once.
 */
export function useRecordResult(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: RecordedResult) =>
      (await api.payments.recordResult({ params: { id }, body }, { idempotencyKey: toKey(body) }))
        .data,
    meta: { refreshes: [['payments'], ['orders'], ['fairs'], ['students'], ['activity']] },
  });
}

/** The fields of a payment on which somebody decides. */
export type DecidedPayment = Pick<
  PaymentDetails,
  'id' | 'amountCents' | 'reviewReason' | 'purpose'
>;

/**
 * Approves or rejects payments under review, one a call; a retry after a broken connection takes
 * effect only once.
 */
export function useReviewPayments() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async ({ id, ...body }: PaymentReview & { id: string }) =>
      (
        await api.payments.review(
          { params: { id }, body },
          { idempotencyKey: toKey({ id, ...body }) },
        )
      ).data,
    meta: { refreshes: [['payments'], ['orders'], ['fairs'], ['activity']] },
  });
}

/** Reverses a desk top-up; a retry after a broken connection takes effect only once. */
export function useReverseTopUp(id: string) {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async (body: NewReversal) =>
      (await api.deskTopUps.reverse({ params: { id }, body }, { idempotencyKey: toKey(body) }))
        .data,
    meta: { refreshes: [['payments'], ['students'], ['reports'], ['activity']] },
  });
}

/** Desk top-ups of one office day; today's without a day. */
export const officeDay = (businessDay: string | undefined) =>
  queryOptions({
    queryKey: ['payments', 'office-day', businessDay],
    queryFn: async ({ signal }) =>
      (
        await api.deskTopUps.officeDay(
          { query: { ...(businessDay && { businessDay }) } },
          { signal },
        )
      ).data,
  });
