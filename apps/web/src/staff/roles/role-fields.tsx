import { FACTOR_GRACE_DAYS } from '@pos/contract/staff/second-factor';
import { Day } from '@pos/contract/values';
import { z } from 'zod';
import { DateField } from '#web/ui/fields/dates/date-field.tsx';
import type { Role } from '@pos/contract/staff/roles';
import { Card } from '#web/ui/layout/card.tsx';
import { TextareaField, TextField } from '#web/ui/fields/text-fields.tsx';
import { DutiesField } from './duties-field.tsx';
import { RightsField } from './rights-field.tsx';

/** Day of the form; empty for none. */
export const factorDay = {
  factorRequiredFrom: z.union([z.literal(''), Day], 'Enter a date as MM/DD/YYYY.'),
};

/** Fields of a role, for adding and (given the role) editing. */
export function RoleFields({ role }: { role?: Role }) {
  return (
    <>
      <Card title="Role" intro="All fields are required.">
        <div className="stack gap-20">
          <TextField name="name" label="Name" note="2 to 30 characters" autoComplete="off" narrow />
          <TextareaField
            name="description"
            label="Description"
            hint="One sentence about what these people do."
            rows={2}
          />
        </div>
      </Card>
      <RightsField role={role} />
      <DutiesField role={role} />
      <Card title="Second factor">
        <DateField
          name="factorRequiredFrom"
          label="Required from"
          note="optional"
          hint={`People with this role have ${FACTOR_GRACE_DAYS} days from then on to set one up.`}
          narrow
        />
      </Card>
    </>
  );
}
