import type { Cashier, CashierChanges, NewCashiers } from '@pos/contract/fairs/cashiers';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';

/** Cashiers of a fair; refetched on live events of fairs. */
export const fairCashiers = (fairId: string) =>
  queryOptions({
    queryKey: ['fairs', 'cashiers', fairId],
    queryFn: async ({ signal }): Promise<Cashier[]> =>
      (await api.cashiers.list({ params: { id: fairId } }, { signal })).data,
  });

const REFRESHES = [['fairs'], ['activity']];

export function useAddCashiers(fairId: string) {
  return useMutation({
    mutationFn: async (body: NewCashiers) =>
      (await api.cashiers.add({ params: { id: fairId }, body })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useUpdateCashier(id: string) {
  return useMutation({
    mutationFn: async (body: CashierChanges) =>
      (await api.cashiers.update({ params: { id }, body })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useRemoveCashier(id: string) {
  return useMutation({
    mutationFn: async () => (await api.cashiers.delete({ params: { id } })).data,
    meta: { refreshes: REFRESHES },
  });
}
