import type { ReactNode } from 'react';
import { PageHead, Tabs } from '#web/ui/layout/page-head.tsx';
import { WAREHOUSE_TABS, warehousePath, type WarehouseTab } from './warehouse-paths.ts';

/** One sentence for people who see a list of the warehouse for the first time. */
const MEANINGS: Record<WarehouseTab, string> = {
  receipts: 'Deliveries to the warehouse. Their books count once a receipt is booked.',
  counts: 'Counts of the shelves. A booked count corrects the stock.',
  shipments: 'Restocks of fairs that already sell, from packing to arrival.',
  returns: 'Fairs that have ended, whose books go back to the shelves.',
  differences: 'Titles of which a booked count found more or fewer units than on record.',
};

/** Head of each list of the warehouse, with the tabs to the others. */
export function WarehouseHead({ tab, actions }: { tab: WarehouseTab; actions?: ReactNode }) {
  return (
    <>
      <PageHead title="Warehouse" sub={MEANINGS[tab]} actions={actions} />
      <Tabs
        label="Parts of the warehouse"
        tabs={(Object.keys(WAREHOUSE_TABS) as WarehouseTab[]).map((key) => ({
          label: WAREHOUSE_TABS[key],
          to: warehousePath(key),
          current: key === tab,
        }))}
      />
    </>
  );
}
