import { STUDENT_LIST } from '@pos/contract/columns/students';
import type { StudentRow } from '@pos/contract/students';
import { formatInstant } from '@pos/contract/values/clock';
import { Amount } from '#web/ui/amount.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import { ZonedTime } from '#web/ui/zoned-time.tsx';
import { className, ERASED, FROZEN, INACTIVE, listName } from './student-words.ts';
import './students.css';

/**
 * Columns of the students list. Parents are shown by name only; the panel has their contact data.
 */
export const STUDENT_COLUMNS: readonly Column<StudentRow>[] = [
  {
    id: 'name',
    ...described(STUDENT_LIST.name),
    sort: 'name',
    cell: (student) => (
      <span className="two student-name">
        <span className="ell person" title={listName(student)}>
          {listName(student)}
        </span>
        <small className="mono">{student.studentNumber}</small>
      </span>
    ),
  },
  {
    id: 'grade',
    ...described(STUDENT_LIST.grade),
    sort: 'grade',
    cell: ({ grade }) => grade || <span className="t3">–</span>,
  },
  {
    id: 'teacher',
    ...described(STUDENT_LIST.teacher),
    sort: 'teacher',
    cell: ({ teacher, erasedAt }) =>
      teacher && !erasedAt ? (
        <span className="ell student-wide person" title={teacher}>
          {teacher}
        </span>
      ) : (
        <span className="t3">–</span>
      ),
  },
  {
    id: 'school',
    ...described(STUDENT_LIST.schoolName),
    sort: 'schoolName',
    cell: ({ schoolName }) => (
      <span className="ell student-wide" title={schoolName}>
        {schoolName}
      </span>
    ),
  },
  {
    id: 'parents',
    ...described(STUDENT_LIST.parents),
    cell: ({ parents }) =>
      parents.length > 0 ? (
        <span className="ell student-wide person" title={namesOf(parents)}>
          {namesOf(parents)}
        </span>
      ) : (
        <span className="t3">–</span>
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
        <span className="t3">None</span>
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
    cell: (student) => <span className="person">{listName(student)}</span>,
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
    cell: (student) => <span className="person">{className(student)}</span>,
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
