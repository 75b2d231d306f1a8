import { ReturnCount } from '@pos/contract/stock/adjustments';
import type { FairLine } from '@pos/contract/stock/inventory';
import { formatCount } from '@pos/contract/values/counts';
import { useWatch } from 'react-hook-form';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useUpdateLine } from '../inventory.data.ts';

/** Records the return count of a title after the fair; the close-out books it. */
export function ReturnCountDialog({ line, onClose }: { line: FairLine; onClose: () => void }) {
  const update = useUpdateLine();
  return (
    <FormDialog
      title={`Count the return of ${line.title}`}
      onClose={onClose}
      schema={ReturnCount}
      values={{
        operation: 'count_return',
        countedQty: line.countedReturnQty,
        damagedQty: line.damagedQty,
      }}
      save={(body) => update.mutateAsync({ ...body, id: line.id })}
      onSaved={({ countedReturnQty, title }) => {
        toast.ok({
          title: 'Return counted',
          detail: `${title}: ${formatCount(countedReturnQty ?? 0)}`,
        });
        onClose();
      }}
      submitLabel="Save the count"
    >
      <p>
        Stock does not change before the close-out. The count is compared with the expected return.
      </p>
      <QuantityField
        name="countedQty"
        label="Counted"
        lowest={0}
        hint={<Variance expected={line.expectedReturn} />}
      />
      <QuantityField name="damagedQty" label="Of which damaged" lowest={0} />
    </FormDialog>
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
