import { ordersApi, type OrderRow } from '@pos/contract/orders';
import { allows } from '@pos/contract/permissions';
import { IconPackageImport, IconPrinter, IconTruckDelivery } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useRights } from '#web/lib/session.tsx';
import type { BulkAction } from '#web/ui/table/description.ts';
import { useOpened } from '#web/ui/use-opened.ts';
import type { BulkOrdersProps } from './bulk-orders.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkOrders = lazyPart(async () => (await import('./bulk-orders.tsx')).BulkOrders);

/** Actions on several orders at once, and the dialog that runs them. */
export function useBulkOrders() {
  const mayShip = allows(ordersApi.updateFulfilment.access, useRights());
  const { opened: asked, open: setAsked, close } = useOpened<Omit<BulkOrdersProps, 'onClose'>>();
  const bulk = (rows: readonly OrderRow[], onDone: () => void): BulkAction[] => [
    ...(mayShip
      ? [
          {
            label: 'Mark as shipped',
            icon: IconTruckDelivery,
            run: () => setAsked({ what: 'shipped', rows, onDone }),
          },
          {
            label: 'Mark as delivered',
            icon: IconPackageImport,
            run: () => setAsked({ what: 'delivered', rows, onDone }),
          },
        ]
      : []),
    {
      label: 'Print receipts',
      icon: IconPrinter,
      run: () => setAsked({ what: 'print', rows, onDone }),
    },
  ];
  const dialog = asked && (
    <Suspense>
      <BulkOrders {...asked} onClose={close} />
    </Suspense>
  );
  return { bulk, dialog };
}
