import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '@pos/basics/durable-file';
import type { Day } from '@pos/contract/values';
import { addDays } from '@pos/contract/values/days';
import { Random } from '@pos/world/random';
import { TITLES } from '@pos/world/titles';
import { FUNDED_STUDENTS, STUDENTS } from './children.ts';
import { seasonDay } from './demo-folder.ts';
import { SCHOOLS } from '@pos/world/schools';

const COLUMNS = {
  schools: 'identifier name address city state zip phone enrollment timeZone factsEnabled',
  titles: 'sku isbn13 title author category priceCents taxable warehouseQty',
  students: `schoolIdentifier studentNumber firstName lastName grade teacher parentName parentEmail
    secondParentName secondParentEmail factsFamilyId`,
  'wallet-top-ups': 'externalId schoolIdentifier studentNumber amountCents method paidAt',
};

/**
 * Writes the data of the demo season's source system (api.md, "What the source system delivers").
 * Deterministic: a folder always gets the same files. Without `withStock` the source says nothing of
 * the warehouse, whose stock is then received.
 */
export async function writeDemoSource(
  folder: string,
  { withStock = true }: { withStock?: boolean } = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files: Record<keyof typeof COLUMNS, readonly object[]> = {
    schools: SCHOOLS.map((school) => ({
      ...school,
      factsEnabled: school.factsEnabled ? 'Y' : 'N',
    })),
    titles: TITLES.map(({ warehouseQty, ...title }) => ({
      ...title,
      taxable: title.taxable ? 'Y' : 'N',
      ...(withStock && { warehouseQty }),
    })),
    students: STUDENTS,
    'wallet-top-ups': topUps(await seasonDay(folder)),
  };
  for (const [name, records] of Object.entries(files)) {
    const columns = COLUMNS[name as keyof typeof COLUMNS].split(/\s+/);
    const rows = records.map((record) => {
      const cells = new Map<string, string | number>(Object.entries(record));
      return columns.map((column) => cells.get(column) ?? '');
    });
    await replaceFile(path.join(folder, `${name}.csv`), csv([columns, ...rows]));
  }
}

/** Returns eWallet top-ups made online before the fairs began. */
function topUps(day: Day) {
  const random = new Random('top-ups');
  return FUNDED_STUDENTS.map(({ schoolIdentifier, studentNumber }) => ({
    externalId: random.uuid(),
    schoolIdentifier,
    studentNumber,
    amountCents: random.pick([1_000, 1_500, 2_000, 2_500, 3_000, 5_000]),
    method: 1,
    paidAt: `${addDays(day, -random.int(45, 50))}T${random.int(13, 23)}:${random.int(10, 59)}:00.000Z`,
  }));
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
