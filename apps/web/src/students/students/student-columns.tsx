import { STUDENT_LIST } from '@pos/contract/students/students.columns';
import type { StudentRow } from '@pos/contract/students/students';
import { dayIn } from '@pos/contract/values/clock';
import { formatDay } from '@pos/contract/values/days';
import { Amount } from '#web/ui/values/amount.tsx';
import { StatusPill } from '#web/ui/values/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';
import { ZonedTime } from '#web/ui/values/zoned-time.tsx';
import { className, ERASED, FROZEN, INACTIVE, listName } from './student-words.ts';

const SCHOOL: Column<StudentRow> = {
  id: 'school',
  ...described(STUDENT_LIST.schoolName),
  sort: 'schoolName',
  rank: 4,
  wraps: 200,
  cell: ({ schoolName }) => schoolName,
};

/**
 * Columns of the students list. Parents are shown by name only; the panel has their contact data.
 */
export const STUDENT_COLUMNS: readonly Column<StudentRow>[] = [
  {
    id: 'name',
    ...described(STUDENT_LIST.name),
    sort: 'name',
    wraps: 220,
    cell: (student) => (
      <span className="two-lines">
        <span data-private>{listName(student)}</span>
        <small className="monospace">{student.studentNumber}</small>
      </span>
    ),
  },
  {
    id: 'grade',
    ...described(STUDENT_LIST.grade),
    sort: 'grade',
    rank: 5,
    cell: ({ grade }) => grade || <span className="muted">–</span>,
  },
  {
    id: 'teacher',
    ...described(STUDENT_LIST.teacher),
    sort: 'teacher',
    rank: 3,
    wraps: 160,
    cell: ({ teacher, erasedAt }) =>
      teacher && !erasedAt ? <span data-private>{teacher}</span> : <span className="muted">–</span>,
  },
  SCHOOL,
  {
    id: 'parents',
    ...described(STUDENT_LIST.parents),
    rank: 1,
    wraps: 200,
    cell: ({ parents }) =>
      parents.length > 0 ? (
        <span data-private>{toNames(parents)}</span>
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
    id: 'status',
    ...described(STUDENT_LIST.status),
    room: 96,
    cell: (student) => <Status student={student} />,
  },
  {
    id: 'lastPurchase',
    ...described(STUDENT_LIST.lastPurchaseAt),
    sort: 'lastPurchaseAt',
    rank: 2,
    zone: ({ lastPurchaseAt, timeZone }) => (lastPurchaseAt ? timeZone : undefined),
    cell: ({ lastPurchaseAt, timeZone }) =>
      lastPurchaseAt ? (
        <ZonedTime at={lastPurchaseAt} zone={timeZone} />
      ) : (
        <span className="muted">None</span>
      ),
  },
];

/** The same columns within one school. */
export const SCHOOL_STUDENT_COLUMNS: readonly Column<StudentRow>[] = STUDENT_COLUMNS.filter(
  (column) => column !== SCHOOL,
);

/** Columns on a student's card on a phone: name, grade, balance. */
export const STUDENT_CARD: readonly Column<StudentRow>[] = [
  {
    id: 'name',
    ...described(STUDENT_LIST.name),
    card: 'title',
    cell: (student) => <span data-private>{listName(student)}</span>,
  },
  {
    id: 'balance',
    ...described(STUDENT_LIST.walletBalanceCents),
    card: 'value',
    cell: ({ walletBalanceCents }) =>
      walletBalanceCents !== 0 && <Amount cents={walletBalanceCents} strong />,
  },
  {
    id: 'class',
    ...described(STUDENT_LIST.class),
    card: 'detail',
    cell: (student) => <span data-private>{className(student)}</span>,
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
      lastPurchaseAt && formatDay(dayIn(lastPurchaseAt, timeZone)),
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
  return status === 'inactive' ? <StatusPill status={INACTIVE} /> : null;
}

const toNames = (parents: StudentRow['parents']): string =>
  parents.map(({ name }) => name).join(', ');
