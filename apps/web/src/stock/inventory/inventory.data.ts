import type { FairInventoryUpdate, PriceChange } from '@pos/contract/stock/adjustments';
import type {
  AllInventoryQuery,
  FairInventoryQuery,
  FairLine,
  InventoryTitle,
} from '@pos/contract/stock/inventory';
import type { RecordStatus } from '@pos/contract/values';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api/api.ts';
import type { ListQuery } from '#web/lib/lists/list.ts';
import { useOnceKey } from '#web/lib/api/once-key.ts';

export const fairInventory = (query: FairInventoryQuery): ListQuery<FairLine> => ({
  queryKey: ['inventory', 'fair', query],
  queryFn: ({ signal }) => api.inventory.fairInventory({ query }, { signal }),
});

const LARGEST_PAGE = 50;

/**
 * All lines of a fair, for counting without waiting: read page by page once and never refetched.
 */
export const wholeFairInventory = (fairId: string) =>
  queryOptions({
    queryKey: ['inventory-count', fairId],
    queryFn: async ({ signal }): Promise<FairLine[]> => {
      const lines: FairLine[] = [];
      for (let page = 1; ; page++) {
        const { data } = await api.inventory.fairInventory(
          { query: { fairId, limit: LARGEST_PAGE, page } },
          { signal },
        );
        lines.push(...data.results);
        if (page >= data.totalPages) return lines;
      }
    },
    gcTime: 0,
    staleTime: Infinity,
  });

export const allInventory = (query: AllInventoryQuery): ListQuery<InventoryTitle> => ({
  queryKey: ['inventory', 'all', query],
  queryFn: ({ signal }) => api.inventory.allInventory({ query }, { signal }),
});

/** Stock of a title at each fair. */
export const titleAtFairs = (id: string) =>
  queryOptions({
    queryKey: ['inventory', 'title-fairs', id],
    queryFn: async ({ signal }) =>
      (await api.inventory.titleAtFairs({ params: { id } }, { signal })).data,
  });

/** Last stock movements of a line, newest first. */
export const lineMovements = (id: string) =>
  queryOptions({
    queryKey: ['inventory', 'movements', id],
    queryFn: async ({ signal }) =>
      (await api.inventory.movements({ params: { id } }, { signal })).data,
  });

/** Queries that a change of stock makes stale: both inventories, and fairs. */
const REFRESHES = [['inventory'], ['fairs'], ['activity']];

/** Adjusts one line; a retry after a broken connection takes effect only once. */
export function useUpdateLine() {
  const toKey = useOnceKey();
  return useMutation({
    mutationFn: async ({ id, ...body }: FairInventoryUpdate & { id: string }) =>
      (
        await api.inventory.update(
          { params: { id }, body },
          { idempotencyKey: toKey({ id, body }) },
        )
      ).data,
    meta: { refreshes: REFRESHES },
  });
}

/** Changes a line's price; sending it again changes nothing. */
export function useChangePrice() {
  return useMutation({
    mutationFn: async ({ id, ...body }: PriceChange & { id: string }) =>
      (await api.inventory.changePrice({ params: { id }, body })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useChangeLineStatus() {
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: RecordStatus }) =>
      api.inventory.changeStatus({ params: { id }, body: { status } }),
    meta: { refreshes: REFRESHES },
  });
}

export function useDeleteLine() {
  return useMutation({
    mutationFn: (id: string) => api.inventory.delete({ params: { id } }),
    meta: { refreshes: REFRESHES },
  });
}

export function useChangeTitleStatus() {
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: RecordStatus }) =>
      api.inventory.changeTitleStatus({ params: { id }, body: { status } }),
    meta: { refreshes: REFRESHES },
  });
}
