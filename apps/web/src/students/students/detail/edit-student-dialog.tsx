import { StudentChanges, type NewParent } from '@pos/contract/students/student-records';
import {
  STUDENT_SOURCE_FIELDS,
  type StudentDetails,
  type StudentSourceField,
} from '@pos/contract/students/students';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FromSource } from '#web/ui/fields/from-source.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useSaveMerged, wasCancelled, type ShownField } from '#web/ui/form/use-save-merged.tsx';
import { fullName } from '../student-words.ts';
import { readStudent, useUpdateStudent } from '../students.data.ts';
import { StudentFields } from './student-fields.tsx';

const EditedStudent = StudentChanges.required();
type StudentValues = Required<Omit<z.output<typeof EditedStudent>, 'version'>>;

const NAMES = Object.keys(STUDENT_SOURCE_FIELDS) as StudentSourceField[];
const FIELDS = Object.fromEntries(
  NAMES.map((name) => [
    name,
    {
      label: STUDENT_SOURCE_FIELDS[name],
      ...(name === 'parents' && {
        show: (value: unknown) => (value as NewParent[]).map((one) => one.name).join(', '),
      }),
    },
  ]),
) as Record<StudentSourceField, ShownField>;

type EditStudentDialogProps = { student: StudentDetails; onClose: () => void };

/** Form of a student. Fields of the source system are shown but not sent. */
export function EditStudentDialog({ student, onClose }: EditStudentDialogProps) {
  // The form's initial record; the query may refetch meanwhile.
  const [base] = useState(student);
  const update = useUpdateStudent(base.id);
  const { schema, toValues } = useMemo(() => toForm(base), [base]);
  const { save, dialog } = useSaveMerged({
    what: 'student',
    record: base,
    toValues,
    fields: FIELDS,
    read: () => readStudent(base.id),
    update: update.mutateAsync,
    onDiscard: onClose,
  });
  return (
    <>
      <FormDialog
        title={`Edit ${fullName(base)}`}
        size={600}
        onClose={onClose}
        schema={schema}
        values={{ ...toValues(base), version: base.version }}
        save={({ version: _, ...values }) => save(values)}
        onSaved={(saved) => {
          toast.ok({
            title: 'Student updated',
            detail: `${fullName(saved)}, ${saved.studentNumber}`,
          });
          onClose();
        }}
        onRefused={wasCancelled}
        submitLabel="Save"
      >
        {base.inSource && <FromSource what="student" />}
        <StudentFields student={base} />
      </FormDialog>
      {dialog}
    </>
  );
}

/** Schema and values of a student's form, without the fields that are locked. */
function toForm({ sourceFields }: StudentDetails) {
  const open = NAMES.filter((name) => !sourceFields.includes(name));
  const fields = Object.entries(StudentChanges.shape).filter(
    ([name]) => name === 'version' || open.includes(name as StudentSourceField),
  );
  return {
    schema: z.strictObject(Object.fromEntries(fields)) as unknown as typeof EditedStudent,
    toValues: (record: StudentDetails) =>
      Object.fromEntries(
        open.map((name) => [name, record[name] ?? '']),
      ) as unknown as StudentValues,
  };
}
