import type { StudentRow, StudentsQuery } from '@pos/contract/students';
import type { WholeList } from '@pos/contract/values';
import type { Db } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import type { WrittenColumn, WrittenValue } from '#api/spreadsheets/writing/written.ts';
import { wallClock } from '#api/time/texts.ts';
import { countStudents, orderedStudents } from './students.queries.ts';

const COLUMNS: readonly WrittenColumn[] = [
  { header: 'Last name', kind: 'text' },
  { header: 'First name', kind: 'text' },
  { header: 'Student number', kind: 'text', width: 16 },
  { header: 'Grade', kind: 'text', width: 8 },
  { header: 'Teacher', kind: 'text' },
  { header: 'School', kind: 'text' },
  { header: 'Parents', kind: 'text' },
  { header: 'EWallet balance', kind: 'money', width: 16 },
  { header: 'EWallet', kind: 'text', width: 10 },
  { header: 'Last purchase', kind: 'datetime' },
  { header: 'Time zone', kind: 'text' },
  { header: 'Status', kind: 'text', width: 10 },
];

/**
 * Exports the list of students: all matching rows, in the list's order, with parents by name only.
 * Times are in the school's time zone.
 */
export async function studentsToExport(snapshot: Db, query: WholeList<StudentsQuery>) {
  return {
    name: 'Students',
    columns: COLUMNS,
    total: await countStudents(snapshot, query),
    rows: streamRows(snapshot, orderedStudents(snapshot, query)),
    cells,
  };
}

function cells(row: StudentRow): WrittenValue[] {
  return [
    row.lastName,
    row.firstName,
    row.studentNumber,
    row.grade,
    row.teacher,
    row.schoolName,
    row.parents.map(({ name }) => name).join(', '),
    row.walletBalanceCents,
    row.walletStatus,
    row.lastPurchaseAt && wallClock(row.lastPurchaseAt, row.timeZone),
    row.timeZone,
    row.status,
  ];
}
