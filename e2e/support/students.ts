import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncSource } from '@pos/tools/office/steps.ts';
import type { Office } from '@pos/tools/office/session.ts';
import { expect } from '@playwright/test';
import { office } from './office.ts';

/** Student number, first name, last name, grade, teacher, and a parent's name and email. */
type Delivered = readonly [string, string, string, string, string, string?, string?];

/** Puts these students of a school into the source system and syncs them. */
export async function deliverStudents(
  desk: Office,
  schoolIdentifier: string,
  students: readonly Delivered[],
): Promise<void> {
  const folder = path.join(office.dataDir(), 'source');
  await mkdir(folder, { recursive: true });
  const header =
    'schoolIdentifier,studentNumber,firstName,lastName,grade,teacher,parentName,parentEmail,factsFamilyId';
  const rows = students.map(([number, first, last, grade, teacher, parent = '', email = '']) =>
    [schoolIdentifier, number, first, last, grade, teacher, parent, email, ''].join(','),
  );
  await writeFile(path.join(folder, 'students.csv'), `${[header, ...rows].join('\r\n')}\r\n`);
  expect((await syncSource(desk, 'students')).status).toBe('succeeded');
}
