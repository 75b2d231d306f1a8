import type { FulfilmentUpdate, Order, OrderRow } from '@pos/contract/sales/orders';
import { pluralize } from '@pos/contract/values/counts';
import { useRef, useState } from 'react';
import { api } from '#web/lib/api/api.ts';
import { BulkDialog, type BulkRows } from '#web/ui/form/bulk-dialog.tsx';
import { NotForRow } from '#web/ui/form/use-bulk-run.ts';
import { linesToMark } from './detail/fulfil-dialog.tsx';
import { Receipts } from './detail/receipt.tsx';
import { useUpdateFulfilment } from './orders.data.ts';

export type BulkOrdersProps = BulkRows<OrderRow> & { what: FulfilmentUpdate['status'] | 'print' };
type PartProps = Omit<BulkOrdersProps, 'what'>;

const orders = (count: number): string => pluralize(count, 'order', 'orders');
const rowName = ({ orderNumber }: OrderRow): string => orderNumber;
const readOrder = async (id: string): Promise<Order> =>
  (await api.orders.getById({ params: { id } })).data;

/** Marks several orders as shipped or delivered, or prints their receipts. */
export function BulkOrders({ what, ...props }: BulkOrdersProps) {
  return what === 'print' ? <PrintOrders {...props} /> : <MarkOrders {...props} next={what} />;
}

function MarkOrders({ next, ...props }: PartProps & { next: FulfilmentUpdate['status'] }) {
  const { mutateAsync: update } = useUpdateFulfilment();
  const mark = async ({ id }: OrderRow): Promise<void> => {
    const lines = linesToMark(await readOrder(id), next);
    if (lines.length === 0)
      throw new NotForRow(
        next === 'shipped' ? 'Nothing is waiting to be shipped.' : 'Nothing is on its way.',
      );
    await update({ lineIds: lines.map((line) => line.id), status: next });
  };
  return (
    <BulkDialog
      {...props}
      rowName={rowName}
      title={`Mark ${orders(props.rows.length)} as ${next}`}
      doneWords={(count) => `${orders(count)} marked as ${next}`}
      call={mark}
    >
      {next === 'shipped'
        ? 'Takes their ship-to-school copies out of the warehouse. Orders without any are skipped and named.'
        : 'The school has received their ship-to-school copies. Orders without any on their way are skipped and named.'}
    </BulkDialog>
  );
}

/** Reads the orders, then prints the receipts of those that could be read. */
function PrintOrders({ rows, onClose }: PartProps) {
  const read = useRef<Order[]>([]);
  const [printed, setPrinted] = useState<readonly Order[]>();
  if (printed) return <Receipts orders={printed} onPrinted={onClose} />;
  return (
    <BulkDialog
      rows={rows}
      rowName={rowName}
      title={`Print ${pluralize(rows.length, 'receipt', 'receipts')}`}
      doneWords={(count) => `${pluralize(count, 'receipt', 'receipts')} ready to print`}
      call={async ({ id }) => {
        read.current.push(await readOrder(id));
      }}
      onDone={() => read.current.length > 0 && setPrinted(read.current)}
      onClose={() => read.current.length === 0 && onClose()}
    >
      Each receipt starts on a page of its own.
    </BulkDialog>
  );
}
