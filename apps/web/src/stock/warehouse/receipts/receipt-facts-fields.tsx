import { DateField } from '#web/ui/fields/dates/date-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';

/** Fields for supplier, reference and date of a receipt. */
export function ReceiptFactsFields({ isOpening }: { isOpening: boolean }) {
  return (
    <>
      {!isOpening && (
        <>
          <TextField name="supplier" label="Supplier" note="optional" autoComplete="off" />
          <TextField
            name="reference"
            label="Invoice or purchase order"
            note="optional"
            autoComplete="off"
          />
        </>
      )}
      <DateField name="receivedOn" label="Date" />
    </>
  );
}
