import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from '#web/ui/link.tsx';
import { AfterDelay, ErrorNotice, Skeleton } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useStudentAddress } from '../student-address.ts';
import { fullName } from '../student-words.ts';
import { studentDetails } from '../students.data.ts';
import './student.css';
import { StudentView } from './student-view.tsx';

/** The open student beside the list. */
export function StudentPanel({ id }: { id: string }) {
  const { data: student } = useQuery(studentDetails(id));
  const { open } = useStudentAddress();
  const close = (): void => {
    document.querySelector<HTMLElement>('a.rec[aria-current="page"]')?.focus();
    open(undefined);
  };
  return (
    <Panel title={<span className="person">{student ? fullName(student) : 'Student'}</span>} onClose={close}>
      <StudentBody id={id} level="h3" />
    </Panel>
  );
}

/** The open student in place of the list, where there is no room beside it. */
export function StudentPage({ id }: { id: string }) {
  const { data: student } = useQuery(studentDetails(id));
  const { withStudent } = useStudentAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className="student-head">
        <Link to={withStudent(undefined)} className="row">
          <IconChevronLeft size={16} aria-hidden /> Students
        </Link>
        <h1 ref={heading} tabIndex={-1} className="person">
          {student ? fullName(student) : 'Student'}
        </h1>
      </div>
      <section className="card student-card">
        <StudentBody id={id} level="h2" />
      </section>
    </>
  );
}

function StudentBody({ id, level }: { id: string; level: 'h2' | 'h3' }): ReactNode {
  const { data: student, error, refetch } = useQuery(studentDetails(id));
  if (student) return <StudentView key={id} student={student} level={level} />;
  if (error) return <ErrorNotice what="The student" error={error} retry={() => void refetch()} />;
  return (
    <AfterDelay>
      {['60%', '85%', '70%', '90%', '40%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </AfterDelay>
  );
}
