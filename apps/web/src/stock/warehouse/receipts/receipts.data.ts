import type { NewReceipt, ReceiptFacts, ReceiptScan } from '@pos/contract/stock/warehouse/receipts';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { listQuery } from '#web/lib/lists/list.ts';

/** Key of all queries of receipts; live events of the warehouse refetch them. */
export const RECEIPTS = ['warehouse', 'receipts'];
const REFRESHES = [RECEIPTS, ['activity']];

export const receiptsList = listQuery([...RECEIPTS, 'list'], api.receipts.list);

export const receiptLines = listQuery([...RECEIPTS, 'lines'], api.receipts.lines);

export const receiptDetails = (id: string) =>
  dataQuery([...RECEIPTS, 'details', id], (options) =>
    api.receipts.getById({ params: { id } }, options),
  );

export const useOpenReceipt = () =>
  useChange(REFRESHES, (body: NewReceipt, once) => api.receipts.open(...once({ body })));

export const useUpdateReceipt = (id: string) =>
  useChange(REFRESHES, (body: ReceiptFacts) => api.receipts.update({ params: { id }, body }));

export const useScanIntoReceipt = (id: string) =>
  useChange([RECEIPTS], (body: ReceiptScan) => api.receipts.scan({ params: { id }, body }));

export const useDiscardReceipt = (id: string) =>
  useChange(REFRESHES, () => api.receipts.discard({ params: { id } }));
