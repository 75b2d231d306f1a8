import { useQuery } from '@tanstack/react-query';
import { Panel } from '#web/ui/panel.tsx';
import { RecordBody, RecordPage } from '#web/ui/record.tsx';
import { useStudentAddress } from '../student-address.ts';
import { fullName } from '../student-words.ts';
import { studentDetails } from '../students.data.ts';
import { StudentView } from './student-view.tsx';
import * as styles from '../students.module.css';

/** Open student beside the list. */
export function StudentPanel({ id }: { id: string }) {
  const { data: student } = useQuery(studentDetails(id));
  const { open } = useStudentAddress();
  const close = (): void => {
    document.querySelector<HTMLElement>('a[data-row][aria-current="page"]')?.focus();
    open(undefined);
  };
  return (
    <Panel
      title={<span className={styles.person}>{student ? fullName(student) : 'Student'}</span>}
      onClose={close}
    >
      <StudentBody id={id} level="h3" />
    </Panel>
  );
}

/** Open student in place of the list where there is no room beside it. */
export function StudentPage({ id }: { id: string }) {
  const { data: student } = useQuery(studentDetails(id));
  const { withStudent } = useStudentAddress();
  return (
    <RecordPage
      back={{ to: withStudent(undefined), label: 'Students' }}
      title={<span className={styles.person}>{student ? fullName(student) : 'Student'}</span>}
    >
      <StudentBody id={id} level="h2" />
    </RecordPage>
  );
}

function StudentBody({ id, level }: { id: string; level: 'h2' | 'h3' }) {
  return (
    <RecordBody query={useQuery(studentDetails(id))} what="The student">
      {(student) => <StudentView key={id} student={student} level={level} />}
    </RecordBody>
  );
}
