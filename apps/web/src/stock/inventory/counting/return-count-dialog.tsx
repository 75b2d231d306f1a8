import { ReturnCount } from '@pos/contract/stock/adjustments';
import type { FairLine } from '@pos/contract/stock/inventory';
import { formatCount } from '@pos/contract/values/counts';
import { useWatch } from 'react-hook-form';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useUpdateLine } from '../inventory.data.ts';

/** Records the return count of a title after the fair; the close-out books it. */
export function ReturnCountDialog({ line, onClose }: { line: FairLine; onClose: () => void }) {
  const update = useUpdateLine();
  return (
    <Dialog title={`Count the return of ${line.title}`} onClose={onClose}>
      <Form
        schema={ReturnCount}
        values={{
          operation: 'count_return',
          countedQty: line.countedReturnQty,
          damagedQty: line.damagedQty,
        }}
        guard={false}
        save={(body) => update.mutateAsync({ ...body, id: line.id })}
        onSaved={({ countedReturnQty, title }) => {
          toast.ok({
            title: 'Return counted',
            detail: `${title}: ${formatCount(countedReturnQty ?? 0)}`,
          });
          onClose();
        }}
        submitLabel="Save the count"
        onCancel={onClose}
      >
        <div className="stack gap-20">
          <p>
            Stock does not change before the close-out. The count is compared with the expected
            return.
          </p>
          <QuantityField
            name="countedQty"
            label="Counted"
            lowest={0}
            hint={<Variance expected={line.expectedReturn} />}
          />
          <QuantityField name="damagedQty" label="Of which damaged" lowest={0} />
        </div>
      </Form>
    </Dialog>
  );
}

function Variance({ expected }: { expected: number }) {
  const counted: unknown = useWatch({ name: 'countedQty' });
  const difference = typeof counted === 'number' ? counted - expected : undefined;
  return (
    <span className="numeric">
      Expected {formatCount(expected)}
      {difference !== undefined &&
        difference !== 0 &&
        `, difference ${difference > 0 ? '+' : ''}${formatCount(difference)}`}
    </span>
  );
}
