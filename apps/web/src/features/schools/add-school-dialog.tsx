import { NewSchool, type School } from '@pos/contract/schools';
import { toStateCode } from '@pos/contract/states';
import { TIME_ZONES } from '#web/lib/time-zones.ts';
import { toast } from '#web/ui/toast.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, SwitchField } from '#web/ui/fields/choice-fields.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo-fields.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { Form } from '#web/ui/form.tsx';
import { stateChoices, useAddSchool } from './schools.data.ts';
import * as styles from '#web/ui/fields/fields.module.css';

const BLANK = {
  identifier: '',
  name: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  timeZone: '',
  enrollment: null,
  taxExempt: false,
  coordinatorName: '',
  coordinatorEmail: '',
};

/** Adds a school that is not in the source system yet, and passes it to `onAdded`. */
export function AddSchoolDialog({
  onAdded,
  onClose,
}: {
  onAdded: (school: School) => void;
  onClose: () => void;
}) {
  const add = useAddSchool();
  return (
    <Dialog title="Add a school" size={600} onClose={onClose}>
      <Form
        schema={NewSchool}
        values={BLANK}
        guard={false}
        draft
        save={add.mutateAsync}
        onSaved={({ data }) => {
          toast.ok({ title: 'School added', detail: `${data.name}, ${data.identifier}` });
          onAdded(data);
        }}
        submitLabel="Add school"
        onCancel={onClose}
      >
        <div className="form-stack">
          <p className="caption">
            For a school that is not in the source system yet. All fields are required unless marked
            optional.
          </p>
          <div className={styles.pair}>
            <TextField name="name" label="School name" autoComplete="off" />
            <TextField
              name="identifier"
              label="School identifier"
              hint="The short code in files and addresses: MI006719"
              mono
              spellCheck={false}
              autoComplete="off"
            />
          </div>
          <TextField name="address" label="Address" autoComplete="off" />
          <div className={styles.pair}>
            <TextField name="city" label="City" autoComplete="off" />
            <AsyncSelectField
              name="state"
              label="State"
              choices={stateChoices}
              placeholder="Name or code"
              exact={toStateCode}
            />
            <TextField name="zip" label="ZIP code" inputMode="numeric" autoComplete="off" />
            <SelectField
              name="timeZone"
              label="Time zone"
              note="optional"
              choices={TIME_ZONES}
              placeholder="As in the settings"
            />
            <TextField name="phone" label="Phone" note="optional" type="tel" autoComplete="off" />
            <TextField
              name="coordinatorName"
              label="Coordinator"
              note="optional"
              autoComplete="off"
            />
            <TextField
              name="coordinatorEmail"
              label="Coordinator's email"
              note="optional"
              type="email"
              autoComplete="off"
            />
            <NumberField name="enrollment" label="Enrollment" note="optional" />
          </div>
          <SwitchField
            name="taxExempt"
            label="Tax-exempt"
            hint="Purchases by the school itself carry no sales tax."
          />
        </div>
      </Form>
    </Dialog>
  );
}
