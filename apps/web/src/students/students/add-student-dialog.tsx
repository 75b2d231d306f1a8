import { NewStudent } from '@pos/contract/students/student-records';
import { schoolChoices } from '#web/fairs/schools/schools.data.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { AsyncSelectField } from '#web/ui/fields/combo/combo-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { StudentFields } from './detail/student-fields.tsx';
import { fullName } from './student-words.ts';
import { useAddStudent } from './students.data.ts';

/** Adds a student that the source system does not have, and opens the record. */
export function AddStudentDialog({
  schoolId,
  onAdded,
  onClose,
}: {
  /** School of the list, if it shows one. */
  schoolId: string | undefined;
  onAdded: (id: string) => void;
  onClose: () => void;
}) {
  const add = useAddStudent();
  return (
    <Dialog title="Add a student" size={600} onClose={onClose}>
      <Form
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
        guard={false}
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
        onCancel={onClose}
      >
        <div className="stack gap-20">
          <AsyncSelectField name="schoolId" label="School" choices={schoolChoices} />
          <StudentFields />
        </div>
      </Form>
    </Dialog>
  );
}
