import { ordersApi } from '@pos/contract/orders';
import { IconPackageImport, IconPrinter, IconTruckDelivery } from '@tabler/icons-react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { type BulkOffer, useBulkDialog } from '#web/ui/table/use-bulk-dialog.tsx';
import type { BulkOrdersProps } from './bulk-orders.tsx';

// Loaded on demand: the list needs no dialog at first.
const BulkOrders = lazyPart(async () => (await import('./bulk-orders.tsx')).BulkOrders);

const { access } = ordersApi.updateFulfilment;
const OFFERS: readonly BulkOffer<BulkOrdersProps>[] = [
  { label: 'Mark as shipped', icon: IconTruckDelivery, access, ask: { what: 'shipped' } },
  { label: 'Mark as delivered', icon: IconPackageImport, access, ask: { what: 'delivered' } },
  { label: 'Print receipts', icon: IconPrinter, ask: { what: 'print' } },
];

/** Actions on several orders at once, and the dialog that runs them. */
export const useBulkOrders = () => useBulkDialog(BulkOrders, OFFERS);
