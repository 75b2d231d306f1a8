import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '@pos/api/durable-file.ts';
import { addDays } from '@pos/api/time/days.ts';
import type { Day } from '@pos/contract/values';
import { Random } from '../simulator/random.ts';
import { TITLES } from './catalogue.ts';
import { FUNDED_STUDENTS, STUDENTS } from './children.ts';
import { seasonDay } from './demo-folder.ts';
import { SCHOOLS } from './schools.ts';

/**
 * Writes the data of the demo season's source system (api.md, "What the source system delivers").
 * Deterministic: a folder always gets the same files.
 */
export async function writeDemoSource(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files: Record<string, readonly (readonly (string | number)[])[]> = {
    'schools.csv': [
      ['identifier', 'name', 'address', 'city', 'state', 'zip', 'phone', 'enrollment', 'timeZone'],
      ...SCHOOLS.map(
        ({ identifier, name, address, city, state, zip, phone, enrollment, timeZone }) => [
          identifier,
          name,
          address,
          city,
          state,
          zip,
          phone,
          enrollment,
          timeZone,
        ],
      ),
    ],
    'titles.csv': [
      ['sku', 'isbn13', 'title', 'author', 'category', 'priceCents', 'taxable', 'warehouseQty'],
      ...TITLES.map(
        ({ sku, isbn13, title, author, category, priceCents, taxable, warehouseQty }) => [
          sku,
          isbn13,
          title,
          author,
          category,
          priceCents,
          taxable ? 'Y' : 'N',
          warehouseQty,
        ],
      ),
    ],
    'students.csv': [
      [
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
      ],
      ...STUDENTS.map((one) => [
        one.schoolIdentifier,
        one.studentNumber,
        one.firstName,
        one.lastName,
        one.grade,
        one.teacher,
        one.parentName,
        one.parentEmail,
        one.secondParentName,
        one.secondParentEmail,
        one.factsFamilyId,
      ]),
    ],
    'wallet-top-ups.csv': [
      ['externalId', 'schoolIdentifier', 'studentNumber', 'amountCents', 'method', 'paidAt'],
      ...topUps(await seasonDay(folder)),
    ],
  };
  for (const [name, rows] of Object.entries(files))
    await replaceFile(path.join(folder, name), csv(rows));
}

/** Returns eWallet top-ups made online before the fairs began. */
function topUps(day: Day): (string | number)[][] {
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

/** Formats rows as CSV (RFC 4180). */
function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows
    .map(
      (row) =>
        `${row.map((value) => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value))).join(',')}\r\n`,
    )
    .join('');
}
