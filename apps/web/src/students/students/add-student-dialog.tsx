import { NewStudent } from '@pos/contract/students/student-records';
import { RECORDS } from '#web/lib/lists/records.ts';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { StudentFields } from './detail/student-fields.tsx';
import { fullName } from './student-words.ts';
import { useAddStudent } from './students.data.ts';

type AddStudentDialogProps = {
  /** School of the list, if it shows one. */
  schoolId: string | undefined;
  onAdded: (id: string) => void;
  onClose: () => void;
};

/** Adds a student that the source system does not have, and opens the record. */
export function AddStudentDialog({ schoolId, onAdded, onClose }: AddStudentDialogProps) {
  const add = useAddStudent();
  return (
    <FormDialog
      title="Add a student"
      size={600}
      onClose={onClose}
      schema={NewStudent}
      values={{
        schoolId: schoolId ?? '',
        studentNumber: '',
        firstName: '',
        lastName: '',
        grade: '',
        teacher: '',
        factsFamilyId: '',
        parents: [],
      }}
      save={add.mutateAsync}
      onSaved={(student) => {
        toast.ok({
          title: 'Student added',
          detail: `${fullName(student)}, ${student.studentNumber}`,
        });
        onClose();
        onAdded(student.id);
      }}
      submitLabel="Add student"
    >
      <AsyncSelectField name="schoolId" label="School" choices={RECORDS.schools} />
      <StudentFields />
    </FormDialog>
  );
}
