import { GRADES, MAX_PARENTS, type NewParent } from '@pos/contract/student-records';
import {
  STUDENT_SOURCE_FIELDS,
  type StudentDetails,
  type StudentSourceField,
} from '@pos/contract/students';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { LockedField } from '#web/ui/fields/locked-field.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import { useFormRows } from '#web/ui/fields/use-form-rows.ts';
import * as fieldStyles from '#web/ui/fields/fields.module.css';
import * as styles from './student.module.css';

const FROM_SOURCE = 'From the source system. Change it there.';
const FIELDS: readonly Exclude<StudentSourceField, 'parents'>[] = [
  'firstName',
  'lastName',
  'studentNumber',
  'grade',
  'teacher',
  'factsFamilyId',
];
const NEEDED: readonly string[] = ['firstName', 'lastName', 'studentNumber'];
const HINTS: Readonly<Record<string, string>> = {
  grade: `Such as ${GRADES.slice(0, 4).join(', ')}`,
  studentNumber: "The school's own number",
};

/** Fields of a student, for adding and (given the student) editing. Those of the source are locked. */
export function StudentFields({ student }: { student?: StudentDetails }) {
  const locked: readonly string[] = student?.sourceFields ?? [];
  return (
    <>
      <div className={fieldStyles.pair}>
        {FIELDS.map((name) =>
          locked.includes(name) ? (
            <LockedField
              key={name}
              name={name}
              label={STUDENT_SOURCE_FIELDS[name]}
              value={student?.[name] ?? ''}
              reason={FROM_SOURCE}
            />
          ) : (
            <TextField
              key={name}
              name={name}
              label={STUDENT_SOURCE_FIELDS[name]}
              {...(!NEEDED.includes(name) && { note: 'optional' })}
              {...(HINTS[name] && { hint: HINTS[name] })}
              autoComplete="off"
            />
          ),
        )}
      </div>
      {locked.includes('parents') ? (
        <LockedField
          label="Parents"
          value={student?.parents.map(({ name }) => name).join(', ') || 'None'}
          reason={FROM_SOURCE.replace('it', 'them')}
        />
      ) : (
        <ParentFields />
      )}
    </>
  );
}

const BLANK: NewParent = { name: '', email: '', phone: '' };

/** Parents of a student, each with name, email and phone. */
function ParentFields() {
  const { rows, append, remove } = useFormRows<NewParent>({ name: 'parents', label: 'Parents' });
  return (
    <>
      {rows.map((row, index) => (
        // The fields of a parent are named by its place, and so is the parent.
        <Parent
          key={row.id ?? `parents.${index}`}
          number={index + 1}
          onRemove={() => remove(index)}
        />
      ))}
      {rows.length < MAX_PARENTS && (
        <span>
          <Button size="sm" variant="tertiary" onClick={() => append(BLANK, 'name')}>
            <IconPlus size={16} stroke={2} aria-hidden /> Add a parent
          </Button>
        </span>
      )}
    </>
  );
}

function Parent({ number, onRemove }: { number: number; onRemove: () => void }) {
  const id = useId();
  const name = `parents.${number - 1}`;
  return (
    <div role="group" aria-labelledby={id} className={styles.parent}>
      <div className="row spread">
        <span id={id} className="semibold">
          Parent {number}
        </span>
        <IconButton label={`Remove parent ${number}`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <TextField name={`${name}.name`} label="Name" autoComplete="off" />
      <div className={fieldStyles.pair}>
        <TextField
          name={`${name}.email`}
          label="Email"
          note="optional"
          type="email"
          autoComplete="off"
        />
        <TextField
          name={`${name}.phone`}
          label="Phone"
          note="optional"
          type="tel"
          autoComplete="off"
        />
      </div>
    </div>
  );
}
