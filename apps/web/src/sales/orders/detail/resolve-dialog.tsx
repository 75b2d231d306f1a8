import { OrderResolution, type Order } from '@pos/contract/sales/orders';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { formatCents } from '@pos/contract/values/money';
import { useWatch } from 'react-hook-form';
import { SegmentField } from '#web/ui/fields/segment-field.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useResolveOrder } from '../orders.data.ts';

const CHOICES = [
  { value: 'cancel', label: 'Goods came back' },
  { value: 'uncollected', label: 'Goods are gone' },
];

/** Resolves an unpaid order: the goods came back, or they are gone. */
export function ResolveDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { mutateAsync: resolve } = useResolveOrder(order.id);
  return (
    <FormDialog
      title={`Resolve ${order.orderNumber}`}
      onClose={onClose}
      schema={OrderResolution}
      values={{ decision: 'cancel', reason: '' }}
      save={resolve}
      onSaved={({ status, uncollectedCents }) => {
        toast.ok(
          status === 'cancelled'
            ? { title: 'Order canceled', detail: order.orderNumber }
            : {
                title: 'Order completed',
                detail: `${formatCents(uncollectedCents)} remains uncollected`,
              },
        );
        onClose();
      }}
      submitLabel="Resolve order"
      busyLabel="Resolving…"
    >
      <SegmentField name="decision" label="What happened" choices={CHOICES} />
      <Consequence order={order} />
      <TextareaField name="reason" label="Reason" rows={2} />
    </FormDialog>
  );
}

function Consequence({ order: { payments, totalCents, uncollectedCents } }: { order: Order }) {
  const decision: unknown = useWatch({ name: 'decision' });
  const taken = payments.filter(({ status }) => status === 'completed');
  const counted = payments
    .filter(({ status }) => status === 'completed' || status === 'under_review')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (decision === 'uncollected') {
    return (
      <Notice kind="info">
        The order is completed and counts as sold.{' '}
        <b className="semibold">{formatCents(totalCents - uncollectedCents - counted)}</b> of{' '}
        {formatCents(totalCents)} remains uncollected.
      </Notice>
    );
  }
  return (
    <Notice kind="info">
      The order is canceled. Units taken go back on the shelf, and nothing counts as sold.{' '}
      {taken.length > 0 && (
        <>
          Given back:{' '}
          {taken
            .map(
              ({ method, amountCents }) => `${PAYMENT_METHODS[method]} ${formatCents(amountCents)}`,
            )
            .join(', ')}
          .
        </>
      )}
    </Notice>
  );
}
