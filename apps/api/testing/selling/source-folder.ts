import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SyncCounts } from '@pos/contract/imports/settings';
import { ONLY_SOURCE } from '#api/config.ts';

/** A folder like that of a source system. Files are given as lines. */
type SourceFolder = {
  path: string;
  write(name: string, lines: readonly string[]): Promise<void>;
  remove(name: string): Promise<void>;
  drop(): Promise<void>;
};

export const SCHOOLS = 'identifier,name,address,city,state,zip,phone,enrollment,timeZone';
export const TITLES = 'sku,isbn13,title,author,category,priceCents,taxable,warehouseQty';
export const STUDENTS =
  'schoolIdentifier,studentNumber,firstName,lastName,grade,teacher,parentName,parentEmail,factsFamilyId';
export const TOP_UPS = 'externalId,schoolIdentifier,studentNumber,amountCents,method,paidAt';

export async function sourceFolder(): Promise<SourceFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pos-admin-source-'));
  return {
    path: folder,
    write: (name, lines) =>
      writeFile(path.join(folder, name), lines.map((line) => `${line}\r\n`).join('')),
    remove: (name) => rm(path.join(folder, name)),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Options with the one source that a test reads, as the operator lists it with SYNC_SOURCE. */
export function oneSource(place: string): { syncSources: { name: string; place: string }[] } {
  return { syncSources: [{ name: ONLY_SOURCE, place }] };
}

/** Rows of a school, a title without its quantity, and a student of the school. */
export const SCHOOL_ROW =
  'MI01,Lakeview Elementary,1 Lake Rd,Ada,MI,49301,(616)555-0100,353,America/Detroit';
export const BOOK_ROW = '9780439023481,9780439023481,The Hunger Games,Suzanne Collins,Teen,899,Y';
export const STUDENT_ROW = 'MI01,S1,Quin,Farrow,K,Mr. Birch,Ivy Vannick,ivy@example.org,F38984';

/** Counts of one delivered file in a sync: created, updated, unchanged, deactivated, rejected. */
export const toCounts = (file: SyncCounts) => [
  file.created,
  file.updated,
  file.unchanged,
  file.deactivated,
  file.rejected,
];
