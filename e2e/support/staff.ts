import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { simpleParser } from '@pos/api/testing/files/simple-mail.ts';
import { api } from '@pos/contract/api';
import { createClient } from '@pos/contract/client';
import { MODULES, type Module, type Right } from '@pos/contract/permissions';
import { sendTo } from '@pos/tools/office/http.ts';
import { signIn as openOffice, type Office } from '@pos/tools/office/session.ts';
import { expect } from '@playwright/test';
import { office } from './office.ts';
import type { Credentials } from './sign-in.ts';

const PASSWORD = 'Staff-Trial-2468';

/** API client signed in as the owner. */
export function ownersDesk(): Promise<Office> {
  return openOffice(office.url(), { email: office.email(), password: office.password() });
}

/** Staff member: credentials, and the IDs by which the owner changes them. */
export type Hired = Credentials & { id: string; roleId: string };

/**
 * Creates a role with exactly these rights and the duty to work registers, and an admin with it,
 * set up by the emailed link as a person would.
 */
export async function hire(
  { client }: Office,
  rights: readonly (readonly [Module, Right])[],
  name = `Role ${randomUUID().slice(0, 8)}`,
): Promise<Hired> {
  const permission = MODULES.map((module) => ({
    name: module,
    read_only: rights.some(([held, right]) => held === module && right === 'read_only'),
    edit: rights.some(([held, right]) => held === module && right === 'edit'),
  }));
  const { data: role } = await client.roles.add({
    body: { name, description: name, rights: permission, duties: ['work_register'] },
  });
  const email = `${randomUUID()}@example.com`;
  const { data: admin } = await client.admins.add({
    body: {
      firstName: 'Robin',
      lastName: 'Reyes',
      email,
      countryCode: '+1',
      phone: '3125550142',
      roleId: role.id,
      secretCode: '2468',
    },
  });
  await createClient(api, sendTo(office.url())).auth.setupPassword({
    body: {
      token: await mailedToken(email, 'setup-password'),
      password: PASSWORD,
      confirmPassword: PASSWORD,
    },
  });
  return { email, password: PASSWORD, id: admin.id, roleId: role.id };
}

/** Token of the newest link of this kind sent to the address. */
export async function mailedToken(
  email: string,
  page: 'setup-password' | 'reset-password',
): Promise<string> {
  let token: string | undefined;
  await expect
    .poll(async () => (token = await newestToken(email, page)), {
      message: `a link for ${email}`,
      intervals: [50],
    })
    .toBeDefined();
  return token ?? '';
}

async function newestToken(email: string, page: string): Promise<string | undefined> {
  const link = new RegExp(`/${page}\\?token=(\\S+)`);
  const received = office.mail()?.received.findLast(({ to }) => to === email);
  if (received) return link.exec(received.text)?.[1];
  const folder = path.join(office.dataDir(), 'mail');
  const files = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed();
  for (const name of files) {
    const raw = await readFile(path.join(folder, name), 'utf8');
    const token = raw.includes(`To: ${email}`) ? link.exec(simpleParser(raw).text)?.[1] : undefined;
    if (token) return token;
  }
  return undefined;
}
