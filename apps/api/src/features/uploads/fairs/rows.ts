import { FAIR_COLUMNS } from '@pos/contract/fair-columns';
import { PACKAGE_OPTIONS, type PackageOption } from '@pos/contract/fair-packages';
import { PublicIdentifier, type RecordStatus } from '@pos/contract/values';
import { invalid } from '#api/spreadsheets/cells/parsed.ts';
import { parseText, shortened } from '#api/spreadsheets/cells/text.ts';
import { refuse, rowReader, type CellReader, type ReadRow, type RowFields } from '../row-reader.ts';

/** One row of a file of fairs, read on its own. Days are `YYYY-MM-DD`. */
export type FairRow = ReadRow<keyof typeof FAIR_COLUMNS> &
  Omit<RowFields<typeof FAIR_COLUMNS>, 'status'> & { status: RecordStatus | undefined };

const readIdentifier: CellReader = (cell, column) => {
  const text = parseText(cell, column.name, column);
  if ('error' in text || PublicIdentifier.safeParse(text.value).success) return text;
  return invalid(
    'INVALID_IDENTIFIER',
    `${column.name} must be 2 to 40 letters, digits, "-" or "_", starting with a letter or digit.`,
  );
};

const packages = new Map(
  Object.entries(PACKAGE_OPTIONS).flatMap(([number, label]) => [
    [number, Number(number) as PackageOption],
    [label.toLowerCase(), Number(number) as PackageOption],
  ]),
);

/** Parses a package by its label, ignoring case, or by its number (domain 10.2). */
const readPackage: CellReader = (cell, { name }) => {
  const text = parseText(cell, name);
  if ('error' in text) return text;
  const value = packages.get(text.value.replace(/\s/g, '').toLowerCase());
  return value === undefined
    ? invalid('UNKNOWN_PACKAGE', `Unknown package "${shortened(text.value)}".`)
    : { value };
};

/** Reads one row. */
export const readFairRow = rowReader(
  FAIR_COLUMNS,
  (read, { status, ...fields }) => {
    const row: FairRow = { ...read, ...fields, status: status === null ? 'active' : status };
    if (row.startDate !== undefined && row.endDate !== undefined && row.endDate < row.startDate)
      refuse(row, 'End Date', 'END_BEFORE_START', 'End Date is before Start Date.');
    return row;
  },
  { readers: { identifier: readIdentifier, package: readPackage } },
);
