import { StudentsQuery } from '@pos/contract/students/students';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '#web/ui/overlays/panel.tsx';
import { RecordBody, RecordPage } from '#web/ui/layout/record.tsx';
import { StepButtons } from '#web/ui/buttons/step-buttons.tsx';
import { useRecordAddress } from '#web/lib/lists/record-address.ts';
import { useNeighbors } from '#web/ui/table/use-neighbors.ts';
import { fullName } from '../student-words.ts';
import { studentDetails, studentsList } from '../students.data.ts';
import { StudentView } from './student-view.tsx';

/** Open student beside the list. */
export function StudentPanel({ id }: { id: string }) {
  const { data: student } = useQuery(studentDetails(id));
  const { close } = useRecordAddress('student');
  return (
    <Panel
      title={<span data-private>{student ? fullName(student) : 'Student'}</span>}
      onClose={close}
      actions={<StudentSteps id={id} />}
    >
      <StudentBody id={id} level="h3" />
    </Panel>
  );
}

/** Open student in place of the list where there is no room beside it. */
export function StudentPage({ id }: { id: string }) {
  const { data: student } = useQuery(studentDetails(id));
  const { withRecord } = useRecordAddress('student');
  return (
    <RecordPage
      back={{ to: withRecord(undefined), label: 'Students' }}
      title={<span data-private>{student ? fullName(student) : 'Student'}</span>}
      tools={<StudentSteps id={id} />}
    >
      <StudentBody id={id} level="h2" />
    </RecordPage>
  );
}

/** Links to the previous and next student of the list. */
function StudentSteps({ id }: { id: string }) {
  const { open } = useRecordAddress('student');
  const neighbors = useNeighbors({
    id,
    schema: StudentsQuery,
    list: studentsList,
    open: (student, changes) => open(student.id, changes),
  });
  return <StepButtons what="student" id={id} {...neighbors} />;
}

function StudentBody({ id, level }: { id: string; level: 'h2' | 'h3' }) {
  return (
    <RecordBody query={useQuery(studentDetails(id))} what="The student">
      {(student) => <StudentView key={id} student={student} level={level} />}
    </RecordBody>
  );
}
