import {
  SCHOOL_SOURCE_FIELDS,
  type School,
  type SchoolSourceField,
  MAX_CONTACTS,
  type NewSchoolContact,
} from '@pos/contract/fairs/schools';
import { isTimeZone } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { SCHOOL_INPUTS } from '#web/fairs/schools/school-inputs.tsx';
import { timeZoneChoices, timeZoneLabel } from '#web/lib/input/time-zones.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { DateField } from '#web/ui/fields/dates/date-field.tsx';
import * as styles from '#web/ui/fields/fields.module.css';
import { LockedField } from '#web/ui/fields/locked-field.tsx';
import { EmailAndPhone, PersonRows } from '#web/ui/fields/person-rows.tsx';
import { TextareaField, TextField } from '#web/ui/fields/text-fields.tsx';
import { AgreementFields } from './agreement-fields.tsx';
import { lockReason } from './school-locks.ts';

const BLANK: NewSchoolContact = { name: '', role: '', email: '', phone: '' };

/** Contacts of a school besides its coordinator, each with name, role, email and phone. */
function ContactFields() {
  return (
    <PersonRows name="contacts" label="Contacts" noun="contact" max={MAX_CONTACTS} blank={BLANK}>
      {(name) => (
        <>
          <TextField name={`${name}.name`} label="Name" autoComplete="off" />
          <TextField
            name={`${name}.role`}
            label="Role"
            note="optional"
            placeholder="Librarian"
            autoComplete="off"
          />
          <EmailAndPhone name={name} />
        </>
      )}
    </PersonRows>
  );
}

type SchoolFieldsProps = { school?: School | undefined };

/** Fields of a school, for adding and (given the school) editing. */
export function SchoolFields({ school }: SchoolFieldsProps) {
  return (
    <>
      <Card title="School" intro="All fields are required unless marked optional.">
        <div className="stack gap-20">
          <div className={styles.pair}>
            <SchoolInput name="name" school={school} />
            <SchoolInput name="identifier" school={school} />
            <TextField
              name="region"
              label="Region"
              note="optional"
              hint="Groups schools in lists."
              autoComplete="off"
            />
            <SchoolInput name="enrollment" school={school} />
          </div>
        </div>
      </Card>
      <Address school={school} />
      <Coordinator school={school} />
      <Card title="Other contacts" intro="Optional, such as the librarian or the bookkeeper.">
        <div className="stack gap-20">
          <ContactFields />
        </div>
      </Card>
      <Card
        title="Profit agreement"
        intro="Optional. A fair's sales decide its band, whose shares apply to all of them. Without bands, the shares in Settings apply."
      >
        <div className="stack gap-20">
          <AgreementFields />
        </div>
      </Card>
      <Billing school={school} />
    </>
  );
}

function Address({ school }: SchoolFieldsProps) {
  return (
    <Card title="Location">
      <div className="stack gap-20">
        <SchoolInput name="address" school={school} />
        <div className={styles.pair}>
          <SchoolInput name="city" school={school} />
          <SchoolInput name="state" school={school} />
          <SchoolInput name="zip" school={school} />
          <SchoolInput name="phone" school={school} />
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
        <SchoolInput name="coordinatorName" school={school} />
        <SchoolInput name="coordinatorEmail" school={school} />
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
      <div className="stack gap-20">
        <SchoolInput name="taxExempt" school={school} />
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

/** An input that the dialog for adding a school has too. */
function SchoolInput({ name, school }: SchoolFieldsProps & { name: keyof typeof SCHOOL_INPUTS }) {
  return (
    <Lockable name={name} school={school}>
      {SCHOOL_INPUTS[name]}
    </Lockable>
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
