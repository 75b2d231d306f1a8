import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createFile } from '@pos/basics/durable-file';
import { ensureAdmin, ensureRole } from '../office/steps.ts';
import type { Office } from '../office/session.ts';

/** Cashier of the registers. */
export type Cashier = { adminId: string; secretCode: string };

/**
 * A member of staff who works registers; without an email address one is generated. The role needs
 * the duty "Work a register".
 */
export type Person = {
  firstName: string;
  lastName: string;
  phone: string;
  role: string;
  email?: string;
};
/** Starting point of the role for people who only sell. */
export const CASHIER_ROLE = 'Cashier';

/**
 * Returns the cashier of an earlier run with this folder, else a new admin with a code known only
 * to the folder. Stores the code before adding the admin, so an interrupted run can continue.
 */
export async function makeCashier(
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
  const stored = JSON.parse(await readFile(file, 'utf8')) as typeof fresh;
  return {
    adminId: await ensureAdmin(office, {
      firstName,
      lastName,
      phone,
      roleId: await ensureRole(office, role),
      ...stored,
    }),
    secretCode: stored.secretCode,
  };
}
