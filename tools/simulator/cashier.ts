import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createFile } from '@pos/api/durable-file.ts';
import { ensureAdmin, ensureRole } from '../office/steps.ts';
import type { Office } from '../office/session.ts';

/** Who stands at the registers. */
export type Cashier = { adminId: string; secretCode: string };

/** A member of staff who works registers; without an e-mail address they get one of their own. The role needs the duty "Work a register". */
export type Person = {
  firstName: string;
  lastName: string;
  phone: string;
  role: string;
  email?: string;
};
/** The starting point for people who do nothing but sell. */
export const CASHIER_ROLE = 'Cashier';

/**
 * The cashier of an earlier run with this folder, else a new admin with a code that only the folder knows. The code is written
 * down before the admin is added, so that a run that is cut off in between can go on.
 */
export async function cashierOf(
  office: Office,
  folder: string,
  { firstName, lastName, phone, role, email }: Person,
): Promise<Cashier> {
  const file = path.join(folder, `${firstName}-${lastName}.cashier.json`.toLowerCase());
  await mkdir(folder, { recursive: true });
  const fresh = {
    email:
      email ??
      `${firstName}.${lastName}-${randomBytes(4).toString('hex')}@example.com`.toLowerCase(),
    secretCode: String(randomInt(10_000)).padStart(4, '0'),
  };
  await createFile(file, `${JSON.stringify(fresh)}\n`);
  const kept = JSON.parse(await readFile(file, 'utf8')) as typeof fresh;
  return {
    adminId: await ensureAdmin(office, {
      firstName,
      lastName,
      phone,
      roleId: await ensureRole(office, role),
      ...kept,
    }),
    secretCode: kept.secretCode,
  };
}
