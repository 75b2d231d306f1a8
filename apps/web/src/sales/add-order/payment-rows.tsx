import { PAYMENT_METHODS, PaymentMethod } from '@pos/contract/sales/payment-methods';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Button, IconButton } from '#web/ui/buttons/button.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
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
  const { rows, append, remove } = useFormRows<PaymentValues>({
    name: 'payments',
    label: 'Payments',
  });
  const { errors } = useFormState();
  const message = errors['payments']?.message;
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
        {typeof message === 'string' && <Notice kind="bad">{message}</Notice>}
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
  const id = useId();
  const name = `payments.${index}`;
  const method = useWatch({ name: `${name}.method` }) as number | null;
  const label = `Payment ${index + 1}`;
  const isHandedOver = method === PaymentMethod.cash || method === PaymentMethod.check;
  return (
    <div role="group" aria-labelledby={id} className={styles.row}>
      <div className="row spread">
        <span id={id} className="semibold">
          {label}
        </span>
        <IconButton label={`Remove ${label}`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
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
    </div>
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
