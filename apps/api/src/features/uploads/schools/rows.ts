import { NewSchool } from '@pos/contract/schools';
import { SCHOOL_COLUMNS, type SchoolColumn } from '@pos/contract/school-columns';
import type { RecordStatus } from '@pos/contract/values';
import type { z } from 'zod';
import { parseDay } from '#api/spreadsheets/cells/day.ts';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { parseRecordStatus } from '#api/spreadsheets/cells/record-status.ts';
import { parseQuantity } from '#api/spreadsheets/cells/quantity.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import { parseYesNo } from '#api/spreadsheets/cells/yes-no.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';
import type { Table, TableRow } from '#api/spreadsheets/table.ts';
import { rowReader, type ReadRow } from '../row-reader.ts';
import { readContacts } from './contacts.ts';
import { parseZone } from '../zones.ts';

/** Fields of a school that a file can have, by column. */
export const SCHOOL_FIELDS = {
  'School Identifier': 'identifier',
  'School Name': 'name',
  Address: 'address',
  City: 'city',
  State: 'state',
  'ZIP Code': 'zip',
  Phone: 'phone',
  'Time Zone': 'timeZone',
  Region: 'region',
  Enrollment: 'enrollment',
  Coordinator: 'coordinatorName',
  'Coordinator Email': 'coordinatorEmail',
  'Coordinator Phone': 'coordinatorPhone',
  Contacts: 'contacts',
  'Tax-Exempt': 'taxExempt',
  'Certificate Number': 'exemptCertificateNo',
  'Exempt Until': 'exemptValidTo',
  FACTS: 'factsEnabled',
  'Payment Terms': 'paymentTerms',
  Notes: 'notes',
} as const satisfies Partial<Record<SchoolColumn, keyof NewSchool>>;

/** A row with the fields and the status that it gives; blank cells give none. */
export type SchoolRow = ReadRow<SchoolColumn> & {
  fields: Partial<NewSchool>;
  status: RecordStatus | null | undefined;
};
type FieldColumn = keyof typeof SCHOOL_FIELDS;

type Context = Pick<Table<SchoolColumn>, 'date1904'>;

/** Reads one row. Each value passes the rule of the form. */
export function readSchoolRow(tableRow: TableRow<SchoolColumn>, context: Context): SchoolRow {
  const { row, cells, optional } = rowReader(tableRow, SCHOOL_COLUMNS);
  const fields: Record<string, unknown> = {};
  for (const column of Object.keys(SCHOOL_FIELDS) as FieldColumn[]) {
    const value = optional(column, () => parseField(column, cells[column], context));
    if (value !== null && value !== undefined) fields[SCHOOL_FIELDS[column]] = value;
  }
  const status = optional('Status', () => parseRecordStatus(cells.Status, 'Status'));
  return { ...row, fields, status };
}

/** Parses a cell, then applies the contract's rule of its field. */
function parseField(column: FieldColumn, cell: Cell, context: Context): Parsed<unknown> {
  const parsed = parseCell(column, cell, context);
  if ('error' in parsed) return parsed;
  const checked = NewSchool.shape[SCHOOL_FIELDS[column]].safeParse(parsed.value);
  if (checked.success) return { ...parsed, value: checked.data };
  const message = messageOf(checked.error.issues[0]);
  const lostZeros = column === 'ZIP Code' && /^\d{3,4}$/.test(String(parsed.value));
  return lostZeros
    ? invalid('INVALID_ZIP', message, String(parsed.value).padStart(5, '0'))
    : invalid('INVALID_VALUE', message);
}

/** Sentence of a broken rule; that of a contact names the person. */
function messageOf(issue: z.core.$ZodIssue | undefined): string {
  const { path = [], message = '' } = issue ?? {};
  return typeof path[0] === 'number' ? `Contact ${path[0] + 1}: ${message}` : message;
}

function parseCell(column: FieldColumn, cell: Cell, { date1904 }: Context): Parsed<unknown> {
  switch (column) {
    case 'Enrollment':
      return parseQuantity(cell, column, { min: 0, max: 100_000 });
    case 'Tax-Exempt':
    case 'FACTS':
      return parseYesNo(cell, column);
    case 'Exempt Until':
      return parseDay(cell, column, { date1904 });
    case 'Time Zone':
      return parseZone(cell, column);
    case 'Contacts':
      return unreadable(cell, column) ?? { value: readContacts(cellText(cell)) };
    default:
      return unreadable(cell, column) ?? { value: cellText(cell) };
  }
}
