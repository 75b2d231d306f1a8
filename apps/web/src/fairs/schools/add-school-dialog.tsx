import type { School } from '@pos/contract/fairs/schools';
import { TIME_ZONES } from '#web/lib/input/time-zones.ts';
import { toast } from '#web/ui/messages/toast.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { useRetentionChoice } from './retention-choice.tsx';
import { SCHOOL_INPUTS } from './school-inputs.tsx';
import { useAddSchool } from './schools.data.ts';
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
  studentRetentionMonths: null,
};

type AddSchoolDialogProps = { onAdded: (school: School) => void; onClose: () => void };

/** Adds a school that is not in the source system yet, and passes it to `onAdded`. */
export function AddSchoolDialog({ onAdded, onClose }: AddSchoolDialogProps) {
  const add = useAddSchool();
  const { schema, question } = useRetentionChoice();
  return (
    <FormDialog
      title="Add a school"
      size={600}
      onClose={onClose}
      schema={schema}
      values={BLANK}
      draft
      save={add.mutateAsync}
      onSaved={(data) => {
        toast.ok({ title: 'School added', detail: `${data.name}, ${data.identifier}` });
        onAdded(data);
      }}
      submitLabel="Add school"
    >
      <p className="caption">
        For a school that is not in the list yet. All fields are required unless marked optional.
      </p>
      <div className={styles.pair}>
        {SCHOOL_INPUTS.name}
        {SCHOOL_INPUTS.identifier}
      </div>
      {SCHOOL_INPUTS.address}
      <div className={styles.pair}>
        {SCHOOL_INPUTS.city}
        {SCHOOL_INPUTS.state}
        {SCHOOL_INPUTS.zip}
        <SelectField
          name="timeZone"
          label="Time zone"
          note="optional"
          choices={TIME_ZONES}
          placeholder="As in the settings"
        />
        {SCHOOL_INPUTS.phone}
        {SCHOOL_INPUTS.coordinatorName}
        {SCHOOL_INPUTS.coordinatorEmail}
        {SCHOOL_INPUTS.enrollment}
      </div>
      {SCHOOL_INPUTS.taxExempt}
      {question}
    </FormDialog>
  );
}
