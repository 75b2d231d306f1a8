import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '@pos/basics/durable-file';
import type { Day } from '@pos/contract/values';
import { addDays } from '@pos/contract/values/days';
import { Random } from '../simulator/random.ts';
import { TITLES } from './catalog.ts';
import { FUNDED_STUDENTS, STUDENTS } from './children.ts';
import { seasonDay } from './demo-folder.ts';
import { SCHOOLS } from './schools.ts';

type Row = readonly (string | number)[];

const SCHOOL_COLUMNS = [
  'identifier',
  'name',
  'address',
  'city',
  'state',
  'zip',
  'phone',
  'enrollment',
  'timeZone',
] as const;
const TITLE_COLUMNS = [
  'sku',
  'isbn13',
  'title',
  'author',
  'category',
  'priceCents',
  'taxable',
  'warehouseQty',
] as const;
const STUDENT_COLUMNS = [
  'schoolIdentifier',
  'studentNumber',
  'firstName',
  'lastName',
  'grade',
  'teacher',
  'parentName',
  'parentEmail',
  'secondParentName',
  'secondParentEmail',
  'factsFamilyId',
] as const;

/**
 * Writes the data of the demo season's source system (api.md, "What the source system delivers").
 * Deterministic: a folder always gets the same files.
 */
export async function writeDemoSource(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files: Record<string, readonly Row[]> = {
    'schools.csv': tableOf(SCHOOL_COLUMNS, SCHOOLS),
    'titles.csv': tableOf(
      TITLE_COLUMNS,
      TITLES.map((title) => ({ ...title, taxable: title.taxable ? 'Y' : 'N' })),
    ),
    'students.csv': tableOf(STUDENT_COLUMNS, STUDENTS),
    'wallet-top-ups.csv': [
      ['externalId', 'schoolIdentifier', 'studentNumber', 'amountCents', 'method', 'paidAt'],
      ...topUps(await seasonDay(folder)),
    ],
  };
  for (const [name, rows] of Object.entries(files))
    await replaceFile(path.join(folder, name), csv(rows));
}

/** Returns eWallet top-ups made online before the fairs began. */
function topUps(day: Day): Row[] {
  const random = new Random('top-ups');
  return FUNDED_STUDENTS.map(({ schoolIdentifier, studentNumber }) => [
    random.uuid(),
    schoolIdentifier,
    studentNumber,
    random.pick([1_000, 1_500, 2_000, 2_500, 3_000, 5_000]),
    1,
    `${addDays(day, -random.int(45, 50))}T${String(random.int(13, 23))}:${String(random.int(10, 59))}:00.000Z`,
  ]);
}

/** Returns a heading row with these columns, and a row for each record. */
function tableOf<Column extends string>(
  columns: readonly Column[],
  records: readonly Record<Column, string | number>[],
): Row[] {
  return [columns, ...records.map((record) => columns.map((column) => record[column]))];
}

/** Formats rows as CSV (RFC 4180). */
function csv(rows: readonly Row[]): string {
  return rows
    .map(
      (row) =>
        `${row.map((value) => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value))).join(',')}\r\n`,
    )
    .join('');
}
