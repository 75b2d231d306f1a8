import type { FairInventoryQuery, FairLine } from '@pos/contract/inventory';
import { api } from '#web/lib/api.ts';
import type { ListQuery } from '#web/lib/list.ts';

export const fairInventory = (query: FairInventoryQuery): ListQuery<FairLine> => ({
  queryKey: ['inventory', 'fair', query],
  queryFn: ({ signal }) => api.inventory.fairInventory({ query }, { signal }),
});
