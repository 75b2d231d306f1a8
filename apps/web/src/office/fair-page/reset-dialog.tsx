import type { FairDetails } from '@pos/contract/fairs/fairs';
import { FairReset } from '@pos/contract/close-out/resets';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { formatCents } from '@pos/contract/values/money';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useResetFair } from '#web/fairs/fairs/fairs.data.ts';

/** Voids training sales after the fair's identifier has been typed. */
export function ResetDialog({ fair, onClose }: { fair: FairDetails; onClose: () => void }) {
  const reset = useResetFair(fair.id);
  const { identifier } = fair;
  return (
    <Dialog title={`Reset ${fair.name}?`} onClose={onClose}>
      <div className="stack">
        <div className="stack">
          <p>
            {fair.orders > 0
              ? `${ordersText(fair)} voided. ${fair.orders === 1 ? 'It leaves' : 'They leave'} lists, reports and this fair's totals, and the stock goes back on the shelves.`
              : 'This fair has no orders. Orders sold before now that registers send later will be held.'}
          </p>
          <p className="subdued">
            Nothing is erased. Stock adjustments stay, and order numbers are not reused. Card,
            Facts, eWallet and AveDollar payments have to be refunded first. This cannot be undone.
          </p>
        </div>
        <Form
          schema={FairReset.pick({ confirm: true })}
          values={{ confirm: '' }}
          save={reset.mutateAsync}
          onSaved={(data) => {
            toast.ok({
              title: 'Fair reset',
              detail:
                data.orders === 0
                  ? 'There were no orders to void.'
                  : `${pluralize(data.orders, 'order', 'orders')} voided, reducing sales by ${formatCents(data.totalCents)}.`,
            });
            onClose();
          }}
          submitLabel="Reset fair"
          busyLabel="Resetting…"
          isDanger
          guard={false}
          onCancel={onClose}
        >
          <TextField
            name="confirm"
            label={`Type ${identifier} to confirm`}
            mono
            spellCheck={false}
            autoComplete="off"
          />
        </Form>
      </div>
    </Dialog>
  );
}

/** All orders that a reset voids; the amount leaves out unpaid and canceled ones, which no total counts. */
function ordersText({ orders, totals }: FairDetails): string {
  const sums = `${formatCents(totals.totalCents ?? 0)} with tax and ${pluralize(totals.unitsSold, 'unit', 'units')} sold`;
  const uncounted = orders - totals.orders;
  if (uncounted === 0)
    return `${pluralize(orders, 'order', 'orders')} of ${sums} ${orders === 1 ? 'is' : 'are'}`;
  return `${pluralize(orders, 'order', 'orders')} (${formatCount(totals.orders)} of ${sums}, ${formatCount(uncounted)} unpaid or canceled, not counted) ${orders === 1 ? 'is' : 'are'}`;
}
