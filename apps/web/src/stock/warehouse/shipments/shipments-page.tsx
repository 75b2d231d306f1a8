import { shipmentsApi, ShipmentsQuery } from '@pos/contract/stock/warehouse/shipments';
import { IconPlus, IconTruck } from '@tabler/icons-react';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { WarehouseHead } from '../warehouse-head.tsx';
import { documentPath } from '../warehouse-paths.ts';
import { SHIPMENT_COLUMNS } from './shipment-columns.tsx';
import { SHIPMENTS, shipmentsList } from './shipments.data.ts';

// Loaded on demand: the list needs no dialog at first.
const NewShipmentDialog = asidePart(() => import('./new-shipment-dialog.tsx'), 'NewShipmentDialog');

/** Restock shipments to fairs that already sell. */
export function ShipmentsPage() {
  useLiveRefresh(['warehouse'], SHIPMENTS);
  const { opened, open, close } = useOpened<'new'>();
  const add = (
    <Allowed to={shipmentsApi.open}>
      <Button variant="primary" onClick={() => open('new')}>
        <IconPlus size={16} stroke={2} aria-hidden /> New restock
      </Button>
    </Allowed>
  );
  return (
    <>
      <WarehouseHead tab="shipments" actions={add} />
      <DataTable
        name="shipments"
        schema={ShipmentsQuery}
        list={shipmentsList}
        columns={SHIPMENT_COLUMNS}
        searchHint="Number, fair, school"
        rowId={({ id }) => id}
        rowName={({ number }) => number}
        rowLink={({ id }) => documentPath('shipments', id)}
        empty={{
          title: 'No restock was sent yet',
          text: 'A restock brings more books to a fair that already sells. Open one with New restock, or from the Last copy report of a fair.',
          icon: IconTruck,
        }}
      />
      {opened && <NewShipmentDialog onClose={close} />}
    </>
  );
}
