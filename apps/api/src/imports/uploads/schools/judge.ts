import type { Reason } from '@pos/contract/errors';
import { SCHOOL_COLUMNS } from '@pos/contract/fairs/school-columns';
import {
  NewSchool,
  type SchoolContact,
  type School,
  type SchoolChanges,
} from '@pos/contract/fairs/schools';
import type { RecordStatus } from '@pos/contract/values';
import { isDeepStrictEqual } from 'node:util';
import { NAMES_REFUSED } from '#api/staff/activity/student-names.service.ts';
import { lockedFields, mergedReason, stillOpen } from '#api/fairs/schools/schools.rules.ts';
import { invalid } from '#api/spreadsheets/cells/parsed.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import {
  type ReadRow,
  refuse,
  refuseBlanks,
  refuseFields,
  refuseRepeated,
} from '../row-messages.ts';
import { givenFields, rowReader, type CellReader } from '../row-reader.ts';
import type { Outcome } from '../upload.ts';

/** A row with the fields and the status that it gives; blank cells give none. */
export type SchoolRow = ReadRow<keyof typeof SCHOOL_COLUMNS> & {
  fields: Partial<NewSchool>;
  status: RecordStatus | null | undefined;
};

/** Reads one row. Each value passes the rule of the form. */
export const readSchoolRow = rowReader(
  SCHOOL_COLUMNS,
  (row, { status, ...fields }): SchoolRow => ({ ...row, fields: givenFields(fields), status }),
  { form: NewSchool.shape, readers: { zip: readZip, contacts: readContacts } },
);

/** Suggests the zeros that a ZIP code lost where it was a number. */
function readZip(...[cell, { name }]: Parameters<CellReader>): ReturnType<CellReader> {
  const written = cellText(cell);
  const { error } = NewSchool.shape.zip.safeParse(written);
  return error && /^\d{3,4}$/.test(written)
    ? invalid('INVALID_ZIP', error.issues[0]?.message ?? '', written.padStart(5, '0'))
    : (unreadable(cell, name) ?? { value: written });
}

/** Reads people. The sentence of a broken rule names the person. */
function readContacts(...[cell, { name }]: Parameters<CellReader>): ReturnType<CellReader> {
  const problem = unreadable(cell, name);
  if (problem) return problem;
  const value = splitContacts(cellText(cell));
  const { path = [], message = '' } =
    NewSchool.shape.contacts.safeParse(value).error?.issues[0] ?? {};
  return typeof path[0] === 'number'
    ? invalid('INVALID_VALUE', `Contact ${path[0] + 1}: ${message}`)
    : { value };
}

/** At least seven digits, with the usual signs between them. */
const PHONE = /^(?=(?:\D*\d){7})[+\d\s().x-]+$/i;

/**
 * Splits people of a cell, with semicolons or line breaks between them. Of each, the first part is
 * the name; the others are told apart by their form and otherwise are the role.
 */
function splitContacts(text: string): SchoolContact[] {
  return text
    .split(/[;\n]/)
    .map((person) => person.split(',').map((part) => part.trim()))
    .filter((parts) => parts.some((part) => part !== ''))
    .map(([name = '', ...parts]) => {
      const email = parts.find((part) => part.includes('@')) ?? '';
      const phone = parts.find((part) => PHONE.test(part)) ?? '';
      const role = parts.filter((part) => part !== '' && part !== email && part !== phone);
      return { name, role: role.join(', '), email, phone };
    });
}

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
  refuseRepeated(row, 'School Identifier', key, firstRows);
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
