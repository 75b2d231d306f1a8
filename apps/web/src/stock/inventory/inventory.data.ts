import type { FairInventoryUpdate, PriceChange } from '@pos/contract/stock/adjustments';
import type { FairLine } from '@pos/contract/stock/inventory';
import type { RecordStatus } from '@pos/contract/values';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import { dataQuery, formQuery, useChange } from '#web/lib/api/calls.ts';
import { listQuery } from '#web/lib/lists/list.ts';

export const fairInventory = listQuery(['inventory', 'fair'], api.inventory.fairInventory);

const LARGEST_PAGE = 50;

/**
 * All lines of a fair, for counting without waiting: read page by page once and never refetched.
 */
export const wholeFairInventory = (fairId: string) =>
  formQuery(['inventory-count', fairId], async ({ signal }): Promise<FairLine[]> => {
    const lines: FairLine[] = [];
    for (let page = 1; ; page++) {
      const { data } = await api.inventory.fairInventory(
        { query: { fairId, limit: LARGEST_PAGE, page } },
        { signal },
      );
      lines.push(...data.results);
      if (page >= data.totalPages) return lines;
    }
  });

export const allInventory = listQuery(['inventory', 'all'], api.inventory.allInventory);

/** Stock of a title at each fair. */
export const titleAtFairs = (id: string) =>
  dataQuery(['inventory', 'title-fairs', id], api.inventory.titleAtFairs, { params: { id } });

/** Last stock movements of a line, newest first. */
export const lineMovements = (id: string) =>
  dataQuery(['inventory', 'movements', id], api.inventory.movements, { params: { id } });

/** Movements of a title, newest first; older ones page by page. */
export const titleMovements = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['inventory', 'title-movements', id],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { before: pageParam };
      return (await api.inventory.titleMovements({ params: { id }, query }, { signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Queries that a change of stock makes stale: both inventories, and fairs. */
const REFRESHES = [['inventory'], ['fairs'], ['activity']];

/** Adjusts one line; a retry after a broken connection takes effect only once. */
export const useUpdateLine = () =>
  useChange(REFRESHES, ({ id, ...body }: FairInventoryUpdate & { id: string }, once) =>
    api.inventory.update(...once({ params: { id }, body })),
  );

/** Changes a line's price; sending it again changes nothing. */
export const useChangePrice = () =>
  useChange(REFRESHES, ({ id, ...body }: PriceChange & { id: string }) =>
    api.inventory.changePrice({ params: { id }, body }),
  );

export const useChangeLineStatus = () =>
  useChange(REFRESHES, ({ id, status }: { id: string; status: RecordStatus }) =>
    api.inventory.changeStatus({ params: { id }, body: { status } }),
  );

export const useDeleteLine = () =>
  useChange(REFRESHES, (id: string) => api.inventory.delete({ params: { id } }));

export const useChangeTitleStatus = () =>
  useChange(REFRESHES, ({ id, status }: { id: string; status: RecordStatus }) =>
    api.inventory.changeTitleStatus({ params: { id }, body: { status } }),
  );
