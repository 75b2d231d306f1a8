import { SCHOOL_SOURCE_FIELDS, type School, type SchoolSourceField } from '@pos/contract/schools';
import { toStateCode } from '@pos/contract/states';
import { isTimeZone } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { timeZoneChoices, timeZoneLabel } from '#web/lib/time-zones.ts';
import { Card } from '#web/ui/card.tsx';
import { SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo-fields.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { LockedField } from '#web/ui/fields/locked-field.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextareaField, TextField } from '#web/ui/fields/text-fields.tsx';
import * as styles from '#web/ui/fields/fields.module.css';
import { ContactFields } from './contact-fields.tsx';
import { lockReason } from './school-locks.ts';
import { stateChoices } from '#web/features/schools/schools.data.ts';

type SchoolFieldsProps = { school?: School | undefined };

/** Fields of a school, for adding and (given the school) editing. */
export function SchoolFields({ school }: SchoolFieldsProps) {
  return (
    <>
      <Card title="School" intro="All fields are required unless marked optional.">
        <div className="form-stack">
          <div className={styles.pair}>
            <Lockable name="name" school={school}>
              <TextField name="name" label="School name" autoComplete="off" />
            </Lockable>
            <Lockable name="identifier" school={school}>
              <TextField
                name="identifier"
                label="School identifier"
                hint="The short code in files and addresses: MI006719"
                mono
                spellCheck={false}
                autoComplete="off"
              />
            </Lockable>
            <TextField
              name="region"
              label="Region"
              note="optional"
              hint="Groups schools in lists."
              autoComplete="off"
            />
            <Lockable name="enrollment" school={school}>
              <NumberField name="enrollment" label="Enrollment" note="optional" />
            </Lockable>
          </div>
        </div>
      </Card>
      <Address school={school} />
      <Coordinator school={school} />
      <Card title="Other contacts" intro="Optional, such as the librarian or the bookkeeper.">
        <div className="form-stack">
          <ContactFields />
        </div>
      </Card>
      <Billing school={school} />
    </>
  );
}

function Address({ school }: SchoolFieldsProps) {
  return (
    <Card title="Location">
      <div className="form-stack">
        <Lockable name="address" school={school}>
          <TextField name="address" label="Address" autoComplete="off" />
        </Lockable>
        <div className={styles.pair}>
          <Lockable name="city" school={school}>
            <TextField name="city" label="City" autoComplete="off" />
          </Lockable>
          <Lockable name="state" school={school}>
            <AsyncSelectField
              name="state"
              label="State"
              choices={stateChoices}
              placeholder="Name or code"
              exact={toStateCode}
            />
          </Lockable>
          <Lockable name="zip" school={school}>
            <TextField name="zip" label="ZIP code" inputMode="numeric" autoComplete="off" />
          </Lockable>
          <Lockable name="phone" school={school}>
            <TextField name="phone" label="Phone" note="optional" type="tel" autoComplete="off" />
          </Lockable>
          <Lockable name="timeZone" school={school}>
            <AsyncSelectField
              name="timeZone"
              label="Time zone"
              {...(!school && { note: 'optional' })}
              choices={timeZoneChoices}
              placeholder={school ? 'Type to search' : 'As in the settings'}
              hint="For new fairs. Existing fairs keep theirs."
              exact={(text) => (text.includes('/') && isTimeZone(text) ? text : undefined)}
            />
          </Lockable>
        </div>
      </div>
    </Card>
  );
}

function Coordinator({ school }: SchoolFieldsProps) {
  return (
    <Card
      title="Fair coordinator"
      intro="Runs the fair with volunteers; receives each day's sheet."
    >
      <div className={styles.pair}>
        <Lockable name="coordinatorName" school={school}>
          <TextField
            name="coordinatorName"
            label="Coordinator"
            note="optional"
            autoComplete="off"
          />
        </Lockable>
        <Lockable name="coordinatorEmail" school={school}>
          <TextField
            name="coordinatorEmail"
            label="Coordinator's email"
            note="optional"
            type="email"
            autoComplete="off"
          />
        </Lockable>
        <TextField
          name="coordinatorPhone"
          label="Coordinator's phone"
          note="optional"
          type="tel"
          autoComplete="off"
        />
      </div>
    </Card>
  );
}

function Billing({ school }: SchoolFieldsProps) {
  return (
    <Card title="Tax and billing">
      <div className="form-stack">
        <Lockable name="taxExempt" school={school}>
          <SwitchField
            name="taxExempt"
            label="Tax-exempt"
            hint="Purchases by the school itself carry no sales tax."
          />
        </Lockable>
        <ExemptionFields />
        <Lockable name="factsEnabled" school={school}>
          <SwitchField
            name="factsEnabled"
            label="FACTS"
            hint="The school bills purchases to families through FACTS."
          />
        </Lockable>
        <TextField
          name="paymentTerms"
          label="Payment terms"
          note="optional"
          placeholder="Net 30"
          autoComplete="off"
        />
        <TextareaField name="notes" label="Notes" note="optional" />
      </div>
    </Card>
  );
}

/** Certificate of an exempt school. */
function ExemptionFields() {
  const isExempt: unknown = useWatch({ name: 'taxExempt' });
  if (isExempt !== true) return null;
  return (
    <div className={styles.pair}>
      <TextField
        name="exemptCertificateNo"
        label="Certificate number"
        note="optional"
        hint="Without it, the register asks for one at each sale."
        mono
        spellCheck={false}
        autoComplete="off"
      />
      <DateField
        name="exemptValidTo"
        label="Valid through"
        note="optional"
        hint="The last day. Leave blank if it has no end."
      />
    </div>
  );
}

/** A field of the form, or its value with the reason why it cannot be changed. */
function Lockable({
  name,
  school,
  children,
}: SchoolFieldsProps & { name: SchoolSourceField; children: ReactNode }) {
  const reason = school && lockReason(school, name);
  if (!reason) return children;
  return (
    <LockedField
      name={name}
      label={SCHOOL_SOURCE_FIELDS[name]}
      value={shownValue(name, school)}
      reason={reason}
    />
  );
}

function shownValue(name: SchoolSourceField, school: School): string {
  const value = school[name];
  if (name === 'timeZone') return timeZoneLabel(school.timeZone);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatCount(value);
  return value ?? '';
}
