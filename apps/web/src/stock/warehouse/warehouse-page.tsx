import { IconFileOff } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pathTo } from '#web/lib/api/paths.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { lazyPart } from '#web/ui/messages/lazy-part.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { WAREHOUSE_TABS, type WarehouseTab } from './warehouse-paths.ts';

type Pages = {
  /** List of a tab: `/warehouse/receipts`. */
  List: (props: object) => ReactNode;
  /** One document: `/warehouse/receipts/$id`; none of a list of parts of documents. */
  Document?: (props: object) => ReactNode;
};

const receiptPages = () => import('./receipts/receipt-pages.ts');
const countPages = () => import('./counts/count-pages.ts');
const returnPages = () => import('./put-away/return-pages.ts');
const shipmentPages = () => import('./shipments/shipment-pages.ts');

/** Pages of each tab, loaded when they are opened. */
const PAGES: Record<WarehouseTab, Pages> = {
  receipts: {
    List: lazyPart(receiptPages, 'ReceiptsPage'),
    Document: lazyPart(receiptPages, 'ReceiptPage'),
  },
  counts: {
    List: lazyPart(countPages, 'CountsPage'),
    Document: lazyPart(countPages, 'CountPage'),
  },
  differences: { List: lazyPart(countPages, 'DifferencesPage') },
  returns: {
    List: lazyPart(returnPages, 'ReturnsPage'),
    Document: lazyPart(returnPages, 'ReturnPage'),
  },
  shipments: {
    List: lazyPart(shipmentPages, 'ShipmentsPage'),
    Document: lazyPart(shipmentPages, 'ShipmentPage'),
  },
};

/** The warehouse: the list of a tab or one of its documents, by the address; the first tab unless named. */
export function WarehousePage() {
  const { tab = 'receipts', id }: { tab?: string; id?: string } = useParams({ strict: false });
  const name = tab.toLowerCase();
  if (!Object.hasOwn(WAREHOUSE_TABS, name)) return <NoSuchTab />;
  const { List, Document } = PAGES[name as WarehouseTab];
  if (id === undefined) return <List key={name} />;
  return Document ? <Document key={`${name} ${id}`} /> : <NoSuchTab />;
}

function NoSuchTab() {
  return (
    <Empty
      heading="h1"
      title="This page does not exist"
      text="Check the address, or look in the lists of the warehouse."
      icon={IconFileOff}
      actions={
        <ButtonLink to={pathTo('warehouse')} variant="primary">
          Warehouse
        </ButtonLink>
      }
    />
  );
}
