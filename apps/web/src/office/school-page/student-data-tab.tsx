import type { School } from '@pos/contract/fairs/schools';
import { RETENTION_WORDS } from '@pos/contract/fairs/retention';
import {
  studentDataApi,
  type DueStudent,
  type Erasure,
  type ErasureObstacle,
  type StudentData,
} from '@pos/contract/students/student-data';
import { formatInstant } from '@pos/contract/values/clock';
import { formatCount, pluralize } from '@pos/contract/values/counts';
import { IconEraser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { openFile } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card, Facts } from '#web/ui/layout/card.tsx';
import { ProgressBar } from '#web/ui/layout/checklist.tsx';
import { asidePart } from '#web/ui/messages/lazy-part.tsx';
import { Link } from '#web/ui/buttons/link.tsx';
import { Empty } from '#web/ui/messages/notice.tsx';
import { RecordBody } from '#web/ui/layout/record.tsx';
import { toast } from '#web/ui/messages/toast.tsx';
import { useOpened } from '#web/ui/overlays/use-opened.ts';
import { isErasing, studentData } from './school-page.data.ts';
import * as styles from './school-page.module.css';

const RuleDialog = asidePart(() => import('./rule-dialog.tsx'), 'RuleDialog');
const EraseAllDialog = asidePart(() => import('./erase-all-dialog.tsx'), 'EraseAllDialog');
const ExportDialog = asidePart(() => import('#web/ui/exports/export-dialog.tsx'), 'ExportDialog');

/** Retention rule of a school's students, export and erasure of all of them, and past erasures. */
export function StudentDataTab({ school }: { school: School }) {
  const query = useQuery(studentData(school.id));
  return (
    <RecordBody query={query} what="The students">
      {(data) => (
        <div className="stack">
          <RetentionCard school={school} data={data} />
          <ActionsCard school={school} data={data} />
          <ErasuresCard school={school} erasures={data.erasures} />
        </div>
      )}
    </RecordBody>
  );
}

type PartProps = { school: School; data: StudentData };

function RetentionCard({ school, data }: PartProps) {
  const { opened: isChanging, open, close } = useOpened<true>();
  const { months, companyMonths, students, inSource, due } = data;
  const rule = RETENTION_WORDS[months ?? companyMonths];
  return (
    <Card
      title="How long names are kept"
      intro="Names of students and parents are erased this long after the last order, eWallet entry or change. Orders, eWallets and totals stay."
      aside={
        <Button size="sm" onClick={() => open(true)}>
          Change rule…
        </Button>
      }
    >
      <Facts
        facts={[
          ['Names are erased', months === null ? `${rule}, as in Settings` : rule],
          ['Students with a name', formatCount(students)],
          ...(inSource > 0
            ? ([['From the source system (never erased)', formatCount(inSource)]] as const)
            : []),
          ['Due now', reachedWords(due)],
          ['Reached within a year', formatCount(due.withinYear)],
        ]}
      />
      <DueStudents students={due.first} timeZone={school.timeZone} />
      {isChanging && <RuleDialog schoolId={school.id} data={data} onClose={close} />}
    </Card>
  );
}

function reachedWords({ now, blocked }: StudentData['due']): string {
  return blocked === 0
    ? formatCount(now)
    : `${formatCount(now)}, ${formatCount(blocked)} of them blocked`;
}

const OBSTACLES: Record<ErasureObstacle, string> = {
  money: 'money in the eWallet',
  payments: 'a payment that waits',
  orders: 'an open order',
  held: 'a held order',
};

type DueStudentsProps = { students: readonly DueStudent[]; timeZone: string };

function DueStudents({ students, timeZone }: DueStudentsProps) {
  if (students.length === 0) return null;
  return (
    <ul className={styles.due} aria-label="Students in the order of their date" data-private>
      {students.map(({ studentId, studentNumber, firstName, lastName, dueAt, obstacle }) => (
        <li key={studentId}>
          <span>
            <Link to={pathTo('students', {}, { student: studentId })}>
              {firstName} {lastName}
            </Link>{' '}
            <span className="monospace muted">{studentNumber}</span>
          </span>
          <span className="numeric">{formatInstant(dueAt, timeZone)}</span>
          {obstacle && <span className="caption">Blocked by {OBSTACLES[obstacle]}</span>}
        </li>
      ))}
    </ul>
  );
}

function ActionsCard({ school, data }: PartProps) {
  const { opened: asked, open, close } = useOpened<'export' | 'erase'>();
  return (
    <Card
      title="All students of this school"
      intro="For a request of the district or the end of a contract. An erasure cannot be undone; export first if the school wants the data."
    >
      <div className="row wrapping">
        <Button disabled={data.students === 0} onClick={() => open('export')}>
          Export all data…
        </Button>
        <Button
          variant="danger"
          disabled={data.students === 0 || isErasing(data)}
          onClick={() => open('erase')}
        >
          Erase all students…
        </Button>
      </div>
      {asked &&
        (asked === 'export' ? (
          <ExportDialog
            list="student-data"
            query={{ schoolId: school.id }}
            total={{ count: data.students, isCapped: false }}
            onClose={close}
          />
        ) : (
          <EraseAllDialog school={school} data={data} onClose={close} />
        ))}
    </Card>
  );
}

function ErasuresCard({ school, erasures }: { school: School; erasures: readonly Erasure[] }) {
  return (
    <Card title="Erasures" rows>
      {erasures.length === 0 ? (
        <Empty
          title="No erasures yet"
          text="Each one is listed here with its proof."
          icon={IconEraser}
        />
      ) : (
        <ul className={`${styles.rows} lined`} aria-label="Erasures">
          {erasures.map((erasure) => (
            <ErasureRow key={erasure.id} erasure={erasure} timeZone={school.timeZone} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const PHASES: Record<Erasure['phase'], string> = {
  students: 'Erasing names',
  texts: 'Erasing names in texts',
  scan: 'Searching texts for the names',
  done: 'Done',
};

function ErasureRow({ erasure, timeZone }: { erasure: Erasure; timeZone: string }) {
  const { kind, askedAt, askedBy, erased, left, found, phase, progress, finishedAt } = erasure;
  return (
    <li>
      <span>
        {kind === 'school' ? 'All students' : 'Retention rule'}:{' '}
        {pluralize(erased, 'student erased', 'students erased')}
        {left > 0 && `, ${formatCount(left)} left because money or orders are open`}
      </span>
      {finishedAt ? <ProofButton id={erasure.id} /> : <span>{progress}%</span>}
      <span className="caption">
        {formatInstant(askedAt, timeZone)}
        {kind === 'school' && `, ${askedBy}`}
        {finishedAt &&
          (found === 0
            ? '. Searched afterwards: no name found.'
            : `. Names remain in ${pluralize(found ?? 0, 'place', 'places')}; the proof lists them.`)}
      </span>
      {!finishedAt && (
        <div role="status" className={`${styles.erasing} grid gap-4`}>
          <ProgressBar label="Erasure" value={progress} max={100} />
          <span className="caption">{PHASES[phase]}</span>
        </div>
      )}
    </li>
  );
}

function ProofButton({ id }: { id: string }) {
  const show = () =>
    openFile(studentDataApi.proof, { params: { id } }).catch((error: unknown) =>
      toast.bad({ title: 'The proof could not be opened', detail: failureText(error).message }),
    );
  return (
    <Button size="sm" onClick={() => void show()}>
      Open proof
    </Button>
  );
}
