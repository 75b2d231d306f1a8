import type { NewFair } from '@pos/contract/fairs/fair-changes';
import { FAIR_COLUMNS } from '@pos/contract/fairs/fair-columns';
import { PACKAGE_OPTIONS, type PackageOption } from '@pos/contract/fairs/package-options';
import type { RowMessage } from '@pos/contract/imports/uploads';
import { PublicIdentifier, type RecordStatus } from '@pos/contract/values';
import { percentOfPpm } from '@pos/contract/values/percent';
import { invalid } from '#api/spreadsheets/cells/parsed.ts';
import { parseText, shortened } from '#api/spreadsheets/cells/text.ts';
import { refuse, type ReadRow, refuseRepeated, warn } from '../row-messages.ts';
import { rowReader, type CellReader, type RowFields } from '../row-reader.ts';
import type { Outcome } from '../upload.ts';
import type { FairState, KnownFair, KnownSchool } from './state.queries.ts';

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

export type PlannedFair = {
  input: NewFair;
  own: { status: 'active' | 'inactive'; timeZone?: string };
};
export type PlannedFairRow = FairRow & {
  outcome: Outcome;
  notes: RowMessage[];
  fair?: PlannedFair;
};
export type NewSchool = {
  identifier: string;
  name: string;
  address: string;
  timeZone: string | undefined;
};
/** Effects that a file of fairs would have. Nothing is written yet. */
export type FairPlan = { rows: PlannedFairRow[]; newSchools: NewSchool[] };

/** The schools that are not known and named by some row, by their identifier in lower case. */
export function listNewSchools(
  rows: readonly FairRow[],
  { schools }: FairState,
): Map<string, NewSchool> {
  const added = new Map<string, NewSchool>();
  for (const { school, schoolName, address, timeZone } of rows) {
    if (
      school === undefined ||
      !schoolName ||
      schools.has(school.toLowerCase()) ||
      added.has(school.toLowerCase())
    )
      continue;
    added.set(school.toLowerCase(), {
      identifier: school,
      name: schoolName,
      address: address ?? '',
      timeZone: timeZone ?? undefined,
    });
  }
  return added;
}

export function judgeSchool(
  row: PlannedFairRow,
  known: KnownSchool | undefined,
  added: NewSchool | undefined,
): void {
  if (known) {
    if (row.schoolName && row.schoolName.toLowerCase() !== known.name.toLowerCase())
      warn(row, 'School Name', 'OTHER_NAME', `School name "${known.name}" will be used.`);
    if (known.status === 'inactive')
      warn(row, 'School Identifier', 'SCHOOL_INACTIVE', `School ${known.identifier} is inactive.`);
    return;
  }
  if (row.schoolName === undefined) return;
  if (!added) {
    refuse(row, 'School Identifier', 'SCHOOL_NOT_FOUND', `School "${row.school}" not found.`);
    refuse(row, 'School Name', 'REQUIRED', 'School Name is required for a new school.');
  } else if (!PublicIdentifier.safeParse(row.school).success) {
    refuse(
      row,
      'School Identifier',
      'INVALID_IDENTIFIER',
      'School Identifier must be 2 to 40 letters, digits, "-" or "_", starting with a letter or digit.',
    );
  }
}

/** The same identifier twice; without one, the same school, name and days. */
export function refuseDuplicates(
  row: PlannedFairRow,
  identifiers: Map<string, number>,
  events: Map<string, number>,
): void {
  const { identifier, school, name, startDate, endDate } = row;
  if (identifier) refuseRepeated(row, 'Fair Identifier', identifier.toLowerCase(), identifiers);
  else if (identifier === null && school && name && startDate && endDate) {
    const event = JSON.stringify([school.toLowerCase(), name.toLowerCase(), startDate, endDate]);
    refuseRepeated(row, 'Fair Name', event, events);
  }
}

/** A row without errors has a value in every cell that needs one. */
type CompleteFair = { [Field in keyof FairRow]: Exclude<FairRow[Field], undefined> };

/** Returns the fair that a row without errors adds. */
export function toPlannedFair(row: FairRow, adminId: string): PlannedFair {
  const { school, identifier, taxRatePpm, status, timeZone, ...fair } = row as CompleteFair;
  const { name, address, startDate, endDate, packageOption } = fair;
  return {
    input: {
      schoolIdentifier: school,
      ...(identifier && { identifier }),
      name,
      address,
      startDate,
      endDate,
      salesTaxRate: percentOfPpm(taxRatePpm),
      adminId,
      packageOption,
    },
    own: { status, ...(timeZone && { timeZone }) },
  };
}

export const eventKey = ({
  schoolId,
  name,
  startDate,
}: Pick<KnownFair, 'schoolId' | 'name' | 'startDate'>) =>
  JSON.stringify([schoolId, name, startDate]);

export function isSame(
  known: KnownFair,
  { input, own }: PlannedFair,
  school: KnownSchool | undefined,
): boolean {
  const { schoolIdentifier: _, salesTaxRate, identifier: __, ...others } = input;
  return (
    known.schoolId === school?.id &&
    percentOfPpm(known.taxRatePpm) === salesTaxRate &&
    Object.entries({ ...others, ...own }).every(
      ([field, value]) => known[field as keyof KnownFair] === value,
    )
  );
}
