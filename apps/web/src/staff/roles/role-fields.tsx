import type { Role } from '@pos/contract/staff/roles';
import { Card } from '#web/ui/layout/card.tsx';
import { TextareaField, TextField } from '#web/ui/fields/text-fields.tsx';
import { DutiesField } from './duties-field.tsx';
import { RightsField } from './rights-field.tsx';

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
    </>
  );
}
