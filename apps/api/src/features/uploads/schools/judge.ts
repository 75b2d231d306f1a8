import { isDeepStrictEqual } from 'node:util';
import type { Reason } from '@pos/contract/errors';
import { NewSchool, type School, type SchoolChanges } from '@pos/contract/schools';
import { SCHOOL_COLUMNS } from '@pos/contract/school-columns';
import type { RecordStatus } from '@pos/contract/values';
import { NAMES_REFUSED } from '#api/features/activity/student-names.service.ts';
import { lockedFields, mergedReason, stillOpen } from '#api/features/schools/schools.rules.ts';
import { refuse, refuseBlanks, refuseFields } from '../row-reader.ts';
import type { Outcome } from '../upload.ts';
import type { SchoolRow } from './rows.ts';

/**
 * Known schools of a file by identifier in lowercase, and what blocks the deactivation of those
 * that it deactivates, by their ID.
 */
export type SchoolState = {
  schools: ReadonlyMap<string, School>;
  open: ReadonlyMap<string, readonly Reason[]>;
  /** IDs of the schools whose new notes name a student. */
  named: ReadonlySet<string>;
};

export type JudgedSchool = SchoolRow & {
  outcome: Outcome;
  /** School that the row adds. */
  added?: { school: NewSchool; status: RecordStatus };
  /** School that the row changes, with the fields and the status that differ. */
  changed?: {
    before: School;
    changes: Omit<SchoolChanges, 'version'>;
    newStatus: RecordStatus | undefined;
  };
};

/** Judges one row against the known schools and earlier rows, and remembers its identifier. */
export function judgeSchoolRow(
  row: SchoolRow,
  { schools, open, named }: SchoolState,
  firstRows: Map<string, number>,
): JudgedSchool {
  const key = row.fields.identifier?.toLowerCase();
  const earlier = key === undefined ? undefined : firstRows.get(key);
  if (earlier !== undefined)
    refuse(row, 'School Identifier', 'DUPLICATE', `Duplicate of row ${earlier}.`);
  else if (key !== undefined) firstRows.set(key, row.number);
  const known = key === undefined ? undefined : schools.get(key);
  const merged = known && mergedReason(known);
  if (merged) refuse(row, 'School Identifier', 'MERGED', `${merged.text}.`);
  if (known && named.has(known.id)) refuse(row, 'Notes', 'NAMES', NAMES_REFUSED);
  return known ? judgeChange(row, known, open.get(known.id) ?? []) : judgeNew(row);
}

function judgeNew(row: SchoolRow): JudgedSchool {
  refuseBlanks(row, SCHOOL_COLUMNS, 'school');
  const added = NewSchool.safeParse(row.fields).data;
  return row.errors.length > 0 || !added
    ? { ...row, outcome: 'reject' }
    : { ...row, outcome: 'create', added: { school: added, status: row.status ?? 'active' } };
}

/** Blank cells keep what the school has, and so does the spelling of its identifier. */
function judgeChange(row: SchoolRow, before: School, openReasons: readonly Reason[]): JudgedSchool {
  const { identifier: _, ...given } = row.fields;
  const changes = Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name as keyof School]),
    ),
  ) as Omit<SchoolChanges, 'version'>;
  refuseFields(row, SCHOOL_COLUMNS, 'SOURCE_OWNED', lockedFields(before, changes));
  const newStatus = row.status && row.status !== before.status ? row.status : undefined;
  if (newStatus === 'inactive' && openReasons.length > 0)
    refuse(row, 'Status', 'IN_USE', stillOpen(before.name, openReasons));
  if (row.errors.length > 0) return { ...row, outcome: 'reject' };
  return Object.keys(changes).length === 0 && newStatus === undefined
    ? { ...row, outcome: 'unchanged' }
    : { ...row, outcome: 'update', changed: { before, changes, newStatus } };
}
