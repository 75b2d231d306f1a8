import type { FulfilmentUpdate, Order, OrderLine } from '@pos/contract/sales/orders';
import { pluralize, formatCount } from '@pos/contract/values/counts';
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useToggled } from '#web/ui/table/rows/unfold.tsx';
import { useUpdateFulfilment } from '../orders.data.ts';
import * as styles from './order.module.css';
import * as checkboxStyles from '#web/ui/fields/checkbox.module.css';

type NextStatus = FulfilmentUpdate['status'];
const BEFORE = { shipped: 'to_ship', delivered: 'shipped' } as const;

/** Lines of a paid order that can be marked as shipped or as delivered. */
export function linesToMark({ status, lines }: Order, next: NextStatus): OrderLine[] {
  if (status === 'open' || status === 'cancelled') return [];
  return lines.filter(
    (line) => line.fulfilment === 'ship_to_school' && line.fulfilmentStatus === BEFORE[next],
  );
}

type FulfilDialogProps = { order: Order; next: NextStatus; onClose: () => void };

/** Marks ship-to-school lines as shipped or delivered; all are preselected. */
export function FulfilDialog({ order, next, onClose }: FulfilDialogProps) {
  const { mutateAsync: update } = useUpdateFulfilment();
  const lines = linesToMark(order, next);
  const left = useToggled();
  const chosen = lines.filter(({ id }) => !left.has(id));
  const confirm = async (): Promise<void> => {
    if (chosen.length === 0) return;
    await update({ lineIds: chosen.map(({ id }) => id), status: next });
    toast.ok({
      title: `${pluralize(chosen.length, 'line', 'lines')} marked as ${next}`,
      detail: order.orderNumber,
    });
  };
  return (
    <ConfirmDialog
      title={`Mark as ${next}: ${order.orderNumber}`}
      confirmLabel={`Mark ${pluralize(chosen.length, 'line', 'lines')} as ${next}`}
      busyLabel="Marking…"
      confirm={confirm}
      onClose={onClose}
    >
      <p>
        {next === 'shipped'
          ? 'This takes the copies out of the warehouse.'
          : 'The school has received them.'}
      </p>
      <ul className={styles.fulfillmentLines} aria-label={`Lines to mark as ${next}`}>
        {lines.map(({ id, title, quantity, refundedQty }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                className={checkboxStyles.checkbox}
                checked={!left.has(id)}
                onChange={() => left.toggle(id)}
              />
              <span>
                {formatCount(quantity - refundedQty)} × {title}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
