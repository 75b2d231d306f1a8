import type { Catalog } from '@pos/contract/sales/register-catalog';
import { zoneName } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { useWatch } from 'react-hook-form';
import { fairChoices } from '#web/fairs/fairs/fairs.data.ts';
import { CUSTOMER_TYPES, EXEMPT_REASONS } from '#web/sales/orders/order-words.ts';
import { SelectField, SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { DateField } from '#web/ui/fields/dates/date-field.tsx';
import * as styles from '#web/ui/fields/fields.module.css';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Card } from '#web/ui/layout/card.tsx';

const toChoices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Fair, day and time of the sale. */
export function SaleCard({ catalog }: { catalog: Catalog | undefined }) {
  const fair = catalog?.fair;
  return (
    <Card title="Sale">
      <div className="stack gap-20">
        <AsyncSelectField name="fairId" label="Fair" choices={fairChoices} isRequired />
        <div className={styles.pair}>
          <DateField
            name="day"
            label="Day"
            hint={fair && `The fair: ${formatDay(fair.startDate)} to ${formatDay(fair.endDate)}.`}
          />
          <TextField
            name="time"
            label="Time"
            type="time"
            hint={fair && `About when, where the fair is (${zoneName(fair.timeZone)}).`}
          />
        </div>
      </div>
    </Card>
  );
}

/** The buyer, and if they pay tax. */
export function BuyerCard() {
  const isExempt = useWatch({ name: 'taxExempt' }) as boolean;
  return (
    <Card title="Buyer">
      <div className="stack gap-20">
        <SelectField name="customerType" label="Buyer" choices={toChoices(CUSTOMER_TYPES)} />
        <div className={styles.pair}>
          <TextField
            name="studentNumber"
            label="Student number"
            note="optional"
            hint="For FACTS, EWallet and shipping to a student."
            autoComplete="off"
            mono
          />
          <TextField name="customerName" label="Name" note="optional" autoComplete="off" />
        </div>
        <SwitchField name="taxExempt" label="Without sales tax" />
        {isExempt && (
          <div className={styles.pair}>
            <SelectField name="exemptReason" label="Reason" choices={toChoices(EXEMPT_REASONS)} />
            <TextField
              name="exemptCertificateNo"
              label="Certificate number"
              note="optional"
              autoComplete="off"
            />
          </div>
        )}
      </div>
    </Card>
  );
}
