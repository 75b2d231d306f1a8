import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '@pos/api/durable-file.ts';
import { ensureAdmin } from '../office/steps.ts';
import type { Office } from '../office/session.ts';

/** Who stands at the registers. */
export type Cashier = { adminId: string; secretCode: string };

/** The cashier of an earlier run with this folder, else a new admin of their own with a code that only the folder knows. */
export async function cashierOf(office: Office, folder: string): Promise<Cashier> {
  const file = path.join(folder, 'cashier.json');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return JSON.parse(known) as Cashier;
  const secretCode = String(randomInt(10_000)).padStart(4, '0');
  const adminId = await ensureAdmin(office, { firstName: 'Register', lastName: 'Simulator', email: `simulator-${randomBytes(4).toString('hex')}@example.com`, phone: '5550100199', secretCode });
  await mkdir(folder, { recursive: true });
  await replaceFile(file, `${JSON.stringify({ adminId, secretCode } satisfies Cashier)}\n`);
  return { adminId, secretCode };
}
