import { NewSchool } from '@pos/contract/schools';
import { SCHOOL_COLUMNS, type SchoolColumn } from '@pos/contract/uploads';
import { parseDay } from '#api/spreadsheets/cells/day.ts';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { parseQuantity } from '#api/spreadsheets/cells/quantity.ts';
import { cellText, unreadable } from '#api/spreadsheets/cells/text.ts';
import { parseYesNo } from '#api/spreadsheets/cells/yes-no.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';
import type { Table, TableRow } from '#api/spreadsheets/table.ts';
import { rowReader, type ReadRow } from '../row-reader.ts';
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
  'Tax-Exempt': 'taxExempt',
  'Certificate Number': 'exemptCertificateNo',
  'Exempt Until': 'exemptValidTo',
  FACTS: 'factsEnabled',
  'Payment Terms': 'paymentTerms',
  Notes: 'notes',
} as const satisfies Record<SchoolColumn, keyof NewSchool>;
export type SchoolField = (typeof SCHOOL_FIELDS)[SchoolColumn];

/** A row with the fields that it gives; blank cells give none. */
export type SchoolRow = ReadRow<SchoolColumn> & { fields: Partial<NewSchool> };

type Context = Pick<Table<SchoolColumn>, 'date1904'>;

/** Reads one row. Each value passes the rule of the form. */
export function readSchoolRow(tableRow: TableRow<SchoolColumn>, context: Context): SchoolRow {
  const { row, cells, optional } = rowReader(tableRow, SCHOOL_COLUMNS);
  const fields: Record<string, unknown> = {};
  for (const column of SCHOOL_COLUMNS) {
    const value = optional(column, () => parseField(column, cells[column], context));
    if (value !== null && value !== undefined) fields[SCHOOL_FIELDS[column]] = value;
  }
  return { ...row, fields };
}

/** Parses a cell, then applies the contract's rule of its field. */
function parseField(column: SchoolColumn, cell: Cell, context: Context): Parsed<unknown> {
  const parsed = parseCell(column, cell, context);
  if ('error' in parsed) return parsed;
  const checked = NewSchool.shape[SCHOOL_FIELDS[column]].safeParse(parsed.value);
  if (checked.success) return { ...parsed, value: checked.data };
  const message = checked.error.issues[0]?.message ?? '';
  const lostZeros = column === 'ZIP Code' && /^\d{3,4}$/.test(String(parsed.value));
  return lostZeros
    ? invalid('INVALID_ZIP', message, String(parsed.value).padStart(5, '0'))
    : invalid('INVALID_VALUE', message);
}

function parseCell(column: SchoolColumn, cell: Cell, { date1904 }: Context): Parsed<unknown> {
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
    default:
      return unreadable(cell, column) ?? { value: cellText(cell) };
  }
}
