import { PAYMENT_METHODS, PaymentMethod } from '@pos/contract/sales/payment-methods';
import { IconPlus } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { Button } from '#web/ui/buttons/button.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { FormRow } from '#web/ui/fields/form-row.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { useFormRows } from '#web/ui/fields/use-form-rows.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Notice } from '#web/ui/messages/notice.tsx';
import * as styles from './add-order.module.css';
import type { PaymentValues } from './added-sums.ts';

const METHODS = Object.entries(PAYMENT_METHODS).map(([value, label]) => ({
  value: Number(value),
  label,
}));

/** Payments of the sale, one or several. A new one has the amount that is left to pay. */
export function PaymentsCard({ leftCents }: { leftCents: number }) {
  const { rows, append, remove, message } = useFormRows<PaymentValues>({
    name: 'payments',
    label: 'Payments',
  });
  return (
    <Card title="Payments">
      <div className="stack gap-20">
        {rows.map((_row, index) => (
          <PaymentRow
            // Fields are named by the place of the payment.
            key={`${index} of ${rows.length}`}
            index={index}
            onRemove={() => remove(index)}
          />
        ))}
        {message && <Notice kind="bad">{message}</Notice>}
        <span>
          <Button
            size="sm"
            variant="tertiary"
            onClick={() =>
              append(
                { method: PaymentMethod.cash, ...(leftCents > 0 && { amountCents: leftCents }) },
                'method',
              )
            }
          >
            <IconPlus size={16} stroke={2} aria-hidden /> Add a payment
          </Button>
        </span>
      </div>
    </Card>
  );
}

function PaymentRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const name = `payments.${index}`;
  const method = useWatch({ name: `${name}.method` }) as number | null;
  const isHandedOver = method === PaymentMethod.cash || method === PaymentMethod.check;
  return (
    <FormRow label={`payment ${index + 1}`} className={styles.row} onRemove={onRemove}>
      <div className={styles.cells}>
        <SelectField name={`${name}.method`} label="Method" choices={METHODS} />
        <NumberField name={`${name}.amountCents`} label="Amount" prefix="$" decimals={2} scaled />
        {isHandedOver && (
          <NumberField
            name={`${name}.tenderedCents`}
            label="Handed over"
            note="optional"
            prefix="$"
            decimals={2}
            scaled
          />
        )}
        {method === PaymentMethod.check && (
          <TextField name={`${name}.checkNumber`} label="Check number" autoComplete="off" />
        )}
        {method === PaymentMethod.creditCard && <CardFields name={name} />}
      </div>
    </FormRow>
  );
}

function CardFields({ name }: { name: string }) {
  return (
    <>
      <TextField
        name={`${name}.cardLast4`}
        label="Last four digits"
        note="optional"
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
      />
      <TextField
        name={`${name}.processorRef`}
        label="Reference"
        note="optional"
        hint="From the slip of the terminal. Never enter a card number."
        autoComplete="off"
      />
    </>
  );
}
