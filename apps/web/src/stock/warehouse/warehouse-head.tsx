import type { ReactNode } from 'react';
import { PageHead, Tabs } from '#web/ui/layout/page-head.tsx';
import { WAREHOUSE_TABS, warehousePath, type WarehouseTab } from './warehouse-paths.ts';

/** Head of each list of the warehouse, with the tabs to the others. */
export function WarehouseHead({ tab, actions }: { tab: WarehouseTab; actions?: ReactNode }) {
  return (
    <>
      <PageHead title="Warehouse" actions={actions} />
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
