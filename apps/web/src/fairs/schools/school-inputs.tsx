import type { NewSchool } from '@pos/contract/fairs/schools';
import { toStateCode } from '@pos/contract/states';
import type { ReactElement } from 'react';
import { SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { stateChoices } from './schools.data.ts';

/** Inputs of a school by field, for its page and for the dialog that adds one. */
export const SCHOOL_INPUTS = {
  name: <TextField name="name" label="School name" autoComplete="off" />,
  identifier: (
    <TextField
      name="identifier"
      label="School identifier"
      hint="The short code in files and addresses: MI006719"
      mono
      spellCheck={false}
      autoComplete="off"
    />
  ),
  address: <TextField name="address" label="Address" autoComplete="off" />,
  city: <TextField name="city" label="City" autoComplete="off" />,
  state: (
    <AsyncSelectField
      name="state"
      label="State"
      choices={stateChoices}
      placeholder="Name or code"
      exact={toStateCode}
    />
  ),
  zip: <TextField name="zip" label="ZIP code" inputMode="numeric" autoComplete="off" />,
  phone: <TextField name="phone" label="Phone" note="optional" type="tel" autoComplete="off" />,
  enrollment: <NumberField name="enrollment" label="Enrollment" note="optional" />,
  taxExempt: (
    <SwitchField
      name="taxExempt"
      label="Tax-exempt"
      hint="Purchases by the school itself carry no sales tax."
    />
  ),
  coordinatorName: (
    <TextField name="coordinatorName" label="Coordinator" note="optional" autoComplete="off" />
  ),
  coordinatorEmail: (
    <TextField
      name="coordinatorEmail"
      label="Coordinator's email"
      note="optional"
      type="email"
      autoComplete="off"
    />
  ),
} satisfies Partial<Record<keyof NewSchool, ReactElement>>;
