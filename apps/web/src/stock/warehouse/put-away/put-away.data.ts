import type { PutAwayBooking, PutAwayScan } from '@pos/contract/stock/warehouse/put-away';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';

/** Key of all queries of returns; live events of the warehouse refetch them. */
export const RETURNS = ['warehouse', 'returns'];
const REFRESHES = [RETURNS, ['inventory'], ['fairs'], ['cartons'], ['activity'], ['dashboard']];

export const fairReturns = dataQuery([...RETURNS, 'list'], api.putAway.list, {});

export const fairReturn = (id: string) =>
  dataQuery([...RETURNS, 'details', id], api.putAway.getById, { params: { id } });

export const useScanReturn = (id: string) =>
  useChange([RETURNS], (body: PutAwayScan) => api.putAway.scan({ params: { id }, body }));

export const useBookReturn = (id: string) =>
  useChange(REFRESHES, (body: PutAwayBooking) => api.putAway.book({ params: { id }, body }));

export const useReopenReturn = (id: string) =>
  useChange(REFRESHES, () => api.putAway.reopen({ params: { id } }));
