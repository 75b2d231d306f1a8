import { NewShipment } from '@pos/contract/stock/warehouse/shipments';
import { formatDayRange } from '@pos/contract/values/days';
import { useNavigate } from '@tanstack/react-router';
import { openFairChoices } from '#web/fairs/fairs/fairs.data.ts';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { documentPath } from '../warehouse-paths.ts';
import { useOpenShipment } from './shipments.data.ts';

const Schema = NewShipment.omit({ lines: true });

/** Opens a restock shipment for a fair and leads to its page. */
export function NewShipmentDialog({ onClose }: { onClose: () => void }) {
  const open = useOpenShipment();
  const navigate = useNavigate();
  return (
    <FormDialog
      title="New restock"
      schema={Schema}
      values={{ fairId: '' }}
      save={open.mutateAsync}
      onSaved={({ id }) => void navigate({ href: documentPath('shipments', id) })}
      submitLabel="Open restock"
      onClose={onClose}
    >
      <AsyncSelectField
        name="fairId"
        label="Fair"
        choices={openFairChoices()}
        detail={({ schoolName, startDate, endDate }) =>
          `${schoolName}, ${formatDayRange(startDate, endDate)}`
        }
      />
    </FormDialog>
  );
}
