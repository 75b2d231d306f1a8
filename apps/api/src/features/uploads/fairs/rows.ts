import { PACKAGE_OPTIONS, type PackageOption } from '@pos/contract/fair-packages';
import { FAIR_COLUMNS, type FairColumn } from '@pos/contract/uploads';
import { PublicIdentifier, type RecordStatus } from '@pos/contract/values';
import { formatDay } from '@pos/contract/values/days';
import { parseDay } from '#api/spreadsheets/cells/day.ts';
import { invalid, type Parsed } from '#api/spreadsheets/cells/parsed.ts';
import { parseRatePpm } from '#api/spreadsheets/cells/rate.ts';
import { parseRecordStatus } from '#api/spreadsheets/cells/record-status.ts';
import { isBlank, parseText, shortened } from '#api/spreadsheets/cells/text.ts';
import type { Cell } from '#api/spreadsheets/sheet.ts';
import type { Table, TableRow } from '#api/spreadsheets/table.ts';
import { refuse, rowReader, type ReadRow } from '../row-reader.ts';
import { parseZone } from '../zones.ts';

/**
 * One row of a file of fairs, read on its own. Undefined: the cell is invalid. Null: the cell is
 * blank, which is allowed. Days are `YYYY-MM-DD`.
 */
export type FairRow = ReadRow<FairColumn> & {
  school: string | undefined;
  schoolName: string | null | undefined;
  identifier: string | null | undefined;
  name: string | undefined;
  address: string | undefined;
  startDate: string | undefined;
  endDate: string | undefined;
  taxRatePpm: number | undefined;
  adminEmail: string | undefined;
  packageOption: PackageOption | undefined;
  status: RecordStatus | undefined;
  timeZone: string | null | undefined;
};

/** Reads one row. */
export function readFairRow(
  tableRow: TableRow<FairColumn>,
  { date1904 }: Pick<Table<FairColumn>, 'date1904'>,
): FairRow {
  const { row: base, cells, take, optional } = rowReader(tableRow, FAIR_COLUMNS);
  const status = optional('Status', () => parseRecordStatus(cells.Status, 'Status'));
  const row: FairRow = {
    ...base,
    school: take(
      'School Identifier',
      parseText(cells['School Identifier'], 'School Identifier', { max: 40 }),
    ),
    schoolName: optional('School Name', () =>
      parseText(cells['School Name'], 'School Name', { min: 2, max: 120 }),
    ),
    identifier: optional('Fair Identifier', () =>
      identifierOf(cells['Fair Identifier'], 'Fair Identifier'),
    ),
    name: take(
      'Fair Name',
      isBlank(cells['Fair Name'])
        ? invalid('TOO_SHORT', 'Fair Name must be at least 2 characters.')
        : parseText(cells['Fair Name'], 'Fair Name', { min: 2 }),
    ),
    address: take('Address', parseText(cells.Address, 'Address')),
    startDate: take(
      'Start Date',
      parseDay(cells['Start Date'], 'Start Date', { date1904 }),
      formatDay,
    ),
    endDate: take('End Date', parseDay(cells['End Date'], 'End Date', { date1904 }), formatDay),
    taxRatePpm: take('Sales Tax Rate', parseRatePpm(cells['Sales Tax Rate'], 'Sales Tax Rate')),
    adminEmail: take('Admin Email', parseText(cells['Admin Email'], 'Admin Email', { max: 254 })),
    packageOption: take('Package Option', packageOf(cells['Package Option'])),
    status: status === null ? 'active' : status,
    timeZone: optional('Time Zone', () => parseZone(cells['Time Zone'], 'Time Zone')),
  };
  if (row.startDate !== undefined && row.endDate !== undefined && row.endDate < row.startDate)
    refuse(row, 'End Date', 'END_BEFORE_START', 'End Date is before Start Date.');
  return row;
}

function identifierOf(cell: Cell, label: string): Parsed<string> {
  const text = parseText(cell, label, { max: 40 });
  if ('error' in text || PublicIdentifier.safeParse(text.value).success) return text;
  return invalid(
    'INVALID_IDENTIFIER',
    `${label} must be 2 to 40 letters, digits, "-" or "_", starting with a letter or digit.`,
  );
}

const packages = new Map(
  Object.entries(PACKAGE_OPTIONS).flatMap(([number, label]) => [
    [number, Number(number) as PackageOption],
    [label.toLowerCase(), Number(number) as PackageOption],
  ]),
);

/** Parses a package by its label, ignoring case, or by its number (domain 10.2). */
function packageOf(cell: Cell): Parsed<PackageOption> {
  const text = parseText(cell, 'Package Option');
  if ('error' in text) return text;
  const value = packages.get(text.value.replace(/\s/g, '').toLowerCase());
  return value === undefined
    ? invalid('UNKNOWN_PACKAGE', `Unknown package "${shortened(text.value)}".`)
    : { value };
}
