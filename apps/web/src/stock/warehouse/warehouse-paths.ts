import { pathTo } from '#web/lib/api/paths.ts';

/** Lists of the warehouse by the part of their address, in the order of their tabs. */
export const WAREHOUSE_TABS = {
  receipts: 'Receipts',
  counts: 'Counts',
  shipments: 'Shipments',
  returns: 'Returns to put away',
  differences: 'Differences',
} as const;
export type WarehouseTab = keyof typeof WAREHOUSE_TABS;

/** Address of a list of the warehouse. */
export const warehousePath = (tab: WarehouseTab): string => `${pathTo('warehouse')}/${tab}`;
/** Address of a document. */
export const documentPath = (tab: WarehouseTab, id: string): string =>
  `${warehousePath(tab)}/${id}`;
