import type {
  NewReceipt,
  ReceiptFacts,
  ReceiptLineChange,
  ReceiptScan,
} from '@pos/contract/stock/warehouse/receipts';
import type { NewTitle } from '@pos/contract/stock/titles';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, useChange } from '#web/lib/api/calls.ts';
import { listQuery } from '#web/lib/lists/list.ts';

/** Key of all queries of receipts; live events of the warehouse refetch them. */
export const RECEIPTS = ['warehouse', 'receipts'];
const REFRESHES = [RECEIPTS, ['activity']];

export const receiptsList = listQuery([...RECEIPTS, 'list'], api.receipts.list);

export const receiptLines = listQuery([...RECEIPTS, 'lines'], api.receipts.lines);

export const receiptDetails = (id: string) =>
  dataQuery([...RECEIPTS, 'details', id], api.receipts.getById, { params: { id } });

export const useOpenReceipt = () =>
  useChange(REFRESHES, (body: NewReceipt, once) => api.receipts.open(...once({ body })));

export const useUpdateReceipt = (id: string) =>
  useChange(REFRESHES, (body: ReceiptFacts) => api.receipts.update({ params: { id }, body }));

export const useScanIntoReceipt = (id: string) =>
  useChange([RECEIPTS], (body: ReceiptScan) => api.receipts.scan({ params: { id }, body }));

export const useDiscardReceipt = (id: string) =>
  useChange(REFRESHES, () => api.receipts.discard({ params: { id } }));

export const useChangeReceiptLine = (id: string) =>
  useChange(REFRESHES, (body: ReceiptLineChange) =>
    api.receipts.changeLine({ params: { id }, body }),
  );

export const useReceiveListed = (id: string) =>
  useChange(REFRESHES, () => api.receipts.receiveListed({ params: { id } }));

/** Queries that show the stock of the warehouse. */
const STOCK = [['inventory'], ['packages']];

export const useBookReceipt = (id: string) =>
  useChange([...REFRESHES, ...STOCK], () => api.receipts.book({ params: { id } }));

export const useReverseReceipt = (id: string) =>
  useChange([...REFRESHES, ...STOCK], (body: { reason: string }) =>
    api.receipts.reverse({ params: { id }, body }),
  );

export const useCloseRest = (id: string) =>
  useChange(REFRESHES, () => api.receipts.closeRest({ params: { id } }));

export const useAddScannedTitle = () =>
  useChange([['inventory']], (body: NewTitle, once) => api.titles.add(...once({ body })));

/** Titles of the catalog to choose from, by name or code. */
export const titleChoices = {
  options: (search: string) => ({
    queryKey: ['inventory', 'option', search],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { data } = await api.inventory.allInventory(
        { query: { search, limit: 20 } },
        { signal },
      );
      return {
        data: data.results.map(({ id, title, sku, warehouseQty }) => ({
          value: id,
          label: title,
          sku,
          warehouseQty,
        })),
      };
    },
  }),
};
