import { STUDENT_LIST } from '@pos/contract/columns/students';
import type { StudentRow } from '@pos/contract/students';
import { formatInstant } from '@pos/contract/values/clock';
import { Amount } from '#web/ui/amount.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import { ZonedTime } from '#web/ui/zoned-time.tsx';
import { className, ERASED, FROZEN, INACTIVE, listName } from './student-words.ts';
import * as styles from './students.module.css';

/**
 * Columns of the students list. Parents are shown by name only; the panel has their contact data.
 */
export const STUDENT_COLUMNS: readonly Column<StudentRow>[] = [
  {
    id: 'name',
    ...described(STUDENT_LIST.name),
    sort: 'name',
    cell: (student) => (
      <span className={`two-lines ${styles.studentName}`}>
        <span className={`ellipsis ${styles.person}`} title={listName(student)}>
          {listName(student)}
        </span>
        <small className="monospace">{student.studentNumber}</small>
      </span>
    ),
  },
  {
    id: 'grade',
    ...described(STUDENT_LIST.grade),
    sort: 'grade',
    cell: ({ grade }) => grade || <span className="muted">–</span>,
  },
  {
    id: 'teacher',
    ...described(STUDENT_LIST.teacher),
    sort: 'teacher',
    cell: ({ teacher, erasedAt }) =>
      teacher && !erasedAt ? (
        <span className={`ellipsis ${styles.studentWide} ${styles.person}`} title={teacher}>
          {teacher}
        </span>
      ) : (
        <span className="muted">–</span>
      ),
  },
  {
    id: 'school',
    ...described(STUDENT_LIST.schoolName),
    sort: 'schoolName',
    cell: ({ schoolName }) => (
      <span className={`ellipsis ${styles.studentWide}`} title={schoolName}>
        {schoolName}
      </span>
    ),
  },
  {
    id: 'parents',
    ...described(STUDENT_LIST.parents),
    cell: ({ parents }) =>
      parents.length > 0 ? (
        <span
          className={`ellipsis ${styles.studentWide} ${styles.person}`}
          title={namesOf(parents)}
        >
          {namesOf(parents)}
        </span>
      ) : (
        <span className="muted">–</span>
      ),
  },
  {
    id: 'balance',
    ...described(STUDENT_LIST.walletBalanceCents),
    sort: 'walletBalanceCents',
    cell: ({ walletBalanceCents }) => <Amount cents={walletBalanceCents} strong />,
  },
  {
    id: 'lastPurchase',
    ...described(STUDENT_LIST.lastPurchaseAt),
    sort: 'lastPurchaseAt',
    cell: ({ lastPurchaseAt, timeZone }) =>
      lastPurchaseAt ? (
        <ZonedTime at={lastPurchaseAt} zone={timeZone} />
      ) : (
        <span className="muted">None</span>
      ),
  },
  {
    id: 'status',
    ...described(STUDENT_LIST.status),
    cell: (student) => <Status student={student} />,
  },
];

/** Columns on a student's card on a phone: name, grade, balance. */
export const STUDENT_CARD: readonly Column<StudentRow>[] = [
  {
    id: 'name',
    ...described(STUDENT_LIST.name),
    card: 'title',
    cell: (student) => <span className={styles.person}>{listName(student)}</span>,
  },
  {
    id: 'balance',
    ...described(STUDENT_LIST.walletBalanceCents),
    card: 'value',
    cell: ({ walletBalanceCents }) => <Amount cents={walletBalanceCents} strong />,
  },
  {
    id: 'class',
    ...described(STUDENT_LIST.class),
    card: 'detail',
    cell: (student) => <span className={styles.person}>{className(student)}</span>,
  },
  {
    id: 'school',
    ...described(STUDENT_LIST.schoolName),
    card: 'detail',
    cell: ({ schoolName }) => schoolName,
  },
  {
    id: 'lastPurchase',
    ...described(STUDENT_LIST.lastPurchaseAt),
    card: 'aside',
    cell: ({ lastPurchaseAt, timeZone }) =>
      lastPurchaseAt && formatInstant(lastPurchaseAt, timeZone),
  },
  {
    id: 'status',
    ...described(STUDENT_LIST.status),
    card: 'status',
    cell: (student) => <Status student={student} />,
  },
];

/** Unusual states: erased, inactive, frozen eWallet. */
function Status({ student: { status, walletStatus, erasedAt } }: { student: StudentRow }) {
  if (erasedAt) return <StatusPill status={ERASED} />;
  if (walletStatus === 'frozen') return <StatusPill status={FROZEN} />;
  return status === 'inactive' ? (
    <StatusPill status={INACTIVE} />
  ) : (
    <StatusPill status={{ label: 'Active', meaning: 'ok' }} quiet />
  );
}

const namesOf = (parents: StudentRow['parents']): string =>
  parents.map(({ name }) => name).join(', ');
