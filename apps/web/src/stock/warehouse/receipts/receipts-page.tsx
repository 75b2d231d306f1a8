import { receiptsApi, ReceiptsQuery } from '@pos/contract/stock/warehouse/receipts';
import { IconPlus, IconTruckDelivery } from '@tabler/icons-react';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { Allowed } from '#web/lib/session/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { useExport } from '#web/ui/exports/use-export.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { WarehouseHead } from '../warehouse-head.tsx';
import { documentPath } from '../warehouse-paths.ts';
import { RECEIPT_COLUMNS } from './receipt-columns.tsx';
import { RECEIPTS, receiptsList } from './receipts.data.ts';

// Loaded on demand: the list needs no dialog at first.
const NewReceiptDialog = asidePart(() => import('./new-receipt-dialog.tsx'), 'NewReceiptDialog');

/** Deliveries to the warehouse and its opening stock. */
export function ReceiptsPage() {
  useLiveRefresh(['warehouse'], RECEIPTS);
  const { opened, open, close } = useOpened<'new'>();
  const { tool, dialog } = useExport('receipts');
  const add = (
    <Allowed to={receiptsApi.open}>
      <Button variant="primary" onClick={() => open('new')}>
        <IconPlus size={16} stroke={2} aria-hidden /> New receipt
      </Button>
    </Allowed>
  );
  return (
    <>
      <WarehouseHead tab="receipts" actions={add} />
      <DataTable
        name="receipts"
        schema={ReceiptsQuery}
        list={receiptsList}
        columns={RECEIPT_COLUMNS}
        tool={tool}
        searchHint="Number, supplier, invoice"
        rowId={({ id }) => id}
        rowName={({ number }) => number}
        rowLink={({ id }) => documentPath('receipts', id)}
        empty={{
          title: 'Nothing was received yet',
          text: 'A receipt brings books into the warehouse: a delivery, or the opening stock on the first day. Open one with New receipt, then scan the books or upload a sheet.',
          icon: IconTruckDelivery,
        }}
      />
      {dialog}
      {opened && <NewReceiptDialog onClose={close} />}
    </>
  );
}
