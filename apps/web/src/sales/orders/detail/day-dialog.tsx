import { OrderDayCorrection, type Order } from '@pos/contract/sales/orders';
import { formatInstant, zoneName } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { DateField } from '#web/ui/fields/dates/date-field.tsx';
import { TextareaField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useCorrectDay } from '../orders.data.ts';

/** Corrects the day of an order whose register had a wrong clock, or confirms the one that it has. */
export function DayDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { mutateAsync: correct } = useCorrectDay(order.id);
  const { orderNumber, businessDay, clockSoldAt, receivedAt, timeZone } = order;
  const zone = zoneName(timeZone);
  return (
    <Dialog title={`Correct the day of ${orderNumber}`} onClose={onClose}>
      <Form
        schema={OrderDayCorrection}
        values={{ businessDay, reason: '' }}
        guard={false}
        save={correct}
        onSaved={(saved) => {
          toast.ok({ title: 'Day corrected', detail: formatDay(saved.businessDay) });
          onClose();
        }}
        submitLabel="Save day"
        busyLabel="Saving…"
        onCancel={onClose}
      >
        <div className="stack gap-20">
          <Notice kind="info">
            {clockSoldAt &&
              `The register's clock showed ${formatInstant(clockSoldAt, timeZone)} ${zone}. `}
            The order arrived on {formatInstant(receivedAt, timeZone)} {zone}. Its sales, tax and
            payments count on the day that you enter. Refunds keep their day.
          </Notice>
          <DateField name="businessDay" label="Day of the sale" />
          <TextareaField name="reason" label="Reason" rows={2} />
        </div>
      </Form>
    </Dialog>
  );
}
