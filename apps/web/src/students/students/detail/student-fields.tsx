import { MAX_PARENTS, type NewParent } from '@pos/contract/students/student-records';
import {
  STUDENT_SOURCE_FIELDS,
  type StudentDetails,
  type StudentSourceField,
} from '@pos/contract/students/students';
import { FROM_SOURCE } from '#web/ui/fields/from-source.tsx';
import { LockedField } from '#web/ui/fields/locked-field.tsx';
import { EmailAndPhone, PersonRows } from '#web/ui/fields/person-rows.tsx';
import { TextField } from '#web/ui/fields/text-fields.tsx';
import * as fieldStyles from '#web/ui/fields/fields.module.css';

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
  grade: 'PK3, PK4, K or 1 to 12',
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
  return (
    <PersonRows name="parents" label="Parents" noun="parent" max={MAX_PARENTS} blank={BLANK}>
      {(name) => (
        <>
          <TextField name={`${name}.name`} label="Name" autoComplete="off" />
          <EmailAndPhone name={name} />
        </>
      )}
    </PersonRows>
  );
}
