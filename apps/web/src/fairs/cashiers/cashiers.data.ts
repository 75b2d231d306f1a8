import type { CashierChanges, NewCashiers } from '@pos/contract/fairs/cashiers';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';

/** Cashiers of a fair; refetched on live events of fairs. */
export const fairCashiers = (fairId: string) =>
  dataQuery(['fairs', 'cashiers', fairId], api.cashiers.list, { params: { id: fairId } });

const REFRESHES = [['fairs'], ['activity']];

export const useAddCashiers = (fairId: string) =>
  useChange(REFRESHES, (body: NewCashiers) => api.cashiers.add({ params: { id: fairId }, body }));

export const useUpdateCashier = (id: string) =>
  useChange(REFRESHES, (body: CashierChanges) => api.cashiers.update({ params: { id }, body }));

export const useRemoveCashier = (id: string) =>
  useChange(REFRESHES, () => api.cashiers.delete({ params: { id } }));
